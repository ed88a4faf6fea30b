// SPDX-License-Identifier: BSD-3-Clause
// The table of one-phase loops on hosts: selects a loop from a sample of rows.
#pragma once

#include <Araios_Strategy.hpp>
#include <matrix/Araios_ExamineColumns.hpp>
#include <one_phase/Araios_BranchPredictorModel.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_RowSample.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_ProductFacts.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// Products per column set of the rows of B that a sample of rows of A refers to.
///
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

/// The input of the one-phase rules: a sample of rows, and more expensive facts that are computed
/// only when a rule asks for them.
class OnePhaseFacts {
 public:
  RowSample sample;
  std::int64_t num_rows = 0;
  int num_threads = 1;
  bool asks_order = true;                         ///< whether rows of C must be sorted
  bool has_blocks = false;                        ///< whether RowBlock exists for these types
  bool has_sort = false;                          ///< whether SortChunk does
  std::int64_t most_products_of_shared_rows = 0;  ///< mean of a row, for RowBlock

  virtual ~OnePhaseFacts() = default;

  /// Products per column set of B: how much compression saves.
  virtual double products_per_set() const = 0;
  /// Whether branch predictors learn which products are the first ones at their column.
  virtual bool new_columns_are_predictable() const = 0;

  std::int64_t products() const { return sample.products_of(num_rows); }
};

/// Whether two phases are faster than dense rows, since they compress B. B must compress well, and
/// there must be many products. Fewer suffice if some rows repeat the columns of the row before,
/// since two phases share these.
///
/// Units: products of the whole product.
inline bool prefers_two_phases(OnePhaseFacts const& facts, std::int64_t products,
                               bool are_partly_repeated) {
  bool const are_many = products > tuning::dense_rows_large_work;
  bool const are_shared =
      are_partly_repeated && products > tuning::dense_rows_max_work_of_repeated_rows;
  if (!are_many && !are_shared) return false;
  double const per_set = facts.products_per_set();
  return (are_many && per_set > tuning::one_phase_max_products_per_set) ||
         (are_shared && per_set > tuning::one_phase_max_products_per_set_of_repeated_rows);
}

namespace one_phase_rules {

/// Whether there are enough products for the branch predictor model to pay, and it finds new
/// columns predictable.
inline bool are_predictable(OnePhaseFacts const& facts) {
  return facts.sample.may_be_predictable() &&
         facts.sample.has_more_products(tuning::predictor_min_work, facts.num_rows) &&
         facts.new_columns_are_predictable();
}

inline bool may_stay_unsorted(OnePhaseFacts const& facts) {
  return !facts.asks_order && facts.sample.allow_any_order(facts.num_rows);
}

inline bool may_sort_afterwards(OnePhaseFacts const& facts) {
  return facts.asks_order && facts.has_sort && facts.sample.allows_spa_then_sort(facts.num_rows);
}

inline bool prefer_dense_rows(OnePhaseFacts const& facts) {
  return facts.sample.prefer_dense_rows(facts.num_rows, facts.num_threads);
}

}  // namespace one_phase_rules

/// A row of the table: a loop, and when it is taken. RowLoop::none stands for two phases.
struct OnePhaseRule {
  RowLoop loop;
  std::string_view when;
  bool (*applies)(OnePhaseFacts const& facts);
};

/// The rules in order: the first one that applies decides.
inline constexpr std::array one_phase_table{
    OnePhaseRule{RowLoop::none, "the sample is empty",
                 [](OnePhaseFacts const& facts) { return facts.sample.rows == 0; }},
    OnePhaseRule{RowLoop::indexed_spa,
                 "rows may stay unsorted, lie close together, and are alike or short, or their new "
                 "columns predictable",
                 [](OnePhaseFacts const& facts) {
                   return one_phase_rules::may_stay_unsorted(facts) &&
                          (facts.sample.prefers_indexed_spa() ||
                           one_phase_rules::are_predictable(facts));
                 }},
    OnePhaseRule{RowLoop::dense_spa,
                 "rows may stay unsorted, lie close together, and are of moderate, uneven length",
                 [](OnePhaseFacts const& facts) {
                   return one_phase_rules::may_stay_unsorted(facts) && !facts.sample.are_alike() &&
                          facts.sample.prefers_dense_spa();
                 }},
    OnePhaseRule{RowLoop::indexed_spa,
                 "there are no loops over blocks of rows, and rows are short and not scattered",
                 [](OnePhaseFacts const& facts) {
                   return facts.has_sort && !facts.has_blocks &&
                          facts.sample.prefers_spa_then_sort(facts.num_rows);
                 }},
    OnePhaseRule{RowLoop::indexed_spa, "rows are narrow, and alike or short",
                 [](OnePhaseFacts const& facts) {
                   return one_phase_rules::may_sort_afterwards(facts) &&
                          facts.sample.are_narrow() && facts.sample.prefers_indexed_spa();
                 }},
    OnePhaseRule{RowLoop::none, "dense rows would do, but B compresses well",
                 [](OnePhaseFacts const& facts) {
                   return one_phase_rules::prefer_dense_rows(facts) &&
                          prefers_two_phases(facts, facts.products(),
                                             facts.sample.are_partly_repeated());
                 }},
    OnePhaseRule{RowLoop::dense_rows, "rows are long, and dense between first and last column",
                 one_phase_rules::prefer_dense_rows},
    OnePhaseRule{RowLoop::row_blocks, "rows are short",
                 [](OnePhaseFacts const& facts) {
                   return facts.has_blocks &&
                          facts.sample.prefer_row_blocks(facts.most_products_of_shared_rows);
                 }},
    OnePhaseRule{RowLoop::none, "none of these holds", [](OnePhaseFacts const&) { return true; }}};

/// The first row of the table that applies.
inline OnePhaseRule const& choose_one_phase(OnePhaseFacts const& facts) {
  return *std::find_if(one_phase_table.begin(), one_phase_table.end(),
                       [&](OnePhaseRule const& rule) { return rule.applies(facts); });
}

/// The most products of C that a loop is meant for.
///
/// Units: products.
inline std::int64_t most_products_of(RowLoop loop, std::int64_t num_rows) {
  if (loop == RowLoop::dense_rows) return tuning::dense_rows_max_work;
  if (loop == RowLoop::row_blocks) return tuning::one_phase_max_products_of_row * num_rows;
  return tuning::unsorted_max_work;
}

/// Whether all known facts favour one phase by all threads: a sample of rows selected a loop, and
/// the exact counts confirm the sample. Unknown facts count as favourable.
inline bool is_one_phase(ProductFacts const& facts) {
  if (facts.n > tuning::one_phase_max_columns) return false;
  if (facts.nnz_a + facts.nnz_b <= tuning::one_phase_min_entries) return false;
  if (facts.sampled_loop && *facts.sampled_loop == RowLoop::none) return false;
  bool const is_as_sampled = !facts.products || !facts.sampled_loop ||
                             *facts.products <= tuning::one_phase_sample_tolerance *
                                                    most_products_of(*facts.sampled_loop, facts.m);
  return is_as_sampled && facts.are_even.value_or(true) &&
         !facts.are_two_phases_preferred.value_or(false);
}

/// The facts of a product of two operands. Block is RowBlock, Sort is SortChunk.
///
/// Pre: as sample_rows; both operands outlive the facts.
template <class Block, class Sort, class GraphA, class GraphB>
class SampledFacts final : public OnePhaseFacts {
 public:
  SampledFacts(GraphA const& a, GraphB const& b, int threads, bool order) : a_{a}, b_{b} {
    sample = sample_rows(a, b, Block::max_row_products, !order || Sort::exists);
    num_rows = a.num_rows;
    num_threads = threads;
    asks_order = order;
    has_blocks = Block::exists;
    has_sort = Sort::exists;
    most_products_of_shared_rows = Block::max_products_of_shared_rows;
  }

  double products_per_set() const override {
    if (!products_per_set_) products_per_set_ = sampled_products_per_set(a_, b_);
    return *products_per_set_;
  }
  bool new_columns_are_predictable() const override {
    if (!predictable_) predictable_ = impl::new_columns_are_predictable(a_, b_, products());
    return *predictable_;
  }

 private:
  GraphA const& a_;
  GraphB const& b_;
  mutable std::optional<double> products_per_set_;
  mutable std::optional<bool> predictable_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
