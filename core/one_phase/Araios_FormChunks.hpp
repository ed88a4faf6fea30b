// SPDX-License-Identifier: BSD-3-Clause
// The one-phase kernel on hosts: forms chunks of rows of C.
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

/// Forms rows of few products in blocks (RowBlock), and the others by DenseRow.
///
/// Shapes: row_ends m.
/// Pre:    both patterns are valid.
template <class MatrixA, class MatrixB, class Offset>
struct RowsByBlocks {
  using Scalar = typename MatrixA::scalar_type;
  using Ordinal = typename MatrixA::ordinal_type;
  using Dense = DenseRow<Scalar, Ordinal>;
  /// Thread-private memory.
  using Memory = RowBlock<Scalar, Ordinal>;

  /// Elements beyond the last entry of a chunk that may be overwritten.
  static constexpr std::int64_t slack = 0;
  /// Whether the columns of each row ascend.
  static constexpr bool ascends = true;

  MatrixA a;
  MatrixB b;
  Offset* row_ends;

  /// Bytes of memory that must be zero before a chunk, and is zero after it.
  std::size_t clean_bytes() const { return Dense::bytes(b.graph.num_cols); }

  /// Writes the rows of a chunk, and for each row the number of entries of the chunk up to its end.
  /// Returns the number of entries of the chunk.
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

/// Forms rows one by one in a dense SPA (SerialGustavson).
///
/// Shapes and Pre: as RowsByBlocks.
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
  bool b_ascends;  ///< strictly, in every row of B; matters only if asks_order
  Offset* row_ends;

  /// Whether it matters that the columns of B ascend.
  static bool asks_order(Ordinal num_cols) { return Product::is_surveyed(num_cols); }

  std::size_t clean_bytes() const { return Product::clean_bytes(b.num_cols); }

  std::int64_t write(RowChunk const& chunk, Memory&, std::byte* clean, Ordinal* columns,
                     Scalar* values) const {
    return Product{a, b, clean}.write(static_cast<Ordinal>(chunk.begin_row),
                                      static_cast<Ordinal>(chunk.end_row), b_ascends, row_ends,
                                      columns, values);
  }
};

/// Forms rows one by one, with their columns in the order of their first products. Columns is
/// IndexedSpa or DenseSpa.
///
/// Shapes and Pre: as RowsByBlocks.
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

/// Forms the rows of C chunk by chunk, each chunk at its own place of a common array.
///
/// Shapes: columns and values one element for each product, and the slack of each chunk; memory one
///         element for each owner, uninitialized; clean clean_bytes_of_owner for each owner.
/// Pre:    `clean` is zero.
/// Post:   `clean` is zero; the size of each chunk is set.
template <class Device, class Former>
struct FormChunks {
  using Ordinal = typename Former::Ordinal;
  using Scalar = typename Former::Scalar;
  using Memory = typename Former::Memory;

  Former former;
  RowChunk* chunks;
  Ordinal* columns;
  Scalar* values;
  Memory* memory;
  std::byte* clean;
  WorkStealingRanges<Device> ranges;  ///< of chunks

  /// Rounded up to pairs of cache lines, so that owners do not share any.
  static std::size_t clean_bytes_of_owner(Former const& former) {
    constexpr std::size_t unit = tuning::host_cache_line_pair;
    return (former.clean_bytes() + unit - 1) / unit * unit;
  }

  template <class Member>
  void operator()(Member const& member) const {
    int const owner = ThreadSequential::owner_index(member);
    auto const place = static_cast<std::size_t>(owner);
    Memory& own_memory = *new (memory + place) Memory;
    std::byte* const own_clean = clean + place * clean_bytes_of_owner(former);
    ranges.for_each(owner, [&](std::int64_t i) {
      RowChunk& chunk = chunks[i];
      chunk.size =
          former.write(chunk, own_memory, own_clean, columns + chunk.place, values + chunk.place);
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
