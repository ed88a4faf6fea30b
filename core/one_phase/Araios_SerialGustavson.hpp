// SPDX-License-Identifier: BSD-3-Clause
// Gustavson's algorithm on hosts in one phase by one thread, with a dense SPA.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <host_simd/Araios_GatherAndClear.hpp>
#include <one_phase/Araios_ColumnMarks.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Computes C = A·B row by row. Sums the products of a row in a dense SPA, marks their columns, and
/// writes columns and sums after those of the row before.
///
/// Sums are added in the order of A's entries, as in the numeric phase.
///
/// Shapes: a m×k, b k×n.
/// Pre:    both patterns are valid.
/// Source: Gustavson, ACM Transactions on Mathematical Software 4, 1978.
template <class ArraysA, class ArraysB>
class SerialGustavson {
 public:
  using Scalar = typename ArraysA::scalar_type;
  using Ordinal = typename ArraysA::ordinal_type;

  /// Elements beyond the last entry of C that may be overwritten.
  static constexpr std::int64_t slack = marks_of_block;

  /// Bytes of the SPA and the marks. They are zero before and after each write().
  static std::size_t clean_bytes(Ordinal num_cols) {
    return placed_bytes<Scalar>(num_cols) + ColumnMarks::bytes(num_cols);
  }

  /// Shapes: clean clean_bytes(n).
  /// Pre:    `clean` is zero.
  SerialGustavson(ArraysA const& a, ArraysB const& b, std::byte* clean)
      : a_{a},
        b_{b},
        sums_{reinterpret_cast<Scalar*>(clean)},
        marks_{clean + placed_bytes<Scalar>(b.num_cols), b.num_cols} {}

  /// Writes rows [begin, end) of C, and for each row the number of entries from row `begin` up to
  /// its end. Returns the number of all entries.
  ///
  /// Shapes: row_ends m; columns and values as many elements as these rows have products, and
  ///         `slack` more.
  /// Pre:    if b_ascends, the columns of every row of B ascend strictly.
  template <class OffsetC>
  std::int64_t write(Ordinal begin, Ordinal end, bool b_ascends, OffsetC* row_ends,
                     Ordinal* columns, Scalar* values) const {
    if (!is_surveyed(b_.num_cols)) {
      return write_rows(begin, end, row_ends, columns, values,
                        [](SerialGustavson const& product, Ordinal row, auto const&... to) {
                          return product.write_unsurveyed(row, to...);
                        });
    }
    return write_rows(begin, end, row_ends, columns, values,
                      [b_ascends](SerialGustavson const& product, Ordinal row, auto const&... to) {
                        return b_ascends && product.has_one_entry(row)
                                   ? product.write_scaled(row, to...)
                                   : product.write_surveyed(row, b_ascends, to...);
                      });
  }

  /// Whether the first and the last column of a row of C are found before its products are summed.
  /// Only then does it matter whether rows of B ascend.
  static constexpr bool is_surveyed(std::int64_t num_cols) {
    return num_cols > tuning::small_unsurveyed_columns;
  }

 private:
  /// Writes rows by write_row(product, row, columns, values), which returns the end of its columns.
  // Not inlined: in a larger function compilers run out of registers in its loops.
  template <class OffsetC, class WriteRow>
  [[gnu::noinline]] std::int64_t write_rows(Ordinal begin, Ordinal row_end, OffsetC* row_ends,
                                            Ordinal* columns, Scalar* values,
                                            WriteRow const& write_row) const {
    // A local copy stays in registers. Stores of marks, which are bytes, may alias any object that
    // is visible elsewhere.
    SerialGustavson const product{*this};
    Ordinal* end = columns;
    for (Ordinal row = begin; row < row_end; ++row) {
      end = write_row(product, row, end, values + (end - columns));
      row_ends[row] = static_cast<OffsetC>(end - columns);
    }
    return end - columns;
  }

  /// The number of products of a row, and bounds of their columns.
  struct RowSpan {
    std::int64_t products;
    Ordinal first;
    Ordinal last;
  };

  bool has_one_entry(Ordinal row) const {
    return a_.row_offsets[row + 1] - a_.row_offsets[row] == 1;
  }

  /// Writes a row of C that is a multiple of a row of B.
  ///
  /// Pre: the columns of B ascend strictly; the row of A has one entry.
  Ordinal* write_scaled(Ordinal row, Ordinal* columns, Scalar* values) const {
    auto const entry = a_.row_offsets[row];
    Scalar const multiplier = a_.values[entry];
    auto const row_of_b = a_.columns[entry];
    auto const end = b_.row_offsets[row_of_b + 1];
    for (auto i = b_.row_offsets[row_of_b]; i < end; ++i) {
      // Added to zero like every sum, so that a product of -0 becomes +0.
      Scalar sum{};
      sum += multiplier * b_.values[i];
      *values++ = sum;
      *columns++ = b_.columns[i];
    }
    return columns;
  }

  /// Writes a row whose columns are searched among all columns.
  Ordinal* write_unsurveyed(Ordinal row, Ordinal* columns, Scalar* values) const {
    add_products<false>(row);
    Ordinal* const end = marks_.template take_between<Ordinal>(0, b_.num_cols - 1, columns);
    gather_and_clear(sums_, columns, end, values);
    return end;
  }

  /// Writes a row whose columns are searched between its first and its last one: in all blocks, or
  /// in marked ones.
  Ordinal* write_surveyed(Ordinal row, bool b_ascends, Ordinal* columns, Scalar* values) const {
    RowSpan const span = b_ascends ? survey(row) : survey_unordered(row);
    if (span.products == 0) return columns;
    Ordinal* const end = add_and_take_columns(row, span, columns);
    gather_and_clear(sums_, columns, end, values);
    return end;
  }

  Ordinal* add_and_take_columns(Ordinal row, RowSpan const& span, Ordinal* columns) const {
    std::int64_t const blocks =
        ColumnMarks::block_of(span.last) - ColumnMarks::block_of(span.first);
    if (blocks * tuning::small_min_products_per_block <= span.products) {
      add_products<false>(row);
      return marks_.take_between(span.first, span.last, columns);
    }
    add_products<true>(row);
    return marks_.take_marked_blocks(span.first, span.last, columns);
  }

  /// Finds the span of a row. Its bounds hold only if the columns of B ascend.
  RowSpan survey(Ordinal row) const {
    RowSpan span{0, b_.num_cols - 1, 0};
    auto const a_end = a_.row_offsets[row + 1];
    for (auto entry = a_.row_offsets[row]; entry < a_end; ++entry) {
      auto const row_of_b = a_.columns[entry];
      auto const begin = b_.row_offsets[row_of_b];
      auto const end = b_.row_offsets[row_of_b + 1];
      if (begin == end) continue;
      span.products += static_cast<std::int64_t>(end - begin);
      span.first = std::min(span.first, b_.columns[begin]);
      span.last = std::max(span.last, b_.columns[end - 1]);
    }
    return span;
  }

  /// The same for a B with columns in any order: the span is that of all columns.
  RowSpan survey_unordered(Ordinal row) const { return {survey(row).products, 0, b_.num_cols - 1}; }

  template <bool mark_blocks>
  [[gnu::always_inline]] void add_products(Ordinal row) const {
    Scalar* KOKKOS_RESTRICT const sums = sums_;
    std::uint8_t* KOKKOS_RESTRICT const marks = marks_.marks();
    std::uint8_t* KOKKOS_RESTRICT const marks_of_blocks = marks_.marks_of_blocks();
    for_each_product(a_, b_, row,
                     [=](Ordinal column, Scalar const& multiplier, Scalar const& factor) {
                       sums[column] += multiplier * factor;
                       marks[column] = column_mark;
                       if constexpr (mark_blocks) {
                         marks_of_blocks[ColumnMarks::block_of(column)] = column_mark;
                       }
                     });
  }

  ArraysA a_;
  ArraysB b_;
  Scalar* sums_;
  ColumnMarks marks_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
