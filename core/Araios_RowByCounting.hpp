// SPDX-License-Identifier: BSD-3-Clause
// A short row of C formed whole, its columns put into order by counting: plain loops.
#pragma once

#include <Araios_DenseRow.hpp>
#include <Araios_PrefetchAhead.hpp>
#include <Araios_RankByCounting.hpp>
#include <Araios_Tuning.hpp>

#include <cstdint>

namespace araios {

/// Forms successive rows of C whole, in one walk through A and B, one after the other: what
/// RowBlock is where there are no vectors of 16 columns.
///
/// Sums are taken in the order of A's entries.
template <class Scalar, class Ordinal>
class RowByCounting {
 public:
  static constexpr bool exists = true;
  /// Rows of more products are left to DenseRow.
  static constexpr int max_row_products = tuning::short_row_max_products;
  /// Most products of a row on average where rows share their columns.
  static constexpr std::int64_t max_products_of_shared_rows =
      tuning::counted_max_products_of_shared_rows;

  /// Takes the products of the row `begin`. Returns the row behind it; `begin` if it is too long.
  ///
  /// Pre: both patterns are valid.
  template <class GraphA, class GraphB, class Values>
  Ordinal take(GraphA const& a, GraphB const& b, Values const& a_values, Values const& b_values,
               std::int64_t /*longest_row_of_b*/, Ordinal begin, Ordinal /*end*/) {
    auto const* const columns_of_b = b.columns.data();
    Scalar const* const values_of_b = b_values.data();
    size_ = 0;
    auto const a_end = a.row_offsets(begin + 1);
    for (auto entry = a.row_offsets(begin); entry < a_end; ++entry) {
      prefetch_ahead(a, b, entry, values_of_b, columns_of_b);
      auto const row_of_b = a.columns(entry);
      auto const b_begin = b.row_offsets(row_of_b);
      auto const count = static_cast<std::int64_t>(b.row_offsets(row_of_b + 1) - b_begin);
      if (size_ + count > max_row_products) return begin;
      Scalar const multiplier = a_values(entry);
      for (std::int64_t i = 0; i < count; ++i) {
        Ordinal const column = columns_of_b[b_begin + i];
        keys_[size_ + i] = column;
        products_[size_ + i] = {multiplier, values_of_b[b_begin + i], column};
      }
      size_ += static_cast<int>(count);
    }
    return begin + 1;
  }

  /// Puts the columns into order.
  void order(DenseRow<Scalar, Ordinal> const& /*dense_row*/) {
    rank_by_counting<max_row_products, least_width>(keys_, size_, ranks_);
  }

  /// Writes the entries of C, and the number of entries up to the end of the row, counted from
  /// `count` on. Returns that.
  ///
  /// Shapes: row_ends 1; columns and values hold `count` elements and one more for each product.
  template <class Offset>
  std::int64_t write(std::int64_t count, Ordinal* columns, Scalar* values, Offset* row_ends) {
    for (int i = 0; i < size_; ++i) {
      Product const& product = products_[i];
      Sum& sum = sums_[ranks_[i]];
      sum.column = product.column;
      sum.value += product.factor_of_a * product.factor_of_b;
    }
    // Without a branch, which would often be foretold wrongly: what no column has is overwritten.
    for (int rank = 0; rank < size_; ++rank) {
      Sum& sum = sums_[rank];
      columns[count] = sum.column;
      values[count] = sum.value;
      count += sum.column != no_column ? 1 : 0;
      sum = {};
    }
    *row_ends = static_cast<Offset>(count);
    return count;
  }

 private:
  static constexpr Ordinal no_column = -1;
  /// Keys that are compared at once at least. Unit: keys.
  static constexpr int least_width = 8;

  // Side by side: compilers would call memcpy and memset for arrays of a few elements.
  struct Product {
    Scalar factor_of_a;
    Scalar factor_of_b;
    Ordinal column;
  };
  struct Sum {
    Scalar value{};
    Ordinal column = no_column;
  };

  int size_ = 0;  ///< products of the row
  Product products_[max_row_products];
  Ordinal keys_[max_row_products];
  Ordinal ranks_[max_row_products];
  Sum sums_[max_row_products];  ///< by rank, as at first before and after each row
};

}  // namespace araios
