// SPDX-License-Identifier: BSD-3-Clause
// The tables of strategies and of one-phase loops, in and out: no kernel runs.

#include <Araios_SpGemmOptions.hpp>
#include <Araios_Strategy.hpp>
#include <Araios_StrategyTables.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <selection/Araios_ProductFacts.hpp>
#include <spgemm/Araios_StrategyTable.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::MethodKind;
using araios::RowLoop;
using araios::SpGemmOptions;
using araios::Strategy;
using araios::impl::OnePhaseFacts;
using araios::impl::ProductFacts;
using araios::impl::select_strategy;

namespace tuning = araios::impl::tuning;

/// A whole call on a host of four threads, valid and even, as large as is asked.
ProductFacts host_call(std::int64_t order, std::int64_t entries, std::int64_t products) {
  ProductFacts facts;
  facts.concurrency = 4;
  facts.is_whole_call = true;
  facts.have_arrays = true;
  facts.m = facts.k = facts.n = order;
  facts.nnz_a = facts.nnz_b = entries;
  facts.are_valid = true;
  facts.products = products;
  facts.fit_registers = false;
  facts.sampled_loop = RowLoop::row_blocks;
  facts.are_even = true;
  return facts;
}
ProductFacts small_call() { return host_call(100, 300, 900); }
ProductFacts large_call() { return host_call(100'000, 300'000, 900'000); }

ProductFacts device_call() {
  ProductFacts facts = large_call();
  facts.is_host = false;
  return facts;
}

SpGemmOptions with_method(MethodKind method) {
  SpGemmOptions options;
  options.method = method;
  return options;
}

Strategy chosen(ProductFacts const& facts, SpGemmOptions const& options = {}) {
  return select_strategy(facts, options).strategy;
}

SpGemmOptions recording() {
  SpGemmOptions options;
  options.record_pattern = true;
  return options;
}

TEST(StrategyTable, EachRowIsReachedAndSaysWhen) {
  ProductFacts plan = large_call();
  plan.is_whole_call = false;
  ProductFacts unrecorded = plan;
  unrecorded.records_pattern = false;
  std::vector<std::pair<ProductFacts, SpGemmOptions>> const calls{
      {small_call(), {}},
      {large_call(), {}},
      {device_call(), {}},
      {plan, with_method(MethodKind::rbsparse)},
      {plan, with_method(MethodKind::bhsparse)},
      {plan, recording()},
      {plan, {}},
      {unrecorded, {}}};
  ASSERT_EQ(calls.size(), araios::impl::strategy_table.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    auto const& rule = select_strategy(calls[i].first, calls[i].second);
    EXPECT_EQ(&rule, &araios::impl::strategy_table[i]) << name_of(rule.strategy);
    EXPECT_FALSE(rule.when.empty());
  }
}

TEST(StrategyTable, EachStrategyHasANameAndEachRowAReason) {
  std::set<std::string> names;
  std::set<std::string> reasons;
  for (auto const& rule : araios::impl::strategy_table) {
    names.insert(std::string{name_of(rule.strategy)});
    EXPECT_TRUE(reasons.insert(std::string{rule.when}).second);
  }
  EXPECT_EQ(names.size(), 7U);
  EXPECT_EQ(names.count("unknown"), 0U);
}

TEST(StrategyTable, SmallProductsEndWhereMoreThreadsPay) {
  EXPECT_EQ(chosen(host_call(100, 300, tuning::small_max_products)), Strategy::small_serial);
  EXPECT_EQ(chosen(host_call(100, 300, tuning::small_max_products + 1)), Strategy::pattern);
  EXPECT_EQ(chosen(host_call(1000, 600, tuning::small_max_products_alone)), Strategy::small_serial);
  ProductFacts alone = host_call(1000, 3000, tuning::small_max_products_alone);
  EXPECT_EQ(chosen(alone), Strategy::one_phase);
  alone.concurrency = 1;
  EXPECT_EQ(chosen(alone), Strategy::small_serial);
}

TEST(StrategyTable, SmallProductsInRegistersMayBeLarger) {
  ProductFacts facts = host_call(7000, 20'000, tuning::small_max_products_by_registers);
  facts.n = 64;
  facts.register_columns = 64;
  facts.fit_registers = true;
  EXPECT_EQ(chosen(facts), Strategy::small_serial);
  facts.fit_registers = false;
  EXPECT_EQ(chosen(facts), Strategy::one_phase);
}

TEST(StrategyTable, ASampleRulesOutWhatIsClearlyLarge) {
  ProductFacts facts = small_call();
  facts.products.reset();
  facts.sampled_products = tuning::small_max_products * 3 / 2;
  EXPECT_EQ(chosen(facts), Strategy::small_serial);
  facts.sampled_products = tuning::small_max_products * 2;
  EXPECT_NE(chosen(facts), Strategy::small_serial);
}

TEST(StrategyTable, FactsThatAreNotKnownAreTakenToBeFavourable) {
  ProductFacts facts = large_call();
  facts.are_valid.reset();
  facts.products.reset();
  facts.sampled_loop.reset();
  facts.are_even.reset();
  EXPECT_EQ(chosen(facts), Strategy::one_phase);
}

TEST(StrategyTable, WhatRulesOutOnePhaseLeavesTwo) {
  std::vector<std::pair<std::string, std::function<void(ProductFacts&)>>> const changes{
      {"a plan is wanted", [](ProductFacts& facts) { facts.is_whole_call = false; }},
      {"an operand lacks memory", [](ProductFacts& facts) { facts.have_arrays = false; }},
      {"a pattern is not valid", [](ProductFacts& facts) { facts.are_valid = false; }},
      {"no loop is advised", [](ProductFacts& facts) { facts.sampled_loop = RowLoop::none; }},
      {"threads would wait", [](ProductFacts& facts) { facts.are_even = false; }},
      {"B compresses", [](ProductFacts& facts) { facts.are_two_phases_preferred = true; }},
      {"B is wide", [](ProductFacts& facts) { facts.n = tuning::one_phase_max_columns + 1; }},
      {"rows are longer than sampled", [](ProductFacts& facts) { facts.products = 1 << 30; }}};
  for (auto const& [what, change] : changes) {
    ProductFacts facts = large_call();
    change(facts);
    EXPECT_EQ(chosen(facts), Strategy::pattern) << what;
  }
  SpGemmOptions capped;
  capped.max_workspace_bytes = 1 << 20;
  EXPECT_EQ(chosen(large_call(), capped), Strategy::pattern);
  SpGemmOptions unsorted;
  unsorted.result_sorted = false;
  unsorted.deterministic = true;
  EXPECT_EQ(chosen(large_call(), unsorted), Strategy::one_phase);
}

TEST(StrategyTable, BinsNeedFreeChoiceAscendingRowsAndRoom) {
  ProductFacts unordered = device_call();
  unordered.b_ascends = false;
  EXPECT_EQ(chosen(unordered), Strategy::rowwise);
  ProductFacts empty = device_call();
  empty.m = 0;
  EXPECT_EQ(chosen(empty), Strategy::rowwise);
  SpGemmOptions capped;
  capped.max_workspace_bytes = 1 << 20;
  EXPECT_EQ(chosen(device_call(), capped), Strategy::rowwise);
  capped.replay = true;
  EXPECT_EQ(chosen(device_call(), capped), Strategy::bins);
  ProductFacts too_large = device_call();
  too_large.bins_fit = false;
  EXPECT_EQ(chosen(too_large, capped), Strategy::rowwise);
  EXPECT_EQ(chosen(device_call(), with_method(MethodKind::kkmem)), Strategy::rowwise);
}

/// Whether a page holds the table row by row, in its order.
template <class Table, class NameOf>
testing::AssertionResult is_shown(std::string const& page, Table const& table,
                                  NameOf const& name_of_row) {
  std::ifstream file{std::string{ARAIOS_SOURCE_FOLDER} + "/" + page};
  std::stringstream text;
  text << file.rdbuf();
  std::string expected = "| --- | --- |\n";
  for (auto const& rule : table) {
    expected += "| `" + std::string{name_of_row(rule)} + "` | " + std::string{rule.when} + " |\n";
  }
  if (text.str().find(expected + "\n") != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << page << " lacks the table:\n" << expected;
}

TEST(StrategyTable, ThePagesShowBothTables) {
  EXPECT_TRUE(is_shown("docs/architecture.md", araios::impl::strategy_table,
                       [](auto const& rule) { return name_of(rule.strategy); }));
  EXPECT_TRUE(is_shown("docs/strategies/one_phase.md", araios::impl::one_phase_table,
                       [](auto const& rule) { return name_of(rule.loop); }));
}

TEST(StrategyTable, TheTextHoldsEachRowOfBothTables) {
  std::string const text = araios::strategy_tables();
  auto const holds = [&](std::string_view name, std::string_view when) {
    return text.find("  " + std::string{name} + ": " + std::string{when} + "\n") !=
           std::string::npos;
  };
  for (auto const& rule : araios::impl::strategy_table) {
    EXPECT_TRUE(holds(name_of(rule.strategy), rule.when)) << text;
  }
  for (auto const& rule : araios::impl::one_phase_table) {
    EXPECT_TRUE(holds(name_of(rule.loop), rule.when)) << text;
  }
}

/// Facts that say what a test says.
class GivenFacts final : public OnePhaseFacts {
 public:
  double per_set = 1;
  bool predictable = false;

  GivenFacts() {
    sample.rows = 100;
    sample.alike_rows = 0;
    num_rows = 10'000;
    num_threads = 4;
    has_blocks = true;
    has_sort = true;
    most_products_of_shared_rows = 20;
  }
  double products_per_set() const override { return per_set; }
  bool new_columns_are_predictable() const override { return predictable; }
};

/// Rows of so many products on average, whose columns lie within so many blocks.
GivenFacts rows_of(std::int64_t products, std::int64_t blocks) {
  GivenFacts facts;
  facts.sample.work = products * facts.sample.rows;
  facts.sample.column_blocks = blocks * facts.sample.rows;
  return facts;
}

TEST(OnePhaseTable, EachRowIsReachedAndSaysWhen) {
  GivenFacts empty;
  empty.sample.rows = 0;
  GivenFacts short_unsorted = rows_of(10, 4);
  short_unsorted.asks_order = false;
  GivenFacts uneven_unsorted = rows_of(100, 100);
  uneven_unsorted.asks_order = false;
  GivenFacts without_blocks = rows_of(10, 4);
  without_blocks.has_blocks = false;
  GivenFacts const narrow = rows_of(10, 2);
  GivenFacts compressible = rows_of(1000, 4);
  compressible.per_set = 10;
  GivenFacts const dense = rows_of(1000, 4);
  GivenFacts const blocks = rows_of(15, 5000);
  GivenFacts const none = rows_of(200, 5000);
  std::vector<OnePhaseFacts const*> const facts{&empty,          &short_unsorted, &uneven_unsorted,
                                                &without_blocks, &narrow,         &compressible,
                                                &dense,          &blocks,         &none};
  ASSERT_EQ(facts.size(), araios::impl::one_phase_table.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    auto const& rule = araios::impl::choose_one_phase(*facts[i]);
    EXPECT_EQ(&rule - araios::impl::one_phase_table.data(), static_cast<std::ptrdiff_t>(i))
        << rule.when;
    EXPECT_FALSE(rule.when.empty());
  }
}

TEST(OnePhaseTable, LoopsThatDoNotExistAreNotAdvised) {
  GivenFacts facts = rows_of(15, 5000);
  EXPECT_EQ(araios::impl::choose_one_phase(facts).loop, RowLoop::row_blocks);
  facts.has_blocks = false;
  EXPECT_EQ(araios::impl::choose_one_phase(facts).loop, RowLoop::none);
  GivenFacts narrow = rows_of(10, 2);
  narrow.has_sort = false;
  EXPECT_EQ(araios::impl::choose_one_phase(narrow).loop, RowLoop::row_blocks);
}

}  // namespace
}  // namespace araios_test
