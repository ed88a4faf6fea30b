// SPDX-License-Identifier: BSD-3-Clause
// Chunks of rows of C formed in one walk through A and B, on hosts.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <one_phase/Araios_DenseRow.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_RowBlock.hpp>
#include <one_phase/Araios_RowChunks.hpp>
#include <one_phase/Araios_SerialGustavson.hpp>
#include <one_phase/Araios_UnsortedGustavson.hpp>
#include <one_phase/Araios_WorkStealingRanges.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Forms rows of few products by blocks of them.
///
/// Shapes: row_ends m.
/// Pre:    both patterns are valid.
template <class MatrixA, class MatrixB, class Offset>
struct RowsByBlocks {
  using Scalar = typename MatrixA::scalar_type;
  using Ordinal = typename MatrixA::ordinal_type;
  using Dense = DenseRow<Scalar, Ordinal>;
  /// What a thread needs for itself.
  using Memory = RowBlock<Scalar, Ordinal>;

  /// Elements behind the last entry of a chunk that may be written.
  static constexpr std::int64_t slack = 0;
  /// The columns of rows do.
  static constexpr bool ascends = true;

  MatrixA a;
  MatrixB b;
  Offset* row_ends;

  /// Bytes that are zero before and after each chunk.
  std::size_t clean_bytes() const { return Dense::bytes(b.graph.num_cols); }

  /// Writes rows of C, and up to the end of each the number of its entries and of those before it
  /// in the chunk. Returns that of all.
  std::int64_t write(RowChunk const& chunk, Memory& block, std::byte* clean, Ordinal* columns,
                     Scalar* values) const {
    Dense const dense_row{clean, b.graph.num_cols};
    auto const end = static_cast<Ordinal>(chunk.end_row);
    std::int64_t count = 0;
    for (auto row = static_cast<Ordinal>(chunk.begin_row); row < end;) {
      Ordinal const next = block.take(a, b, chunk.longest_row_of_b, row, end);
      if (next > row) {
        block.order(dense_row);
        count = block.write(count, columns, values, row_ends + row);
        row = next;
      } else {
        count += dense_row.write(a, b, row, columns + count, values + count);
        row_ends[row++] = static_cast<Offset>(count);
      }
    }
    return count;
  }
};

/// Forms rows one by one in an array over all columns.
///
/// Shapes and Pre: likewise.
template <class ArraysA, class ArraysB, class Offset>
struct RowsByColumns {
  using Ordinal = typename ArraysA::ordinal_type;
  using Scalar = typename ArraysA::scalar_type;
  using Product = SerialGustavson<ArraysA, ArraysB>;
  struct Memory {};

  static constexpr std::int64_t slack = Product::slack;
  static constexpr bool ascends = true;

  ArraysA a;
  ArraysB b;
  bool b_ascends;  ///< the columns of every row, strictly, if that matters
  Offset* row_ends;

  /// Whether it matters that rows of B ascend.
  static bool asks_order(Ordinal num_cols) { return Product::is_surveyed(num_cols); }

  std::size_t clean_bytes() const { return Product::clean_bytes(b.num_cols); }

  std::int64_t write(RowChunk const& chunk, Memory&, std::byte* clean, Ordinal* columns,
                     Scalar* values) const {
    return Product{a, b, clean}.write(static_cast<Ordinal>(chunk.begin_row),
                                      static_cast<Ordinal>(chunk.end_row), b_ascends, row_ends,
                                      columns, values);
  }
};

/// Forms rows one by one, their columns in the order in which they are met, which Columns tells.
///
/// Shapes and Pre: likewise.
template <template <class, class> class Columns, class ArraysA, class ArraysB, class Offset>
struct UnsortedRows {
  using Ordinal = typename ArraysA::ordinal_type;
  using Scalar = typename ArraysA::scalar_type;
  using Product = UnsortedGustavson<Columns, ArraysA, ArraysB>;
  struct Memory {};

  static constexpr std::int64_t slack = Product::slack;
  static constexpr bool ascends = false;

  ArraysA a;
  ArraysB b;
  Offset* row_ends;

  std::size_t clean_bytes() const { return Product::Row::clean_bytes(b.num_cols); }

  std::int64_t write(RowChunk const& chunk, Memory&, std::byte* clean, Ordinal* columns,
                     Scalar* values) const {
    return Product{a, b, clean}.write(static_cast<Ordinal>(chunk.begin_row),
                                      static_cast<Ordinal>(chunk.end_row), row_ends, columns,
                                      values);
  }
};

/// Forms the rows of C by chunks, each in its place of an array for all of them.
///
/// Shapes: columns and values one for each product and the slack of each chunk; memory one for each
///         owner, and clean clean_bytes_of_owner, all zero, and again at the end.
template <class Device, class Former>
struct FormChunks {
  using Ordinal = typename Former::Ordinal;
  using Scalar = typename Former::Scalar;
  using Memory = typename Former::Memory;

  Former former;
  RowChunk* chunks;
  Ordinal* columns;
  Scalar* values;
  Kokkos::View<Memory*, Device> memory;
  Kokkos::View<std::byte*, Device> clean;
  WorkStealingRanges<Device> ranges;  ///< chunks

  /// Whole pairs of lines of the cache.
  static std::size_t clean_bytes_of_owner(Former const& former) {
    constexpr std::size_t unit = tuning::host_cache_line_pair;
    return (former.clean_bytes() + unit - 1) / unit * unit;
  }

  template <class Member>
  void operator()(Member const& member) const {
    int const owner = ThreadSequential::owner_index(member);
    auto const place = static_cast<std::size_t>(owner);
    Memory& own_memory = *new (&memory(place)) Memory;
    std::byte* const own_clean = clean.data() + place * clean_bytes_of_owner(former);
    ranges.for_each(owner, [&](std::int64_t i) {
      RowChunk& chunk = chunks[i];
      chunk.size =
          former.write(chunk, own_memory, own_clean, columns + chunk.place, values + chunk.place);
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
