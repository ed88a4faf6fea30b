// SPDX-License-Identifier: BSD-3-Clause
// The way that a product goes in one pass on hosts, or both phases.
#pragma once

#include <matrix/Araios_ExamineColumns.hpp>
#include <one_phase/Araios_BranchPredictorModel.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_RowSample.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// How rows of C are formed in one walk through A and B.
enum class OnePhaseLoop {
  none,         ///< by both phases
  row_blocks,   ///< products of many rows side by side, put into order
  dense_rows,   ///< one row after the other in an array over all columns
  indexed_spa,  ///< IndexedSpa: not in order, or put into order behind that (SortChunk)
  dense_spa,    ///< not in order: DenseSpa
};

/// Products for each column set that the rows of B form which a sample of rows of A meets.
/// Pre: as sample_rows.
template <class GraphA, class GraphB>
double sampled_products_per_set(GraphA const& a, GraphB const& b) {
  using Ordinal = typename GraphA::ordinal_type;
  std::int64_t work = 0;
  std::int64_t column_sets = 0;
  for_each_sampled_row(a, tuning::one_phase_rows_of_set_sample, [&](Ordinal row) {
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
bool prefers_two_phases(GraphA const& a, GraphB const& b, std::int64_t products,
                        bool are_partly_repeated = false) {
  bool const are_many = products > tuning::dense_rows_large_work;
  bool const are_shared =
      are_partly_repeated && products > tuning::dense_rows_max_work_of_repeated_rows;
  if (!are_many && !are_shared) return false;
  double const products_per_set = sampled_products_per_set(a, b);
  return (are_many && products_per_set > tuning::one_phase_max_products_per_set) ||
         (are_shared && products_per_set > tuning::one_phase_max_products_per_set_of_repeated_rows);
}

/// Whether there are so many products that a forecast pays, and it says that processors foretell
/// which columns are new. Pre: as sample_rows.
template <class GraphA, class GraphB>
bool ask_model(RowSample const& sample, GraphA const& a, GraphB const& b) {
  return sample.may_be_predictable() &&
         sample.has_more_products(tuning::predictor_min_work, a.num_rows) &&
         new_columns_are_predictable(a, b, sample.products_of(a.num_rows));
}

/// How rows go that need not be in order; none where they had better be, or be left to both phases.
/// Pre: as sample_rows.
template <class GraphA, class GraphB>
OnePhaseLoop choose_unsorted(RowSample const& sample, GraphA const& a, GraphB const& b) {
  if (!sample.allow_any_order(a.num_rows)) return OnePhaseLoop::none;
  if (sample.prefers_indexed_spa() || ask_model(sample, a, b)) return OnePhaseLoop::indexed_spa;
  return !sample.are_alike() && sample.prefers_dense_spa() ? OnePhaseLoop::dense_spa
                                                           : OnePhaseLoop::none;
}

/// The way that a sample of rows advises, where Block (RowBlock) forms blocks of rows, and Sort
/// (SortChunk) puts rows into order. Rows of C need not be in order unless that is asked.
template <class Block, class Sort, class GraphA, class GraphB>
OnePhaseLoop choose_one_phase(GraphA const& a, GraphB const& b, int num_threads, bool asks_order) {
  RowSample const sample = sample_rows(a, b, Block::max_row_products, !asks_order || Sort::exists);
  if (sample.rows == 0) return OnePhaseLoop::none;
  if (!asks_order) {
    OnePhaseLoop const way = choose_unsorted(sample, a, b);
    if (way != OnePhaseLoop::none) return way;
  }
  if (Sort::exists && !Block::exists && sample.prefers_spa_then_sort(a.num_rows)) {
    return OnePhaseLoop::indexed_spa;
  }
  bool const may_sort_places =
      asks_order && Sort::exists && sample.allows_spa_then_sort(a.num_rows);
  if (may_sort_places && sample.are_narrow() && sample.prefers_indexed_spa()) {
    return OnePhaseLoop::indexed_spa;
  }
  if (sample.prefer_dense_rows(a.num_rows, num_threads)) {
    bool const go_by_phases =
        prefers_two_phases(a, b, sample.products_of(a.num_rows), sample.are_partly_repeated());
    return go_by_phases ? OnePhaseLoop::none : OnePhaseLoop::dense_rows;
  }
  if (may_sort_places && !sample.have_few_products() && ask_model(sample, a, b)) {
    return OnePhaseLoop::indexed_spa;
  }
  bool const prefer_row_blocks =
      Block::exists && sample.prefer_row_blocks(Block::max_products_of_shared_rows);
  return prefer_row_blocks ? OnePhaseLoop::row_blocks : OnePhaseLoop::none;
}

}  // namespace araios::inline ARAIOS_ISA::impl
