// SPDX-License-Identifier: BSD-3-Clause
// Which bin a row gets, the shapes of their launches, and when rows go by bins at all.

#include <Araios_Selection.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <bins/Araios_Supernodes.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <row_classes/Araios_BinRules.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_Determinism.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace araios_test {
namespace {

using araios::impl::RowBin;
using araios::impl::RowShape;
namespace tuning = araios::impl::tuning;

constexpr std::int64_t wide = 10'000'000;
constexpr std::int64_t device_scratch = 40'000;

constexpr araios::impl::ProductsOfLane of_lanes{tuning::lane_merge_few_products,
                                                tuning::lane_merge_more_products};

int symbolic_bin_of(RowShape const& row) { return araios::impl::symbolic_bin(row, of_lanes).bin; }
int numeric_bin_of(RowShape const& row, std::int64_t size) {
  return araios::impl::numeric_bin(row, size, tuning::team_bitmap_max_bytes, of_lanes).bin;
}
/// Entries of a row of A that a thread walks, too many for a lane.
constexpr std::int64_t length = tuning::lane_merge_more_rows + 1;

int in(RowBin bin) { return static_cast<int>(bin); }

TEST(BinnedRows, SymbolicRowsChangeBinsAtTheirBounds) {
  EXPECT_EQ(symbolic_bin_of({0, 0, 5}), araios::impl::BinnedRow::none);
  EXPECT_EQ(symbolic_bin_of({1, 1, 1}), in(RowBin::few_rows));
  EXPECT_EQ(symbolic_bin_of({1, 1, length}), in(RowBin::few_products));
  EXPECT_EQ(symbolic_bin_of({tuning::few_products_max, wide, length}), in(RowBin::few_products));
  EXPECT_EQ(symbolic_bin_of({tuning::few_products_max + 1, wide, length}),
            in(RowBin::short_probing));
  EXPECT_EQ(symbolic_bin_of({tuning::short_probing_max_capacity, wide, length}),
            in(RowBin::short_probing));
  EXPECT_EQ(symbolic_bin_of({tuning::short_probing_max_capacity + 1, wide, length}),
            in(RowBin::probing));
  EXPECT_EQ(symbolic_bin_of({tuning::probing_max_capacity, wide, length}), in(RowBin::probing));
  EXPECT_EQ(symbolic_bin_of({tuning::probing_max_capacity + 1, wide, 5}), in(RowBin::team_probing));
  EXPECT_EQ(symbolic_bin_of({tuning::team_probing_max_capacity, wide, 5}),
            in(RowBin::team_probing));
  EXPECT_EQ(symbolic_bin_of({tuning::team_probing_max_capacity + 1, wide, 5}),
            in(RowBin::team_bitmap));
}

TEST(BinnedRows, ALaneMergesFewRowsOfFewProducts) {
  constexpr std::int64_t few = tuning::lane_merge_few_rows;
  constexpr std::int64_t more = tuning::lane_merge_more_rows;
  constexpr araios::impl::ProductsOfLane of_lane{40, 70};
  auto const symbolic = [&](std::int64_t work, std::int64_t length_of_a) {
    return araios::impl::symbolic_bin({work, wide, length_of_a}, of_lane).bin;
  };
  auto const numeric = [&](std::int64_t work, std::int64_t length_of_a) {
    return araios::impl::numeric_bin({work, wide, length_of_a}, 35, device_scratch, of_lane).bin;
  };
  EXPECT_EQ(symbolic(40, few), in(RowBin::few_rows));
  EXPECT_EQ(symbolic(41, few), in(RowBin::more_rows));
  EXPECT_EQ(symbolic(40, few + 1), in(RowBin::more_rows));
  EXPECT_EQ(symbolic(70, more), in(RowBin::more_rows));
  EXPECT_EQ(symbolic(71, more), in(RowBin::probing));
  EXPECT_EQ(symbolic(70, more + 1), in(RowBin::probing));
  EXPECT_EQ(numeric(40, few), in(RowBin::few_rows));
  EXPECT_EQ(numeric(41, few), in(RowBin::more_rows));
  EXPECT_EQ(numeric(40, few + 1), in(RowBin::more_rows));
  EXPECT_EQ(numeric(70, more), in(RowBin::more_rows));
  EXPECT_EQ(numeric(71, more), in(RowBin::probing));
  EXPECT_EQ(numeric(70, more + 1), in(RowBin::probing));
  EXPECT_EQ(araios::impl::numeric_bin({40, wide, few}, 35, device_scratch, of_lane).need, 35);
}

TEST(BinnedRows, ALaneMergesRowsOfAboutTheMeanLength) {
  araios::impl::DeviceTraits device;
  device.concurrency = 160'000;
  std::int64_t const enough = device.concurrency / tuning::lane_merge_idle_lanes;
  auto const of = [&](std::int64_t rows, double mean) {
    auto const most = araios::impl::products_of_lane(device, rows, mean);
    return std::pair{most.of_few_rows, most.of_more_rows};
  };
  constexpr int least = tuning::lane_merge_least_products;
  constexpr int few = tuning::lane_merge_few_products;
  EXPECT_EQ(of(enough, 1), std::pair(least, 0));
  EXPECT_EQ(of(enough, 5), std::pair(50, 0));
  EXPECT_EQ(of(enough, 7), std::pair(few, 98));
  EXPECT_EQ(of(enough, 1e9), std::pair(few, tuning::lane_merge_more_products));
  EXPECT_EQ(of(enough - 1, 7), std::pair(least, 0)) << "too few lanes at work";
}

TEST(BinnedRows, AThreadBoundsRowsByOneLaneWhereItMayMergeThem) {
  araios::impl::DeviceTraits device;
  device.is_host = false;
  device.max_vector_length = 32;
  EXPECT_EQ(araios::impl::lanes_for_binning(device, tuning::lane_merge_few_rows), 1);
  EXPECT_EQ(araios::impl::lanes_for_binning(device, tuning::lane_merge_few_rows + 0.1), 2);
  EXPECT_EQ(araios::impl::lanes_for_binning(device, 1000), 32);
}

TEST(BinnedRows, AThreadThatTakesMuchScratchGetsMoreLanes) {
  araios::impl::DeviceTraits device;
  device.is_host = false;
  device.max_vector_length = 32;
  constexpr std::size_t of_lane = tuning::bin_scratch_bytes_of_lane;
  EXPECT_EQ(araios::impl::lanes_that_fill(device, 4, 4 * of_lane), 4);
  EXPECT_EQ(araios::impl::lanes_that_fill(device, 4, 4 * of_lane + 1), 8);
  EXPECT_EQ(araios::impl::lanes_that_fill(device, 16, of_lane), 16);
  EXPECT_EQ(araios::impl::lanes_that_fill(device, 4, 1000 * of_lane), 32);
  device.is_host = true;
  EXPECT_EQ(araios::impl::lanes_that_fill(device, 1, 1000 * of_lane), 1);
}

TEST(BinnedRows, TheFewerTheRowsTheWiderTheWindowOfATeam) {
  araios::impl::DeviceTraits device;
  device.concurrency = 10'000;
  device.max_scratch_bytes = 200'000;
  constexpr std::size_t bytes = 20'000;
  constexpr std::size_t of_word = 8;
  constexpr std::int64_t columns = 32 * (tuning::bitmap_window_words + 1000);
  auto const more = [&](std::int64_t rows, std::int64_t num_columns) {
    return araios::impl::more_words_of_window(device, rows, num_columns, bytes, of_word);
  };
  EXPECT_EQ(more(1, columns), 1000) << "all columns";
  EXPECT_EQ(more(1, columns - 32), 999);
  EXPECT_EQ(more(1, 32 * tuning::bitmap_window_words), 0);
  EXPECT_EQ(more(1, 100), 0);
  std::int64_t const for_teams = 1024;
  EXPECT_EQ(more(1, 1 << 30), (200'000 - for_teams - 20'000) / 8) << "what scratch holds";
  std::int64_t const all_scratch = 10'000 * tuning::bin_scratch_bytes_of_lane;
  EXPECT_EQ(more(50, columns), (all_scratch / 50 - 20'000) / 8) << "all teams at once";
  EXPECT_EQ(more(1000, columns), 0) << "rows that fill the device";
}

TEST(BinnedRows, ALaneThatReplaysTakesTwoEntriesWhereTheyAreManyOfFewProducts) {
  araios::impl::DeviceTraits device;
  device.concurrency = 1000;
  constexpr std::int64_t many = 1000 * tuning::replay_pairs_min_entries_of_lane;
  constexpr auto few_products = static_cast<std::int64_t>(tuning::replay_pairs_max_mean * many);
  EXPECT_TRUE(araios::impl::gathers_pairs(device, many, few_products));
  EXPECT_FALSE(araios::impl::gathers_pairs(device, many, few_products + 1));
  EXPECT_FALSE(araios::impl::gathers_pairs(device, many - 1, many));
}

TEST(BinnedRows, SymbolicBitmapsFollowTheirWords) {
  constexpr std::int64_t work = tuning::thread_max_row_work;
  constexpr std::int64_t in_short = 32 * tuning::symbolic_short_bitmap_max_words;
  constexpr std::int64_t in_long = 32 * tuning::symbolic_bitmap_max_words;
  EXPECT_EQ(symbolic_bin_of({work, in_short, 5}), in(RowBin::short_bitmap));
  EXPECT_EQ(symbolic_bin_of({work, in_short + 1, 5}), in(RowBin::bitmap));
  EXPECT_EQ(symbolic_bin_of({work, in_long, 5}), in(RowBin::bitmap));
  EXPECT_EQ(symbolic_bin_of({work, in_long + 1, 5}), in(RowBin::team_bitmap));
  EXPECT_EQ(symbolic_bin_of({tuning::team_probing_max_capacity, in_long, 5}), in(RowBin::bitmap));
  EXPECT_EQ(symbolic_bin_of({tuning::team_probing_max_capacity, in_long + 1, 5}),
            in(RowBin::team_probing));
  EXPECT_EQ(symbolic_bin_of({work + 1, in_short, 5}), in(RowBin::team_bitmap));
}

TEST(BinnedRows, NumericRowsChangeBinsAtTheirBounds) {
  constexpr std::int64_t work = 5000;
  EXPECT_EQ(numeric_bin_of({0, 0, 3}, 0), in(RowBin::few_rows));
  EXPECT_EQ(numeric_bin_of({tuning::few_products_max, wide, length}, 1), in(RowBin::few_products));
  EXPECT_EQ(numeric_bin_of({work, wide, 3}, tuning::short_probing_max_keys),
            in(RowBin::short_probing));
  EXPECT_EQ(numeric_bin_of({work, wide, 3}, tuning::short_probing_max_keys + 1),
            in(RowBin::probing));
  EXPECT_EQ(numeric_bin_of({work, wide, 3}, tuning::probing_max_keys), in(RowBin::probing));
  EXPECT_EQ(numeric_bin_of({work, wide, 3}, tuning::probing_max_keys + 1),
            in(RowBin::team_probing));
  EXPECT_EQ(numeric_bin_of({work, wide, 3}, tuning::team_probing_max_keys),
            in(RowBin::team_probing));
  EXPECT_EQ(numeric_bin_of({work, wide, 3}, tuning::team_probing_max_keys + 1),
            in(RowBin::result_bitmap));
}

TEST(BinnedRows, LongRowsOfAProbeWhereABitmapTakesWindows) {
  constexpr std::int64_t long_row = tuning::thread_max_length_of_a + 1;
  constexpr std::int64_t window = 32 * tuning::bitmap_window_words;
  EXPECT_EQ(numeric_bin_of({1000, window, long_row}, 500), in(RowBin::result_bitmap));
  EXPECT_EQ(numeric_bin_of({1000, window + 1, long_row}, 500), in(RowBin::team_probing));
  EXPECT_EQ(numeric_bin_of({1000, window + 1, long_row}, 900), in(RowBin::result_bitmap));
}

TEST(BinnedRows, RowsOfManyProductsForAKeyAccumulateInTheResult) {
  constexpr std::int64_t most = tuning::team_bitmap_max_products_per_key;
  EXPECT_EQ(numeric_bin_of({most * 100, 300, 3}, 100), in(RowBin::team_bitmap));
  EXPECT_EQ(numeric_bin_of({most * 100 + 1, 300, 3}, 100), in(RowBin::result_bitmap));
}

TEST(BinnedRows, NumericBitmapsFollowTheirBytes) {
  constexpr std::int64_t size = 200;
  EXPECT_EQ(numeric_bin_of({5000, 300, 3}, size), in(RowBin::short_bitmap));
  constexpr std::int64_t most = 32 * tuning::bitmap_max_words_per_key * size;
  EXPECT_EQ(numeric_bin_of({5000, most, 3}, size), in(RowBin::bitmap));
  EXPECT_EQ(numeric_bin_of({5000, most + 1, 3}, size), in(RowBin::team_probing));
  EXPECT_EQ(numeric_bin_of({tuning::thread_max_row_work + 1, 300, 3}, size),
            in(RowBin::team_bitmap));
  EXPECT_EQ(numeric_bin_of({1'000'000, 32 * 1000, 3}, 20'000), in(RowBin::result_bitmap));
}

TEST(BinnedRows, LongRowsOfAGoToTeamsUnlessRowsOfBAreLong) {
  constexpr std::int64_t longest = tuning::thread_max_length_of_a;
  constexpr std::int64_t with_long_b = tuning::thread_max_length_of_a_with_long_b;
  constexpr std::int64_t work = tuning::thread_min_length_of_b * with_long_b;
  EXPECT_EQ(symbolic_bin_of({500, 500, longest}), in(RowBin::short_bitmap));
  EXPECT_EQ(symbolic_bin_of({500, 500, longest + 1}), in(RowBin::team_bitmap));
  EXPECT_EQ(symbolic_bin_of({work, 500, with_long_b}), in(RowBin::short_bitmap));
  EXPECT_EQ(symbolic_bin_of({work - 1, 500, with_long_b}), in(RowBin::team_bitmap));
  EXPECT_EQ(symbolic_bin_of({work + 500, 500, with_long_b + 1}), in(RowBin::team_bitmap));
  EXPECT_EQ(numeric_bin_of({500, 500, longest}, 300), in(RowBin::short_bitmap));
  EXPECT_EQ(numeric_bin_of({500, 500, longest + 1}, 300), in(RowBin::team_bitmap));
}

TEST(BinnedRows, NeedsHoldTheirBitmaps) {
  auto const row = araios::impl::numeric_bin({5000, 320, 3}, 200, device_scratch, of_lanes);
  EXPECT_GE(row.need, 10 * (4 + 2) + 200 * 8);
  auto const window = araios::impl::symbolic_bin({100'000, wide, 3}, of_lanes);
  EXPECT_GE(window.need, tuning::bitmap_window_words * 4);
  EXPECT_LT(window.need, device_scratch);
}

araios::impl::DeviceTraits device() {
  araios::impl::DeviceTraits traits;
  traits.is_host = false;
  traits.concurrency = 270'336;
  traits.max_vector_length = 32;
  traits.max_scratch_bytes = device_scratch;
  return traits;
}

TEST(Supernodes, AreMarkedInTheirWidth) {
  using Width = araios::impl::MarkedWidth<int>;
  for (int const width : {0, 1, 1000, std::numeric_limits<int>::max()}) {
    for (bool const continues_supernode : {false, true}) {
      int const marked = Width::mark(width, continues_supernode);
      EXPECT_EQ(Width::width(marked), width);
      EXPECT_EQ(Width::continues_supernode(marked), continues_supernode);
    }
  }
}

TEST(Supernodes, AsManyAtOnceAsFitScratch) {
  static_assert(tuning::supernode_row_batch == 3);
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, 100, 1), 1);
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, 100, 3), 3);
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, 100, 4), 2)
      << "two and two, not three and one";
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, 100, 12), 3);
  constexpr std::int64_t half = tuning::numeric_bitmap_max_bytes / 2 / 8;
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, half - 20, 3), 2);
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, half + 1, 3), 1);
  EXPECT_EQ(araios::impl::supernode_rows_at_once(10, 10 * half, 3), 1) << "one is always handled";
}

TEST(Supernodes, MergeWhereTheyAreMany) {
  araios::impl::BinCounts counts;
  EXPECT_FALSE(araios::impl::merges_supernodes(counts, 100));
  counts.supernode_members = 24;
  EXPECT_FALSE(araios::impl::merges_supernodes(counts, 100));
  counts.supernode_members = 25;
  EXPECT_TRUE(araios::impl::merges_supernodes(counts, 100));
  counts.supernode_members = 0;
  EXPECT_FALSE(araios::impl::merges_supernodes(counts, 0));
}

TEST(Supernodes, OutrunReplayWhereNearlyAllRowsAreAlikeInLargeProducts) {
  araios::impl::BinCounts counts;
  araios::ProblemStats stats;
  stats.m = 300;
  stats.work = tuning::replay_outrun_min_work;
  counts.supernode_members = 200;
  EXPECT_TRUE(araios::impl::supernodes_outrun_replay(counts, stats));
  counts.supernode_members = 150;
  EXPECT_FALSE(araios::impl::supernodes_outrun_replay(counts, stats));
  counts.supernode_members = 200;
  stats.work -= 1;
  EXPECT_FALSE(araios::impl::supernodes_outrun_replay(counts, stats));
}

TEST(BinShapes, LanesFollowTheLengthOfRows) {
  EXPECT_EQ(araios::impl::lanes_for_length(device(), 1, 4), 4);
  EXPECT_EQ(araios::impl::lanes_for_length(device(), 7, 4), 8);
  EXPECT_EQ(araios::impl::lanes_for_length(device(), 10, 4), 8) << "nearly covers it";
  EXPECT_EQ(araios::impl::lanes_for_length(device(), 27, 4), 32);
  EXPECT_EQ(araios::impl::lanes_for_length(device(), 1e6, 4), 32);
  auto narrow = device();
  narrow.max_vector_length = 2;
  EXPECT_EQ(araios::impl::lanes_for_length(narrow, 27, 4), 2);
}

TEST(BinShapes, MoreProductsThanAFewTakeTwiceTheLanes) {
  araios::ProblemStats stats;
  stats.m = stats.nnz_a = 1000;
  constexpr int most = tuning::few_products_max;
  int const few = araios::impl::lanes_for_few_products(device(), stats, most);
  EXPECT_EQ(few, tuning::least_lanes_of_thread);
  EXPECT_EQ(araios::impl::lanes_for_few_products(device(), stats, most + 1), 2 * few);
}

TEST(BinShapes, FewRowsShareTheLaunchOfALaterBin) {
  auto const at = [](RowBin bin) { return static_cast<std::size_t>(bin); };
  araios::impl::BinCounts counts;
  counts.rows[at(RowBin::few_products)] = 10;
  counts.need[at(RowBin::few_products)] = 30;
  counts.rows[at(RowBin::probing)] = 100'000;
  counts.need[at(RowBin::probing)] = 128;
  counts.rows[at(RowBin::short_bitmap)] = 5;
  araios::ProblemStats const stats;
  auto const shared = araios::impl::split_launches(device(), stats, counts);
  EXPECT_EQ(shared.rows[at(RowBin::few_products)], 0);
  EXPECT_EQ(shared.rows[at(RowBin::short_probing)], 0);
  EXPECT_EQ(shared.rows[at(RowBin::probing)], 100'010);
  EXPECT_EQ(shared.need[at(RowBin::probing)], 128);
  EXPECT_EQ(shared.lists[at(RowBin::probing)], 3);
  EXPECT_EQ(shared.listed, counts.rows);
  EXPECT_EQ(shared.rows[at(RowBin::short_bitmap)], 5) << "no later bin has rows";

  counts.rows[at(RowBin::short_probing)] = device().concurrency;
  auto const apart = araios::impl::split_launches(device(), stats, counts);
  EXPECT_EQ(apart.rows[at(RowBin::short_probing)], device().concurrency + 10);
  EXPECT_EQ(apart.rows[at(RowBin::probing)], 100'000);
}

TEST(BinShapes, TeamsOfOwnersFitTheirScratchAndFillWarps) {
  using araios::impl::BinTeam;
  constexpr int lanes = tuning::bin_lanes_of_threads;
  EXPECT_EQ(araios::impl::team_of_owners(device(), 8, 100), (BinTeam{lanes / 8, 8}));
  EXPECT_EQ(araios::impl::team_of_owners(device(), 8, device_scratch / 5), (BinTeam{4, 8}));
  EXPECT_EQ(araios::impl::team_of_owners(device(), 8, device_scratch / 3), (BinTeam{2, 16}));
  EXPECT_EQ(araios::impl::team_of_owners(device(), 16, device_scratch), (BinTeam{1, 32}));
  EXPECT_EQ(araios::impl::team_of_owners({}, 1, 100), (BinTeam{1, 1})) << "hosts";
}

TEST(BinShapes, TeamsThatOwnARowAreTheLargerTheFewerTheRows) {
  using araios::impl::BinTeam;
  constexpr araios::impl::LanesOfTeam range{128, 512};
  std::int64_t const lanes = device().concurrency;
  EXPECT_EQ(araios::impl::team_for_row(device(), 8, 1, range), (BinTeam{64, 8}));
  EXPECT_EQ(araios::impl::team_for_row(device(), 8, lanes / 512, range), (BinTeam{64, 8}));
  EXPECT_EQ(araios::impl::team_for_row(device(), 8, lanes / 512 + 1, range), (BinTeam{32, 8}));
  EXPECT_EQ(araios::impl::team_for_row(device(), 8, lanes, range), (BinTeam{16, 8}));
  EXPECT_EQ(araios::impl::team_for_row({}, 1, 1, range), (BinTeam{1, 1})) << "hosts";
}

TEST(BinShapes, TeamsCountOnNoMoreScratchThanSuitsTheDevice) {
  araios::ProblemStats stats;
  EXPECT_EQ(araios::impl::most_scratch_of_team(device(), stats), tuning::team_bitmap_max_bytes);
  auto small = device();
  small.max_scratch_bytes = 4096;
  EXPECT_LT(araios::impl::most_scratch_of_team(small, stats), 4096);
  stats.m = 100;
  stats.n = 1000;
  auto const most_at = [&](double products_per_column) {
    stats.work = static_cast<std::int64_t>(100'000 * products_per_column);
    return araios::impl::most_scratch_of_team(device(), stats);
  };
  EXPECT_EQ(most_at(tuning::full_rows_min_products_per_column - 0.01),
            tuning::team_bitmap_max_bytes);
  EXPECT_EQ(most_at(tuning::full_rows_min_products_per_column),
            std::min<std::int64_t>(tuning::full_rows_bitmap_max_bytes,
                                   static_cast<std::int64_t>(device().max_scratch_bytes) - 1024));
  EXPECT_EQ(most_at(tuning::full_rows_max_products_per_column + 0.01),
            tuning::team_bitmap_max_bytes);
}

TEST(BinSelection, OnlyWhereTheCallerLeavesTheChoice) {
  araios::SpGemmOptions const free;
  EXPECT_TRUE(araios::impl::allow_bins(free));
  auto const ruled_out = [](auto const& change) {
    araios::SpGemmOptions options;
    change(options);
    return !araios::impl::allow_bins(options);
  };
  EXPECT_TRUE(ruled_out([](auto& o) { o.method = araios::MethodKind::kkspgemm_2018; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.method = araios::MethodKind::kkmem; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.accumulator = araios::AccumulatorKind::linear_probing; }));
  EXPECT_TRUE(
      ruled_out([](auto& o) { o.partitioning = araios::PartitioningKind::thread_sequential; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.team_size = 4; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.vector_length = 4; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.scratch_bytes = 1024; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.num_chunks = 1; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.compress = true; }));
  EXPECT_TRUE(ruled_out([](auto& o) { o.max_workspace_bytes = std::size_t{1} << 40; }));
  EXPECT_FALSE(ruled_out([](auto& o) {
    o.max_workspace_bytes = std::size_t{1} << 40;
    o.replay = true;
  })) << "a plan that replays may have a cap";
  EXPECT_FALSE(ruled_out([](auto& o) { o.compress = false; }));
  EXPECT_FALSE(ruled_out([](auto& o) { o.deterministic = true; }));
}

TEST(BinSelection, SaysWhichBinsHaveRows) {
  araios::impl::BinCounts counts;
  counts.rows[static_cast<std::size_t>(RowBin::few_products)] = 12;
  counts.rows[static_cast<std::size_t>(RowBin::team_bitmap)] = 3;
  auto const selection = araios::impl::select_bins({}, counts);
  EXPECT_EQ(to_string(selection), "rows by bins few-products=12 team-bitmap=3");
}

TEST(BinSelection, RepeatsSumsWhereAsked) {
  araios::SpGemmOptions options;
  EXPECT_TRUE(
      araios::impl::lets_equal_keys_meet(araios::impl::select_bins(options, {}).partitioning));
  options.deterministic = true;
  EXPECT_TRUE(araios::impl::sums_repeat(araios::impl::select_bins(options, {})));
}

}  // namespace
}  // namespace araios_test
