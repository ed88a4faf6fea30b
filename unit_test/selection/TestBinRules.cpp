// SPDX-License-Identifier: BSD-3-Clause
// The tables of rows by bins, in and out: each line is reached, and says why.

#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_BinRoute.hpp>
#include <row_classes/Araios_BinRules.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_RouteRules.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::impl::BinRoute;
using araios::impl::LaunchFacts;
using araios::impl::RowBin;
using araios::impl::RowShape;
namespace tuning = araios::impl::tuning;

constexpr araios::impl::ProductsOfLane of_lane{40, 70};
constexpr std::int64_t wide = 10'000'000;
/// Entries of a row of A: too many for a lane, few enough for a thread, and too many for it.
constexpr std::int64_t of_thread = tuning::lane_merge_more_rows + 1;
constexpr std::int64_t of_team = 10'000;

/// A row that some line of a table is for; its size matters to the numeric phase alone.
struct NamedRow {
  std::string name;
  RowBin bin;
  RowShape shape;
  std::int64_t size = 0;
};

std::string text(RowBin bin) { return std::string{name_of(bin)}; }

/// Rows in the order of the lines that they are for.
template <class Rules, class BinOf>
void expect_each_line_is_reached(Rules const& rules, std::vector<NamedRow> const& rows,
                                 BinOf const& bin_of) {
  ASSERT_EQ(rows.size(), rules.texts.size());
  std::set<std::string> said;
  for (std::size_t line = 0; line < rows.size(); ++line) {
    NamedRow const& row = rows[line];
    EXPECT_EQ(text(row.bin), text(rules.texts[line].bin)) << row.name;
    EXPECT_EQ(bin_of(row).bin, static_cast<int>(row.bin)) << row.name;
    EXPECT_GT(bin_of(row).need, 0) << row.name;
    EXPECT_TRUE(said.emplace(rules.texts[line].when).second) << "twice: " << row.name;
  }
}

TEST(BinRules, EachLineOfTheSymbolicTableIsReached) {
  constexpr std::int64_t short_columns = 32 * tuning::symbolic_short_bitmap_max_words;
  constexpr std::int64_t columns = 32 * tuning::symbolic_bitmap_max_words;
  std::vector<NamedRow> const rows{
      {"two rows of B", RowBin::few_rows, {40, wide, 2}},
      {"too many products for few rows", RowBin::more_rows, {70, wide, 2}},
      {"many rows of B of one entry", RowBin::few_products, {20, wide, of_thread}},
      {"keys of the short map", RowBin::short_probing, {60, wide, of_thread}},
      {"keys of the map", RowBin::probing, {200, wide, of_thread}},
      {"columns of the short bitmap", RowBin::short_bitmap, {5000, short_columns, of_thread}},
      {"columns of the bitmap", RowBin::bitmap, {5000, columns, of_thread}},
      {"keys of a team's map", RowBin::team_probing, {1000, wide, of_team}},
      {"keys everywhere", RowBin::team_bitmap, {100'000, wide, of_team}}};
  expect_each_line_is_reached(araios::impl::symbolic_rules, rows, [](NamedRow const& row) {
    return araios::impl::symbolic_bin(row.shape, of_lane);
  });
  EXPECT_EQ(araios::impl::symbolic_bin({0, 0, of_thread}, of_lane).bin,
            araios::impl::BinnedRow::none);
}

TEST(BinRules, EachLineOfTheNumericTableIsReached) {
  constexpr std::int64_t scratch = tuning::team_bitmap_max_bytes;
  std::vector<NamedRow> const rows{
      {"two rows of B", RowBin::few_rows, {40, wide, 2}, 30},
      {"too many products for few rows", RowBin::more_rows, {70, wide, 2}, 30},
      {"many rows of B of one entry", RowBin::few_products, {20, wide, of_thread}, 20},
      {"keys of the short map", RowBin::short_probing, {100, wide, of_thread}, 30},
      {"close keys", RowBin::short_bitmap, {5000, 300, of_thread}, 200},
      {"more of them", RowBin::bitmap, {5000, 1500, of_thread}, 1000},
      {"keys of the map", RowBin::probing, {100, wide, of_thread}, 100},
      {"keys of a team's map", RowBin::team_probing, {5000, wide, of_thread}, 1000},
      {"close keys of a long row of A", RowBin::team_bitmap, {20'000, 1000, of_team}, 900},
      {"keys everywhere", RowBin::result_bitmap, {100'000, wide, of_team}, 50'000}};
  expect_each_line_is_reached(araios::impl::numeric_rules, rows, [](NamedRow const& row) {
    return araios::impl::numeric_bin(row.shape, row.size, scratch, of_lane);
  });
}

/// All facts, by four bits.
std::vector<LaunchFacts> all_facts() {
  std::vector<LaunchFacts> all;
  for (unsigned bits = 0; bits < 16; ++bits) {
    all.push_back({.merges_supernodes = (bits & 1U) != 0,
                   .lanes_idle = (bits & 2U) != 0,
                   .fits_team = (bits & 4U) != 0,
                   .splits_rows = (bits & 8U) != 0});
  }
  return all;
}

/// What the table should say, as nested choices.
BinRoute expected_route(RowBin bin, LaunchFacts const& facts) {
  BinRoute const by_team = facts.fits_team ? BinRoute::team : BinRoute::team_in_result;
  switch (bin) {
    case RowBin::few_rows:
    case RowBin::more_rows:
      return BinRoute::lane;
    case RowBin::few_products:
    case RowBin::short_probing:
      return BinRoute::thread;
    case RowBin::probing:
      return facts.lanes_idle ? by_team : BinRoute::thread;
    case RowBin::short_bitmap:
    case RowBin::bitmap:
      if (facts.merges_supernodes) return BinRoute::supernode;
      return facts.lanes_idle ? by_team : BinRoute::thread;
    case RowBin::supernode_bitmap:
      return BinRoute::supernode;
    case RowBin::team_probing:
      return by_team;
    case RowBin::team_bitmap:
      return facts.splits_rows ? BinRoute::split : by_team;
    default:
      return facts.splits_rows ? BinRoute::split : BinRoute::team_in_result;
  }
}

TEST(RouteRules, AllFactsLeadEachBinToItsRoute) {
  for (int number = 0; number < araios::impl::num_row_bins; ++number) {
    auto const bin = static_cast<RowBin>(number);
    for (LaunchFacts const& facts : all_facts()) {
      EXPECT_EQ(name_of(route_of(bin, facts)), name_of(expected_route(bin, facts)))
          << name_of(bin) << ": " << facts.merges_supernodes << facts.lanes_idle << facts.fits_team
          << facts.splits_rows;
    }
  }
}

TEST(RouteRules, EachLineDecidesForEachOfItsBins) {
  auto const& rules = araios::impl::route_rules;
  std::set<std::string> said;
  for (std::size_t line = 0; line < rules.size(); ++line) {
    EXPECT_TRUE(said.emplace(rules[line].when).second) << rules[line].when;
    for (int number = 0; number < araios::impl::num_row_bins; ++number) {
      auto const bin = static_cast<RowBin>(number);
      if (!rules[line].bins.has(bin)) continue;
      EXPECT_NE(name_of(rules[line].route), name_of(own_route(bin)));
      bool decides = false;
      for (LaunchFacts const& facts : all_facts()) {
        std::size_t first = 0;
        while (first < line && !(rules[first].bins.has(bin) && rules[first].applies(facts))) {
          ++first;
        }
        decides = decides || (first == line && rules[line].applies(facts));
      }
      EXPECT_TRUE(decides) << name_of(bin) << ": " << rules[line].when;
    }
  }
}

TEST(RouteRules, CountsSayTheRoutesThatAreNotTheBinsOwn) {
  auto const at = [](RowBin bin) { return static_cast<std::size_t>(bin); };
  araios::impl::BinCounts counts;
  counts.rows[at(RowBin::few_rows)] = 5;
  counts.rows[at(RowBin::bitmap)] = 123;
  counts.rows[at(RowBin::result_bitmap)] = 2;
  EXPECT_EQ(to_string(counts), "rows by bins few-rows=5 bitmap=123 result-bitmap=2");
  araios::impl::BinCounts const own = counts;
  counts.routes[at(RowBin::bitmap)] = BinRoute::team;
  counts.routes[at(RowBin::result_bitmap)] = BinRoute::split;
  counts.routes[at(RowBin::probing)] = BinRoute::team_in_result;
  EXPECT_EQ(to_string(counts),
            "rows by bins few-rows=5 bitmap=123 by teams result-bitmap=2 by split rows");
  EXPECT_EQ(counts, own) << "routes are a report";
  counts.rows[at(RowBin::bitmap)] = 124;
  EXPECT_NE(counts, own);
}

}  // namespace
}  // namespace araios_test
