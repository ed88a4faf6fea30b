// SPDX-License-Identifier: BSD-3-Clause
// Parts of the one-phase strategy: chunks of rows, work stealing, and streaming copies.

#include "support/RandomMatrices.hpp"
#include <Araios_Workspace.hpp>
#include <host_simd/Araios_StreamingCopy.hpp>
#include <one_phase/Araios_RowChunks.hpp>
#include <one_phase/Araios_WorkStealingRanges.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

// For any costs, each group is in one chunk, in order, and chunks are contiguous.
TEST(RowChunks, GroupsArePutTogetherToChunksOfLikeCost) {
  Random random{1};
  for (std::int64_t const count : {1, 2, 7, 64}) {
    for (std::int64_t const num_groups : {1, 2, 63, 64, 500}) {
      araios::impl::GroupsOfRows const rows{num_groups * 3 + 1, num_groups};
      std::vector<araios::impl::RowGroup> groups;
      std::int64_t cost = 0;
      std::int64_t most = 0;
      for (std::int64_t i = 0; i < num_groups; ++i) {
        auto const work = static_cast<std::int64_t>(random.below(i % 50 == 0 ? 3000 : 40));
        groups.push_back({work, work + 5, static_cast<std::int64_t>(random.below(9)), true, true});
        cost += work + 5;
        most = std::max(most, work + 5);
      }
      std::vector<araios::impl::RowChunk> chunks(static_cast<std::size_t>(count));
      constexpr std::int64_t slack = 64;
      araios::impl::put_together(rows, groups.data(), slack, count, chunks.data());
      std::int64_t row = 0;
      std::int64_t place = 0;
      std::size_t group = 0;
      for (auto const& chunk : chunks) {
        EXPECT_EQ(chunk.begin_row, row);
        EXPECT_EQ(chunk.place, place);
        std::int64_t chunk_cost = 0;
        std::int64_t longest = 0;
        for (; group < groups.size() &&
               rows.first_row(static_cast<std::int64_t>(group)) < chunk.end_row;
             ++group) {
          chunk_cost += groups[group].cost;
          place += groups[group].work;
          longest = std::max(longest, groups[group].longest_row_of_b);
        }
        place += slack;
        row = chunk.end_row;
        EXPECT_EQ(chunk.longest_row_of_b, longest);
        EXPECT_LE(chunk_cost, cost / count + most + 1);
      }
      EXPECT_EQ(row, rows.num_rows);
      EXPECT_EQ(group, groups.size());
    }
  }
}

template <class T>
void expect_streaming_copies() {
  constexpr int most = 70;
  for (std::int64_t begin = 0; begin < 20; ++begin) {
    for (std::int64_t count = 0; count <= most; ++count) {
      std::vector<T> from(most);
      for (int i = 0; i < most; ++i) from[static_cast<std::size_t>(i)] = T(i + 1);
      std::vector<T> to(most + 40);
      auto expected = to;
      std::copy_n(from.data(), count, expected.data() + begin);
      araios::impl::streaming_copy(from.data(), count, to.data() + begin);
      ASSERT_EQ(to, expected) << count << " elements from " << begin << " on";
    }
  }
}

TEST(RowChunks, ElementsAreCopiedPastCaches) {
  expect_streaming_copies<std::int32_t>();
  expect_streaming_copies<double>();
  expect_streaming_copies<Kokkos::complex<double>>();
}

TEST(RowChunks, EachOwnRangeIsTakenOnce) {
  araios::Workspace<Device> workspace;
  Space const exec;
  for (int const owners : {1, 3}) {
    auto const ranges =
        araios::impl::take_work_stealing_ranges(exec, workspace, owners, 5, std::size_t{1} << 20);
    std::vector<std::int64_t> taken;
    // The owner that runs first steals all other ranges; later ones find nothing left.
    for (int owner = owners - 1; owner >= 0; --owner) {
      ranges.for_each(owner, [&](std::int64_t range) { taken.push_back(range); });
    }
    ASSERT_EQ(taken.size(), static_cast<std::size_t>(owners * 5));
    EXPECT_EQ(taken.front(), (owners - 1) * 5);
    std::sort(taken.begin(), taken.end());
    for (std::size_t i = 0; i < taken.size(); ++i) {
      EXPECT_EQ(taken[i], static_cast<std::int64_t>(i));
    }
  }
}

}  // namespace
}  // namespace araios_test
