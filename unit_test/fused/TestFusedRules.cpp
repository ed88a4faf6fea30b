// SPDX-License-Identifier: BSD-3-Clause
// The choices of triple products, as pure functions; the columns of a row that hosts find.

#include "support/RandomMatrices.hpp"
#include <fused/Araios_DistinctColumns.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_FusedTuning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace araios_test {
namespace {

namespace impl = araios::impl;

TEST(FusedRules, LanesHoldTheRowsOfABundle) {
  for (int const rows : {1, 2, 3, 4, 5, 6, 7, 8}) {
    int const expected = rows == 1 ? 1 : rows <= 4 ? 4 : 8;
    EXPECT_EQ(impl::lanes_for_rows(rows), expected) << rows;
  }
}

TEST(FusedRules, WindowsWhereRowsSpanLittleOfTheirProducts) {
  impl::FusedCounts counts;
  counts.products = std::int64_t{1} << 30;
  counts.fine_span = std::int64_t{1} << 22;
  counts.coarse_span = 5;
  EXPECT_EQ(impl::window_elements(counts), (std::int64_t{1} << 22) + 8);
  EXPECT_EQ(impl::sums_of_hosts(counts), araios::RapSums::windows);
  counts.rows_together = 3;
  EXPECT_EQ(impl::window_elements(counts), 4 * ((std::int64_t{1} << 22) + 8));
  EXPECT_EQ(impl::sums_of_hosts(counts), araios::RapSums::tables);
  counts.is_direct = true;
  EXPECT_EQ(impl::sums_of_hosts(counts), araios::RapSums::windows);
  EXPECT_EQ(impl::sums_of_hosts({}), araios::RapSums::windows);
}

TEST(FusedRules, OwnersShareWhatThereIs) {
  EXPECT_EQ(impl::owners_within(1000, 100, 64), 10);
  EXPECT_EQ(impl::owners_within(1000, 100, 4), 4);
  EXPECT_EQ(impl::owners_within(50, 100, 4), 1);
  EXPECT_EQ(impl::owners_within(50, 0, 4), 4);
  EXPECT_EQ(impl::affordable_owner_bytes(std::size_t{1} << 40), std::size_t{1} << 38);
  EXPECT_EQ(impl::affordable_owner_bytes(0), impl::tuning::fused_owner_bytes_at_least);
}

/// Finds the distinct ones of some columns, and compares with a set.
void expect_distinct(impl::DistinctColumns<int>& distinct, std::vector<int> const& columns) {
  auto const count = static_cast<std::int64_t>(columns.size());
  std::copy(columns.begin(), columns.end(), distinct.begin_row(count));
  std::vector<std::uint64_t> words;
  distinct.find(count, [&](std::int64_t number, std::uint64_t bits) {
    EXPECT_EQ(number, static_cast<std::int64_t>(words.size()));
    words.push_back(bits);
  });
  ASSERT_EQ(words.size(), (columns.size() + 63) / 64);
  std::set<int> seen;
  std::vector<int> in_order;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    bool const is_new = seen.insert(columns[i]).second;
    EXPECT_EQ((words[i / 64] >> (i % 64)) & 1, is_new ? 1U : 0U) << i;
    if (is_new) in_order.push_back(columns[i]);
  }
  EXPECT_EQ(std::vector<int>(distinct.begin(), distinct.end()), in_order);
  EXPECT_EQ(distinct.span(), seen.empty() ? 0 : std::int64_t{*seen.rbegin()} - *seen.begin() + 1);
}

TEST(DistinctColumns, InTheOrderOfTheFirstByMarksAndBySorting) {
  Random random{5};
  for (std::int64_t const most_marks : {0, 20, 100'000}) {
    impl::DistinctColumns<int> distinct{most_marks};
    expect_distinct(distinct, {});
    expect_distinct(distinct, {7});
    expect_distinct(distinct, {3, 3, 3, 1, 3, 1, 2});
    for (int row = 0; row < 200; ++row) {
      std::vector<int> columns(static_cast<std::size_t>(random.below(200)));
      auto const bound = random.below(2) == 0 ? 30 : 3'000'000;
      for (auto& column : columns) column = static_cast<int>(random.below(bound));
      expect_distinct(distinct, columns);
    }
    expect_distinct(distinct, {0, std::numeric_limits<int>::max() - 1, 0});
  }
}

}  // namespace
}  // namespace araios_test
