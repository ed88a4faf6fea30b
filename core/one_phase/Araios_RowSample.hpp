// SPDX-License-Identifier: BSD-3-Clause
// A sample of rows of a product, and predicates that select a one-phase loop from it.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <one_phase/Araios_ColumnMarks.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Counts over a sample of rows, taken before the patterns are checked.
///
/// Pre: rows > 0, for all functions.
struct RowSample {
  std::int64_t rows = 0;
  std::int64_t shifted_rows = 0;   ///< with the columns of the row before, shifted by one
  std::int64_t repeated_rows = 0;  ///< with the columns of the row before
  std::int64_t alike_rows = 0;     ///< with as many products as the row before
  std::int64_t work = 0;           ///< products
  std::int64_t work_of_long_rows = 0;
  std::int64_t column_blocks = 0;  ///< between the first and the last column of each row of C

  /// Estimates the products of num_rows rows.
  std::int64_t products_of(std::int64_t num_rows) const { return work / rows * num_rows; }

  bool has_long_rows() const {
    return work_of_long_rows * tuning::one_phase_share_of_long_rows > work;
  }

  /// Whether rows are short enough for row blocks. Shifted rows have to be shorter, since they cost
  /// the symbolic phase less.
  bool prefer_row_blocks(std::int64_t most_of_shared_rows) const {
    std::int64_t const most =
        are_shifted() ? most_of_shared_rows : tuning::one_phase_max_products_of_row;
    return work <= most * rows && !has_long_rows();
  }

  bool are_shifted() const { return shifted_rows * 2 >= rows; }
  bool are_repeated() const { return repeated_rows * 2 >= rows; }
  bool are_partly_repeated() const {
    return repeated_rows * tuning::dense_rows_share_of_repeated_rows >= rows;
  }

  /// Whether rows suit a dense SPA that is read in ascending order: they have many products, and
  /// are dense between their first and last column.
  ///
  /// Pre: C has num_rows rows.
  bool prefer_dense_rows(std::int64_t num_rows, int num_threads) const {
    bool const are_shared = are_shifted() || are_repeated();
    // Two phases share these rows. With several threads they lose more by synchronization.
    if (are_shared && num_threads == 1) return false;
    std::int64_t const least_of_four_blocks =
        are_shared ? tuning::dense_rows_min_products_of_four_blocks_of_shared_rows
                   : tuning::dense_rows_min_products_of_four_blocks;
    bool const are_narrow = column_blocks * least_of_four_blocks <= work * 4;
    return work >= tuning::dense_rows_min_products_of_row * rows &&
           (are_narrow || (has_long_rows() && !are_shared)) &&
           !has_more_products(most_by_columns(), num_rows);
  }

  /// Whether rows span few enough column blocks, and have few enough products in all, to be formed
  /// unsorted.
  bool allow_any_order(std::int64_t num_rows) const {
    return lie_within(tuning::unsorted_max_column_blocks_of_row, num_rows);
  }
  /// Whether rows may be formed unsorted and then sorted. Two phases are faster if nearly all rows
  /// are shifted, and a dense SPA if rows are long.
  bool allows_spa_then_sort(std::int64_t num_rows) const {
    bool const are_nearly_all_shifted =
        (rows - shifted_rows) * tuning::spa_then_sort_share_of_unshifted_rows < rows;
    bool const are_left =
        are_nearly_all_shifted && work > tuning::one_phase_max_products_of_shared_rows * rows;
    return allow_any_order(num_rows) && are_short() && !has_long_rows() && !are_left;
  }
  /// The same if there are no row blocks for these types.
  bool prefers_spa_then_sort(std::int64_t num_rows) const {
    return lie_within(tuning::spa_then_sort_max_scattered_blocks_of_row, num_rows) && are_short() &&
           !has_long_rows();
  }
  bool are_narrow() const {
    return column_blocks <= tuning::spa_then_sort_max_column_blocks_of_row * rows;
  }
  bool are_alike() const { return alike_rows * tuning::unsorted_share_of_alike_rows >= rows; }
  /// Whether rows suit IndexedSpa, whatever the branch predictor model finds. They are alike and
  /// short, so that predictors learn which columns are new, or too short for that to matter.
  bool prefers_indexed_spa() const { return (are_alike() && are_short()) || have_few_products(); }
  bool have_few_products() const { return has_rows_of(tuning::indexed_spa_few_products_of_row); }
  bool may_be_predictable() const { return has_rows_of(tuning::predictor_max_products_of_row); }
  bool prefers_dense_spa() const { return has_rows_of(tuning::dense_spa_max_products_of_row); }

  /// Whether num_rows rows like these have more than `most` products in all.
  ///
  /// Pre: num_rows > 0.
  bool has_more_products(std::int64_t most, std::int64_t num_rows) const {
    return work / rows > most / num_rows;
  }

 private:
  /// Whether rows span at most `blocks` column blocks on average, with few enough products in all.
  bool lie_within(std::int64_t blocks, std::int64_t num_rows) const {
    return column_blocks <= blocks * rows &&
           !has_more_products(tuning::unsorted_max_work, num_rows);
  }
  /// Whether rows have at most `products` products on average.
  bool has_rows_of(std::int64_t products) const { return work <= products * rows; }
  bool are_short() const { return has_rows_of(tuning::indexed_spa_max_products_of_row); }

  /// Bounds the products in all for a dense SPA.
  std::int64_t most_by_columns() const {
    if (are_shifted()) return tuning::dense_rows_max_work_of_shifted_rows;
    if (are_repeated()) return tuning::dense_rows_max_work_of_repeated_rows;
    return tuning::dense_rows_max_work;
  }
};

/// The first and the last column of a row of C. Exact if rows of B ascend.
template <class Ordinal>
struct ColumnSpan {
  Ordinal first;
  Ordinal last;

  /// The number of column blocks; 0 if there is no column.
  std::int64_t num_blocks() const {
    if (last < first) return 0;
    return std::int64_t{last / marks_of_block} - first / marks_of_block + 1;
  }
};

/// Calls f(row_of_b, length) for the row of B of each entry of a row of A. Skips rows of B that are
/// out of range or have invalid offsets.
///
/// Pre: the offsets of the row of A are valid.
template <class GraphA, class GraphB, class F>
void for_each_row_of_b(GraphA const& a, GraphB const& b, typename GraphA::ordinal_type row,
                       F const& f) {
  for (auto entry = a.row_offsets(row); entry < a.row_offsets(row + 1); ++entry) {
    auto const row_of_b = a.columns(entry);
    if (row_of_b < 0 || row_of_b >= b.num_rows || !row_offsets_valid(b, row_of_b)) continue;
    f(row_of_b, row_length(b, row_of_b));
  }
}

/// The number of products of a row.
///
/// Pre: as for_each_row_of_b.
template <class GraphA, class GraphB>
std::int64_t products_of_row(GraphA const& a, GraphB const& b, typename GraphA::ordinal_type row) {
  std::int64_t products = 0;
  for_each_row_of_b(a, b, row, [&](auto, std::int64_t length) { products += length; });
  return products;
}

/// Calls f(row) for every step-th sampled row of A, unless its offsets are invalid. Stops once
/// these rows hold a large share of A's entries.
template <class GraphA, class F>
void for_each_sampled_row(GraphA const& a, int step, F const& f) {
  auto const entries_of_a = static_cast<std::int64_t>(a.columns.extent(0));
  std::int64_t left = std::max(tuning::one_phase_sampled_entries,
                               entries_of_a / tuning::one_phase_share_of_sampled_entries);
  for (int i = 0; i < tuning::one_phase_samples && left >= 0; i += step) {
    auto const row = sampled_row(i, a.num_rows);
    if (!row_offsets_valid(a, row)) continue;
    left -= static_cast<std::int64_t>(row_length(a, row));
    f(row);
  }
}

/// Samples rows of A that have a valid row before them. Rows of more than max_short_row products
/// count as long. Alike rows are counted only if asks_alike.
///
/// Pre: the shapes of both operands are valid.
template <class GraphA, class GraphB>
RowSample sample_rows(GraphA const& a, GraphB const& b, std::int64_t max_short_row,
                      bool asks_alike) {
  using Ordinal = typename GraphA::ordinal_type;
  RowSample sample;
  for_each_sampled_row(a, 1, [&](Ordinal row) {
    if (row == 0 || !row_offsets_valid(a, row - 1)) return;
    ++sample.rows;
    bool const has_entries = row_length(a, row) > 0;
    sample.shifted_rows += has_entries && is_row_before_shifted(a, row, Ordinal{1}) ? 1 : 0;
    sample.repeated_rows += has_entries && is_row_before_shifted(a, row, Ordinal{0}) ? 1 : 0;
    std::int64_t row_work = 0;
    ColumnSpan<Ordinal> span{b.num_cols - 1, 0};
    for_each_row_of_b(a, b, row, [&](Ordinal row_of_b, std::int64_t length) {
      if (length == 0) return;
      row_work += length;
      span.first = std::min(span.first, b.columns(b.row_offsets(row_of_b)));
      span.last = std::max(span.last, b.columns(b.row_offsets(row_of_b + 1) - 1));
    });
    sample.work += row_work;
    if (row_work > 0) sample.column_blocks += span.num_blocks();
    if (row_work > max_short_row) sample.work_of_long_rows += row_work;
    if (asks_alike && products_of_row(a, b, row - 1) == row_work) ++sample.alike_rows;
  });
  return sample;
}

}  // namespace araios::inline ARAIOS_ISA::impl
