// SPDX-License-Identifier: BSD-3-Clause
// The way that a product goes in one pass on hosts, or both phases.
#pragma once

#include <matrix/Araios_ExamineColumns.hpp>
#include <one_phase/Araios_ForetoldColumns.hpp>
#include <one_phase/Araios_RowSample.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Tuning.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// How rows of C are formed in one walk through A and B.
enum class OnePassWay {
  none,        ///< by both phases
  by_blocks,   ///< products of many rows side by side, put into order
  by_columns,  ///< one row after the other in an array over all columns
  by_places,   ///< PlacedColumns: not in order, or put into order behind that (SortChunk)
  by_list,     ///< not in order: ListedColumns
};

/// Products for each column set that the rows of B form which a sample of rows of A meets.
/// Pre: as sample_rows.
template <class GraphA, class GraphB>
double sampled_products_per_set(GraphA const& a, GraphB const& b) {
  using Ordinal = typename GraphA::ordinal_type;
  std::int64_t work = 0;
  std::int64_t column_sets = 0;
  for_each_sampled_row(a, tuning::one_pass_rows_of_set_sample, [&](Ordinal row) {
    for_each_row_of_b(a, b, row, [&](Ordinal row_of_b, std::int64_t length) {
      auto const* const columns = b.columns.data() + b.row_offsets(row_of_b);
      work += length;
      column_sets += examine_columns_on_host(columns, length, b.num_cols).column_sets;
    });
  });
  return static_cast<double>(work) / static_cast<double>(std::max<std::int64_t>(column_sets, 1));
}

/// Whether both phases, which compress B, form C sooner than one pass by columns does: where there
/// are many products, or fewer and some rows repeat the columns of the row before, which both
/// phases make use of. Pre: as sample_rows. Units: products, those of all rows.
template <class GraphA, class GraphB>
bool are_phases_faster(GraphA const& a, GraphB const& b, std::int64_t products,
                       bool are_partly_repeated = false) {
  bool const are_many = products > tuning::by_columns_large_work;
  bool const are_shared =
      are_partly_repeated && products > tuning::by_columns_max_work_of_repeated_rows;
  if (!are_many && !are_shared) return false;
  double const products_per_set = sampled_products_per_set(a, b);
  return (are_many && products_per_set > tuning::one_pass_max_products_per_set) ||
         (are_shared && products_per_set > tuning::one_pass_max_products_per_set_of_repeated_rows);
}

/// Whether there are so many products that a forecast pays, and it says that processors foretell
/// which columns are new. Pre: as sample_rows.
template <class GraphA, class GraphB>
bool ask_forecast(RowSample const& sample, GraphA const& a, GraphB const& b) {
  return sample.may_be_foretold() &&
         sample.has_more_products(tuning::foretold_min_work, a.num_rows) &&
         are_new_columns_foretold(a, b, sample.products_of(a.num_rows));
}

/// How rows go that need not be in order; none where they had better be, or be left to both phases.
/// Pre: as sample_rows.
template <class GraphA, class GraphB>
OnePassWay choose_unsorted(RowSample const& sample, GraphA const& a, GraphB const& b) {
  if (!sample.may_go_in_any_order(a.num_rows)) return OnePassWay::none;
  if (sample.go_by_places_unasked() || ask_forecast(sample, a, b)) return OnePassWay::by_places;
  return !sample.are_alike() && sample.go_by_list() ? OnePassWay::by_list : OnePassWay::none;
}

/// The way that a sample of rows advises, where Block (RowBlock) forms blocks of rows, and Sort
/// (SortChunk) puts rows into order. Rows of C need not be in order unless that is asked.
template <class Block, class Sort, class GraphA, class GraphB>
OnePassWay choose_one_pass(GraphA const& a, GraphB const& b, int num_threads, bool asks_order) {
  RowSample const sample = sample_rows(a, b, Block::max_row_products, !asks_order || Sort::exists);
  if (sample.rows == 0) return OnePassWay::none;
  if (!asks_order) {
    OnePassWay const way = choose_unsorted(sample, a, b);
    if (way != OnePassWay::none) return way;
  }
  if (Sort::exists && !Block::exists && sample.had_better_go_by_sorted_places(a.num_rows)) {
    return OnePassWay::by_places;
  }
  bool const may_sort_places =
      asks_order && Sort::exists && sample.may_go_by_sorted_places(a.num_rows);
  if (may_sort_places && sample.are_narrow() && sample.go_by_places_unasked()) {
    return OnePassWay::by_places;
  }
  if (sample.go_by_columns(a.num_rows, num_threads)) {
    bool const go_by_phases =
        are_phases_faster(a, b, sample.products_of(a.num_rows), sample.are_partly_repeated());
    return go_by_phases ? OnePassWay::none : OnePassWay::by_columns;
  }
  if (may_sort_places && !sample.have_few_products() && ask_forecast(sample, a, b)) {
    return OnePassWay::by_places;
  }
  bool const go_by_blocks =
      Block::exists && sample.go_by_blocks(Block::max_products_of_shared_rows);
  return go_by_blocks ? OnePassWay::by_blocks : OnePassWay::none;
}

}  // namespace araios::inline ARAIOS_ISA::impl
