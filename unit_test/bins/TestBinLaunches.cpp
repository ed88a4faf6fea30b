// SPDX-License-Identifier: BSD-3-Clause
// The routes of bins, from the counts of a phase.

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <bins/Araios_BinLaunches.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_BinRoute.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace araios_test {
namespace {

using araios::impl::BinRoute;
using araios::impl::RowBin;
namespace tuning = araios::impl::tuning;

/// A phase whose rows fill the device.
struct Phase {
  araios::impl::DeviceTraits device;
  araios::ProblemStats stats;
  araios::SpGemmOptions options;
  araios::impl::BinCounts counts;

  Phase() {
    device.is_host = false;
    device.concurrency = 270'336;
    device.max_vector_length = 32;
    device.max_scratch_bytes = 40'000;
    stats.m = 1'000'000;
    stats.n = 1'000'000;
  }

  void put(RowBin bin, std::int64_t rows, std::int64_t need) {
    counts.rows[static_cast<std::size_t>(bin)] = rows;
    counts.need[static_cast<std::size_t>(bin)] = need;
  }

  template <class Combine = araios::impl::Plus<double>>
  std::string_view route(RowBin bin) const {
    return name_of(araios::impl::BinLaunches<int, Combine>{device, stats, options, counts}
                       .routes()[static_cast<std::size_t>(bin)]);
  }
};

TEST(BinLaunches, BinsWithoutRowsAndFullBinsTakeTheirOwnRoutes) {
  Phase phase;
  constexpr std::int64_t many = 1'000'000;
  for (RowBin const bin : {RowBin::short_probing, RowBin::probing, RowBin::bitmap}) {
    EXPECT_EQ(phase.route(bin), name_of(own_route(bin)));
    phase.put(bin, many, 100);
    EXPECT_EQ(phase.route(bin), name_of(own_route(bin)));
  }
}

TEST(BinLaunches, FewRowsOfThreadsGoToTeams) {
  constexpr std::int64_t per_round = 270'336 / tuning::probing_min_lanes_of_team;
  Phase phase;
  phase.put(RowBin::probing, tuning::idle_lanes_rounds * per_round, 128);
  EXPECT_EQ(phase.route(RowBin::probing), name_of(BinRoute::team));
  phase.put(RowBin::probing, tuning::idle_lanes_rounds * per_round + 1, 128);
  EXPECT_EQ(phase.route(RowBin::probing), name_of(BinRoute::thread));
  phase.put(RowBin::bitmap, tuning::idle_lanes_rounds_of_bitmap * per_round, 10'000);
  EXPECT_EQ(phase.route(RowBin::bitmap), name_of(BinRoute::team));
  phase.put(RowBin::bitmap, tuning::idle_lanes_rounds_of_bitmap * per_round + 1, 10'000);
  EXPECT_EQ(phase.route(RowBin::bitmap), name_of(BinRoute::thread));
}

TEST(BinLaunches, ValuesThatExceedScratchLieInTheResult) {
  Phase phase;
  phase.put(RowBin::team_bitmap, 1000, 30'000);
  EXPECT_EQ(phase.route(RowBin::team_bitmap), name_of(BinRoute::team));
  EXPECT_EQ(phase.route<araios::impl::Plus<Kokkos::complex<double>>>(RowBin::team_bitmap),
            name_of(BinRoute::team_in_result));
  phase.put(RowBin::team_probing, 1000, tuning::team_probing_max_keys);
  EXPECT_EQ(phase.route(RowBin::team_probing), name_of(BinRoute::team));
  phase.device.max_scratch_bytes = 10'000;
  EXPECT_EQ(phase.route(RowBin::team_probing), name_of(BinRoute::team_in_result));
  EXPECT_EQ(phase.route<araios::impl::Mark>(RowBin::team_probing), name_of(BinRoute::team));
}

TEST(BinLaunches, ManySupernodesTakeAllBitmapsOfThreads) {
  Phase phase;
  phase.put(RowBin::short_bitmap, 10, 1000);
  phase.counts.supernode_members = phase.stats.m / tuning::supernode_share_of_rows;
  EXPECT_EQ(phase.route(RowBin::short_bitmap), name_of(BinRoute::supernode));
  phase.counts.supernode_members -= 1;
  EXPECT_EQ(phase.route(RowBin::short_bitmap), name_of(BinRoute::team));
}

TEST(BinLaunches, FewLongRowsAreSplitUnlessSumsShallRepeat) {
  Phase phase;
  phase.put(RowBin::team_bitmap, 1, 9000);
  phase.put(RowBin::result_bitmap, 1, 9000);
  phase.stats.max_row_work = tuning::split_row_min_work;
  EXPECT_EQ(phase.route(RowBin::team_bitmap), name_of(BinRoute::split));
  EXPECT_EQ(phase.route(RowBin::result_bitmap), name_of(BinRoute::split));
  phase.options.deterministic = true;
  EXPECT_EQ(phase.route(RowBin::team_bitmap), name_of(BinRoute::team));
  EXPECT_EQ(phase.route(RowBin::result_bitmap), name_of(BinRoute::team_in_result));
  phase.options.deterministic = false;
  phase.stats.n = std::int64_t{1} << 40;
  EXPECT_EQ(phase.route(RowBin::team_bitmap), name_of(BinRoute::team)) << "bitmaps take too much";
}

TEST(BinLaunches, RowsThatShareALaunchTakeItsRoute) {
  Phase phase;
  phase.put(RowBin::short_bitmap, 3, 1000);
  phase.put(RowBin::bitmap, 5, 9000);
  EXPECT_EQ(phase.route(RowBin::bitmap), name_of(BinRoute::team));
  EXPECT_EQ(phase.route(RowBin::short_bitmap), name_of(BinRoute::team));
  phase.put(RowBin::few_products, 3, 20);
  phase.put(RowBin::probing, 7, 100);
  EXPECT_EQ(phase.route(RowBin::few_products), name_of(BinRoute::team));
}

}  // namespace
}  // namespace araios_test
