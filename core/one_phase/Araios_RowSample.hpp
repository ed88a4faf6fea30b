// SPDX-License-Identifier: BSD-3-Clause
// What a few rows of a product tell of it.
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

/// What a sample of rows tells of a product before anything has been checked.
struct RowSample {
  std::int64_t rows = 0;
  std::int64_t shifted_rows = 0;   ///< that are the row before, moved by one column
  std::int64_t repeated_rows = 0;  ///< that have the columns of the row before
  std::int64_t alike_rows = 0;     ///< that have as many products as the row before
  std::int64_t work = 0;
  std::int64_t work_of_long_rows = 0;
  std::int64_t column_blocks = 0;  ///< between the first and the last column of each row of C

  /// Products of so many rows like these.
  std::int64_t products_of(std::int64_t num_rows) const { return work / rows * num_rows; }

  bool has_long_rows() const {
    return work_of_long_rows * tuning::one_phase_share_of_long_rows > work;
  }

  /// Rows that share their columns with the row before cost the symbolic phase less, so they have
  /// to be shorter.
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

  /// Pre: `num_rows` are those of C.
  bool prefer_dense_rows(std::int64_t num_rows, int num_threads) const {
    bool const are_shared = are_shifted() || are_repeated();
    // What both phases then lose on threads that wait for each other outweighs what they save.
    if (are_shared && num_threads == 1) return false;
    std::int64_t const least_of_four_blocks =
        are_shared ? tuning::dense_rows_min_products_of_four_blocks_of_shared_rows
                   : tuning::dense_rows_min_products_of_four_blocks;
    bool const are_narrow = column_blocks * least_of_four_blocks <= work * 4;
    return work >= tuning::dense_rows_min_products_of_row * rows &&
           (are_narrow || (has_long_rows() && !are_shared)) &&
           !has_more_products(most_by_columns(), num_rows);
  }

  /// Rows of C lie close together, and are not too many to be formed in any order.
  bool allow_any_order(std::int64_t num_rows) const {
    return lie_within(tuning::unsorted_max_column_blocks_of_row, num_rows);
  }
  /// The same where they are put into order behind that: what both phases make of rows that are
  /// nearly all shifted, and an array over all columns of long ones, is faster.
  bool allows_spa_then_sort(std::int64_t num_rows) const {
    bool const are_nearly_all_shifted =
        (rows - shifted_rows) * tuning::spa_then_sort_share_of_unshifted_rows < rows;
    bool const are_left =
        are_nearly_all_shifted && work > tuning::one_phase_max_products_of_shared_rows * rows;
    return allow_any_order(num_rows) && are_short() && !has_long_rows() && !are_left;
  }
  /// The same where no blocks of rows are formed instead.
  bool prefers_spa_then_sort(std::int64_t num_rows) const {
    return lie_within(tuning::spa_then_sort_max_scattered_blocks_of_row, num_rows) && are_short() &&
           !has_long_rows();
  }
  bool are_narrow() const {
    return column_blocks <= tuning::spa_then_sort_max_column_blocks_of_row * rows;
  }
  bool are_alike() const { return alike_rows * tuning::unsorted_share_of_alike_rows >= rows; }
  /// Short rows of which processors learn, unasked, which columns are new, or which end so soon
  /// that it hardly matters.
  bool prefers_indexed_spa() const { return (are_alike() && are_short()) || have_few_products(); }
  bool have_few_products() const { return has_rows_of(tuning::indexed_spa_few_products_of_row); }
  bool may_be_predictable() const { return has_rows_of(tuning::predictor_max_products_of_row); }
  bool prefers_dense_spa() const { return has_rows_of(tuning::dense_spa_max_products_of_row); }

  /// Pre: likewise.
  bool has_more_products(std::int64_t most, std::int64_t num_rows) const {
    return work / rows > most / num_rows;
  }

 private:
  /// At most so many blocks of columns on average, and not too many products in all.
  bool lie_within(std::int64_t blocks, std::int64_t num_rows) const {
    return column_blocks <= blocks * rows &&
           !has_more_products(tuning::unsorted_max_work, num_rows);
  }
  /// At most so many products on average.
  bool has_rows_of(std::int64_t products) const { return work <= products * rows; }
  bool are_short() const { return has_rows_of(tuning::indexed_spa_max_products_of_row); }

  /// Products in all.
  std::int64_t most_by_columns() const {
    if (are_shifted()) return tuning::dense_rows_max_work_of_shifted_rows;
    if (are_repeated()) return tuning::dense_rows_max_work_of_repeated_rows;
    return tuning::dense_rows_max_work;
  }
};

/// The first and the last column that rows of C meet, as far as rows of B ascend.
template <class Ordinal>
struct ColumnSpan {
  Ordinal first;
  Ordinal last;

  /// Blocks of columns; 0 where there is no column.
  std::int64_t num_blocks() const {
    if (last < first) return 0;
    return std::int64_t{last / marks_of_block} - first / marks_of_block + 1;
  }
};

/// Calls f(row_of_b, length) for each row of B that a row of A meets, as far as nothing is wrong
/// with it. Pre: the offsets of that row of A are valid.
template <class GraphA, class GraphB, class F>
void for_each_row_of_b(GraphA const& a, GraphB const& b, typename GraphA::ordinal_type row,
                       F const& f) {
  for (auto entry = a.row_offsets(row); entry < a.row_offsets(row + 1); ++entry) {
    auto const row_of_b = a.columns(entry);
    if (row_of_b < 0 || row_of_b >= b.num_rows || !row_offsets_valid(b, row_of_b)) continue;
    f(row_of_b, row_length(b, row_of_b));
  }
}

/// Products of a row. Pre: as for_each_row_of_b.
template <class GraphA, class GraphB>
std::int64_t products_of_row(GraphA const& a, GraphB const& b, typename GraphA::ordinal_type row) {
  std::int64_t products = 0;
  for_each_row_of_b(a, b, row, [&](auto, std::int64_t length) { products += length; });
  return products;
}

/// Calls f(row) for sampled rows of A whose offsets are valid, or for every step-th of them, until
/// these have a large share of A's entries.
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

/// Samples rows of A, without the first and those behind a row whose offsets are not valid; long
/// ones have more than max_short_row products. Rows alike are counted if that is asked.
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
