// SPDX-License-Identifier: BSD-3-Clause
// The searches that share work: every small case against brute force.

#include "support/HostTeam.hpp"
#include <partitioning/Araios_Search.hpp>
#include <partitioning/Araios_SpreadOrder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace araios_test {
namespace {

/// Calls f with every vector of `size` digits from 0 to `base` - 1.
template <class F>
void for_every_vector(int size, int base, F const& f) {
  std::vector<int> digits(static_cast<std::size_t>(size), 0);
  while (true) {
    f(digits);
    std::size_t place = 0;
    while (place < digits.size() && ++digits[place] == base) digits[place++] = 0;
    if (place == digits.size()) return;
  }
}

std::vector<int> prefix_sums(std::vector<int> const& sizes) {
  std::vector<int> sums(sizes.size());
  std::partial_sum(sizes.begin(), sizes.end(), sums.begin());
  return sums;
}

auto elements_of(std::vector<int> const& vector) {
  return [&vector](auto i) { return vector.at(static_cast<std::size_t>(i)); };
}

TEST(UpperBound, FindsTheFirstGreaterElement) {
  for (int size = 0; size <= 4; ++size) {
    for_every_vector(size, 3, [&](std::vector<int> const& steps) {
      auto const sorted = prefix_sums(steps);
      for (int value = -1; value <= 10; ++value) {
        int expected = 0;
        while (expected < size && sorted[static_cast<std::size_t>(expected)] <= value) ++expected;
        EXPECT_EQ(araios::impl::upper_bound(0, size, elements_of(sorted), value), expected)
            << testing::PrintToString(sorted) << ", value " << value;
      }
    });
  }
}

TEST(UpperBound, StaysWithinItsRange) {
  std::vector<int> const sorted{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(araios::impl::upper_bound(2, 4, elements_of(sorted), 0), 2);
  EXPECT_EQ(araios::impl::upper_bound(2, 4, elements_of(sorted), 3), 3);
  EXPECT_EQ(araios::impl::upper_bound(2, 4, elements_of(sorted), 9), 4);
  EXPECT_EQ(araios::impl::upper_bound(3, 3, elements_of(sorted), 0), 3);
}

TEST(UpperBound, IndicesBeyond32BitsDoNotOverflow) {
  std::int64_t const size = std::int64_t{1} << 62;
  auto const identity = [](std::int64_t i) { return i; };
  for (std::int64_t const value : {std::int64_t{0}, size / 2, size - 2}) {
    EXPECT_EQ(araios::impl::upper_bound(std::int64_t{0}, size, identity, value), value + 1);
  }
}

/// The points of the merge path in order: the entries of a row, then its end.
std::vector<araios::impl::MergePathPoint<int>> walked_path(std::vector<int> const& row_sizes) {
  std::vector<araios::impl::MergePathPoint<int>> points{{0, 0}};
  for (int const size : row_sizes) {
    for (int entry = 0; entry < size; ++entry) {
      points.push_back({points.back().row, points.back().entry + 1});
    }
    points.push_back({points.back().row + 1, points.back().entry});
  }
  return points;
}

/// Expects the search on every diagonal to find the point that a walk comes to.
template <class Index>
void expect_every_diagonal_found(std::vector<int> const& row_sizes) {
  auto const row_ends = prefix_sums(row_sizes);
  auto const path = walked_path(row_sizes);
  auto const num_rows = static_cast<Index>(row_sizes.size());
  auto const num_entries = static_cast<Index>(path.back().entry);
  for (std::size_t diagonal = 0; diagonal < path.size(); ++diagonal) {
    auto const found = araios::impl::merge_path_search(static_cast<Index>(diagonal), num_rows,
                                                       num_entries, elements_of(row_ends));
    EXPECT_EQ(found.row, path[diagonal].row)
        << testing::PrintToString(row_sizes) << ", diagonal " << diagonal;
    EXPECT_EQ(found.entry, path[diagonal].entry)
        << testing::PrintToString(row_sizes) << ", diagonal " << diagonal;
  }
}

TEST(MergePathSearch, EveryDiagonalOfSmallCasesIsWhereAWalkComes) {
  for (int num_rows = 0; num_rows <= 5; ++num_rows) {
    for_every_vector(num_rows, 4, expect_every_diagonal_found<int>);
  }
}

TEST(MergePathSearch, LongRowsAndEmptyRowsWithWideIndices) {
  expect_every_diagonal_found<std::int64_t>({0, 0, 0, 1000, 0, 0, 1, 300, 0});
  expect_every_diagonal_found<std::int64_t>(std::vector<int>(500, 0));
  expect_every_diagonal_found<std::int64_t>({777});
}

TEST(MergePathSearch, ReadsNoMoreRowEndsThanABinarySearchNeeds) {
  std::int64_t const num_rows = std::int64_t{1} << 40;
  int num_reads = 0;
  auto const row_end = [&](std::int64_t row) {
    ++num_reads;
    return 3 * (row + 1);
  };
  auto const point =
      araios::impl::merge_path_search(4 * (num_rows / 2), num_rows, 3 * num_rows, row_end);
  EXPECT_EQ(point.row, num_rows / 2);
  EXPECT_EQ(point.entry, 3 * (num_rows / 2));
  EXPECT_LE(num_reads, 41);
}

/// The row ends before a diagonal as each of a group's threads finds it, beside one that waits.
std::vector<std::int64_t> found_by_team(int group_size, std::int64_t diagonal,
                                        std::vector<int> const& row_ends) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(group_size));
  std::int64_t found[2] = {-1, -1};
  auto const search = [&](HostMember const& member) {
    int const rank = member.team_rank();
    auto const row = araios::impl::rows_before_diagonal(
        member, araios::impl::SearchGroup{rank, group_size, found}, diagonal,
        static_cast<std::int64_t>(row_ends.size()), elements_of(row_ends));
    if (rank < group_size) rows[static_cast<std::size_t>(rank)] = row;
  };
  run_on_host(search, 1, group_size + 1);
  return rows;
}

TEST(RowsBeforeDiagonal, TeamsFindWhatOneThreadFinds) {
  for (int const num_rows : {0, 1, 2, 9, 10, 30}) {
    std::vector<int> sizes(static_cast<std::size_t>(num_rows));
    for (std::size_t row = 0; row < sizes.size(); ++row) {
      sizes[row] = static_cast<int>(row % 4 == 1 ? 0 : 3 * row % 7);
    }
    auto const row_ends = prefix_sums(sizes);
    std::int64_t const num_entries = row_ends.empty() ? 0 : row_ends.back();
    for (int const group_size : {1, 3, 4}) {
      for (std::int64_t diagonal = 0; diagonal <= num_rows + num_entries; ++diagonal) {
        auto const expected = araios::impl::merge_path_search(diagonal, std::int64_t{num_rows},
                                                              num_entries, elements_of(row_ends));
        EXPECT_THAT(found_by_team(group_size, diagonal, row_ends), testing::Each(expected.row))
            << num_rows << " rows, diagonal " << diagonal << ", " << group_size << " threads";
      }
    }
  }
}

TEST(LastNotAbove, FindsSeveralSideBySide) {
  for (int size = 1; size <= 40; ++size) {
    std::vector<int> sorted;
    for (int i = 0; i < size; ++i) sorted.push_back(3 * i);
    auto const at = [&](int i) { return sorted[static_cast<std::size_t>(i)]; };
    for (int value = 0; value < 3 * size + 3; ++value) {
      int const values[3] = {value, 0, 3 * size};
      int found[3] = {-1, -1, -1};
      araios::impl::last_not_above<3>(0, size, at, values, found);
      EXPECT_EQ(found[0], std::min(value / 3, size - 1)) << size << " elements, value " << value;
      EXPECT_EQ(found[1], 0);
      EXPECT_EQ(found[2], size - 1);
    }
  }
}

TEST(SpreadOrder, MeetsEachThingOnce) {
  for (std::int64_t const count : {0, 1, 7, 8, 9, 63, 64, 65, 1000}) {
    araios::impl::SpreadOrder<8> const order{count};
    std::vector<int> met(static_cast<std::size_t>(count), 0);
    for (std::int64_t step = 0; step < order.num_steps(); ++step) {
      std::int64_t const thing = order.at(step);
      ASSERT_GE(thing, 0);
      if (thing < count) ++met[static_cast<std::size_t>(thing)];
      std::int64_t const of_place = (count + 7) / 8;
      EXPECT_EQ(thing, step % 8 * of_place + step / 8);
    }
    EXPECT_EQ(std::count(met.begin(), met.end(), 1), count);
  }
}

}  // namespace
}  // namespace araios_test
