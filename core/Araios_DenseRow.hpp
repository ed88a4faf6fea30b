// SPDX-License-Identifier: BSD-3-Clause
// A row of C added up in an array over all columns, its columns found by a bitmap, on hosts.
#pragma once

#include <Araios_Accumulator.hpp>
#include <Araios_ColumnBitmap.hpp>
#include <Araios_ColumnSets.hpp>
#include <Araios_Compression.hpp>
#include <Araios_Tuning.hpp>

#include <cstddef>
#include <cstdint>

namespace araios {

/// Forms rows of C of any number of products, one after the other.
///
/// Pre: one thread uses it; its memory is zero at first and after each row.
template <class Scalar, class Ordinal>
class DenseRow {
 public:
  /// Bytes for rows of so many columns, all to be zero.
  static std::size_t bytes(std::int64_t num_columns) {
    return placed_bytes<Scalar>(num_columns) +
           ColumnBitmap<Ordinal>::bytes(num_blocks(num_columns));
  }

  DenseRow(std::byte* memory, std::int64_t num_columns)
      : sums_{reinterpret_cast<Scalar*>(memory)},
        bitmap_{memory + placed_bytes<Scalar>(num_columns), num_blocks(num_columns)} {}

  /// Writes columns and values of a row, columns ascending. Returns the number of entries.
  template <class GraphA, class GraphB, class Values>
  std::int64_t write(GraphA const& a, GraphB const& b, Values const& a_values,
                     Values const& b_values, Ordinal row, Ordinal* columns, Scalar* values) const {
    Ordinal* end = columns;
    bitmap_.drain(add_products(a, b, a_values, b_values, row),
                  [&](Ordinal block, std::uint32_t set) { end += write_columns(block, set, end); });
    for (Ordinal const* column = columns; column != end; ++column) {
      Scalar& sum = sums_[*column];
      *values++ = sum;
      sum = Scalar{};
    }
    return end - columns;
  }

 private:
  // Not inlined: among all the rest compilers run out of registers in its loop.
  template <class GraphA, class GraphB, class Values>
  [[gnu::noinline]] auto add_products(GraphA const& a, GraphB const& b, Values const& a_values,
                                      Values const& b_values, Ordinal row) const {
    auto mark = bitmap_.begin();
    auto const a_end = a.row_offsets(row + 1);
    for (auto a_entry = a.row_offsets(row); a_entry < a_end; ++a_entry) {
      Scalar const multiplier = a_values(a_entry);
      auto const row_of_b = a.columns(a_entry);
      auto const b_end = b.row_offsets(row_of_b + 1);
      for (auto b_entry = b.row_offsets(row_of_b); b_entry < b_end; ++b_entry) {
        Ordinal const column = b.columns(b_entry);
        sums_[column] += multiplier * b_values(b_entry);
        mark(column / tuning::columns_per_block,
             std::uint32_t{1} << (column % tuning::columns_per_block));
      }
    }
    return mark;
  }

  Scalar* sums_;
  ColumnBitmap<Ordinal> bitmap_;
};

}  // namespace araios
