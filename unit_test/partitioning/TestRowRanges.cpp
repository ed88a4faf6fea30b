// SPDX-License-Identifier: BSD-3-Clause
// Ranges of rows on hosts, cut by numbers of rows and by work.

#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <rowwise/Araios_LaunchTeams.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Offsets = Kokkos::View<std::int64_t*, Kokkos::HostSpace>;
using Range = std::pair<std::int64_t, std::int64_t>;

constexpr std::int64_t num_rows = 1000;
constexpr std::int64_t rows_per_range = 50;

template <class RowLength>
Offsets offsets_of(RowLength const& row_length) {
  Offsets offsets("row_offsets", num_rows + 1);
  for (std::int64_t row = 0; row < num_rows; ++row) {
    offsets(row + 1) = offsets(row) + row_length(row);
  }
  return offsets;
}

/// The ranges that a single owner gets.
std::vector<Range> ranges_of(Offsets const& row_offsets, bool by_work) {
  araios::impl::RowRanges<Space, Space::device_type> const ranges{
      num_rows, rows_per_range, 1, araios::ScheduleKind::static_chunks, {}, by_work};
  araios::impl::HostThread<Space> const self;
  std::vector<Range> found;
  ranges.for_each_by_work<araios::impl::ThreadSequential>(
      araios::impl::ThreadSequential::lanes(self), row_offsets,
      [&](araios::impl::Rows const& rows) { found.emplace_back(rows.begin, rows.end); });
  return found;
}

void expect_to_cover_all_rows(std::vector<Range> const& ranges) {
  ASSERT_FALSE(ranges.empty());
  EXPECT_EQ(ranges.front().first, 0);
  EXPECT_EQ(ranges.back().second, num_rows);
  for (std::size_t i = 1; i < ranges.size(); ++i) EXPECT_EQ(ranges[i].first, ranges[i - 1].second);
}

TEST(RowRanges, LongRowsSideBySideGoToSeveralOwners) {
  constexpr std::int64_t long_rows = 4;
  auto const offsets = offsets_of([](std::int64_t row) { return row < long_rows ? 10'000 : 1; });
  auto const ranges = ranges_of(offsets, true);
  expect_to_cover_all_rows(ranges);
  for (auto const& [begin, end] : ranges) {
    EXPECT_LE(std::min(end, long_rows) - std::min(begin, long_rows), 1);
  }
}

TEST(RowRanges, EvenRowsAreCutEvenly) {
  for (int const length : {0, 3}) {
    auto const ranges = ranges_of(offsets_of([&](std::int64_t) { return length; }), true);
    expect_to_cover_all_rows(ranges);
    for (auto const& [begin, end] : ranges) EXPECT_LE(std::abs(end - begin - rows_per_range), 1);
  }
}

TEST(RowRanges, ByNumbersOfRowsWorkDoesNotCount) {
  auto const ranges = ranges_of(offsets_of([](std::int64_t row) { return row; }), false);
  expect_to_cover_all_rows(ranges);
  for (auto const& [begin, end] : ranges) EXPECT_EQ(end - begin, rows_per_range);
}

}  // namespace
}  // namespace araios_test
