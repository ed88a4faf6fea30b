// SPDX-License-Identifier: BSD-3-Clause
// A row of C summed in a dense SPA on hosts, with a bitmap for its columns.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_ColumnBitmap.hpp>
#include <host_simd/Araios_GatherAndClear.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <matrix/Araios_Compression.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_ColumnSets.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Forms rows of C one by one, with any number of products.
///
/// Pre:  one thread uses it; its memory is zero at first.
/// Post: its memory is zero after each row.
template <class Scalar, class Ordinal>
class DenseRow {
 public:
  /// Bytes for rows of num_columns columns. All must be zero at first.
  static std::size_t bytes(std::int64_t num_columns) {
    return placed_bytes<Scalar>(num_columns) +
           ColumnBitmap<Ordinal>::bytes(num_blocks(num_columns));
  }

  DenseRow(std::byte* memory, std::int64_t num_columns)
      : sums_{reinterpret_cast<Scalar*>(memory)},
        bitmap_{memory + placed_bytes<Scalar>(num_columns), num_blocks(num_columns)} {}

  /// Writes a row from the factors of its products, columns ascending. Returns the number of
  /// entries.
  ///
  /// Shapes: columns_of_b, factors_of_a and factors_of_b `size`; columns and values one for each
  ///         entry of the row.
  std::int64_t write(Ordinal const* columns_of_b, Scalar const* factors_of_a,
                     Scalar const* factors_of_b, std::int64_t size, Ordinal* columns,
                     Scalar* values) const {
    auto mark = bitmap_.begin();
    for (std::int64_t i = 0; i < size; ++i) {
      add(columns_of_b[i], factors_of_a[i], factors_of_b[i], mark);
    }
    return take_row(mark, columns, values);
  }

  /// The same for a row of A·B.
  template <class MatrixA, class MatrixB>
  std::int64_t write(MatrixA const& a, MatrixB const& b, Ordinal row, Ordinal* columns,
                     Scalar* values) const {
    return take_row(add_products(a, b, row), columns, values);
  }

 private:
  using Mark = typename ColumnBitmap<Ordinal>::Inserter;

  [[gnu::always_inline]] void add(Ordinal column, Scalar multiplier, Scalar factor,
                                  Mark& mark) const {
    sums_[column] += multiplier * factor;
    mark(column / tuning::columns_per_block,
         std::uint32_t{1} << (column % tuning::columns_per_block));
  }

  // Not inlined: in a larger function compilers run out of registers in its loop.
  template <class MatrixA, class MatrixB>
  [[gnu::noinline]] Mark add_products(MatrixA const& a, MatrixB const& b, Ordinal row) const {
    auto mark = bitmap_.begin();
    auto const a_end = a.graph.row_offsets(row + 1);
    for (auto a_entry = a.graph.row_offsets(row); a_entry < a_end; ++a_entry) {
      Scalar const multiplier = a.values(a_entry);
      auto const row_of_b = a.graph.columns(a_entry);
      auto const b_end = b.graph.row_offsets(row_of_b + 1);
      for (auto b_entry = b.graph.row_offsets(row_of_b); b_entry < b_end; ++b_entry) {
        add(b.graph.columns(b_entry), multiplier, b.values(b_entry), mark);
      }
    }
    return mark;
  }

  /// Writes the row and clears the memory.
  std::int64_t take_row(Mark const& marked, Ordinal* columns, Scalar* values) const {
    Ordinal* end = columns;
    bitmap_.drain(marked,
                  [&](Ordinal block, std::uint32_t set) { end += write_columns(block, set, end); });
    gather_and_clear(sums_, columns, end, values);
    return end - columns;
  }

  Scalar* sums_;
  ColumnBitmap<Ordinal> bitmap_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
