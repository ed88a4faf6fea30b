// SPDX-License-Identifier: BSD-3-Clause
// The choice of method as a table: device and problem in, selection out, no kernel run.

#include "support/DeviceModels.hpp"
#include "support/Matchers.hpp"
#include "support/SelectedProduct.hpp"
#include <Araios_Selection.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::PhaseKind;
using araios::PoolMapping;
using araios::Selection;
using araios::SpGemmOptions;
using araios::impl::DeviceTraits;

TEST(Selection, IsAPureFunction) {
  auto const stats = problem(5000, 4000, 10);
  EXPECT_EQ(selected(host(4), stats), selected(host(4), stats));
  EXPECT_EQ(selected(gpu(), stats), selected(gpu(), stats));
}

TEST(Selection, HostsHaveOneLevelAndAChunkForEachThread) {
  for (int const threads : {1, 2, 64}) {
    auto const selection = selected(host(threads), problem(100000, 1000000, 10));
    EXPECT_EQ(selection.num_chunks, threads);
    EXPECT_EQ(selection.pool_mapping, PoolMapping::one2one);
    EXPECT_EQ(selection.scratch_bytes, std::size_t{0});
    EXPECT_EQ(selection.team_size, 1);
    EXPECT_EQ(selection.vector_length, 1);
  }
}

TEST(Selection, HostsAreDenseBelowTheThresholdOfKeys) {
  constexpr auto threshold = araios::impl::tuning::dense_max_keys;
  struct Case {
    std::int64_t n;
    PhaseKind phase;
    bool compress;
    AccumulatorKind expected;
  };
  // Compressed keys are blocks of 32 columns, and only the symbolic phase sees them.
  std::vector<Case> const cases = {
      {threshold - 1, PhaseKind::numeric, false, AccumulatorKind::dense},
      {threshold, PhaseKind::numeric, false, AccumulatorKind::linked_list},
      {threshold, PhaseKind::symbolic, false, AccumulatorKind::linked_list},
      {threshold, PhaseKind::symbolic, true, AccumulatorKind::dense},
      {threshold, PhaseKind::numeric, true, AccumulatorKind::linked_list},
      {32 * threshold, PhaseKind::symbolic, true, AccumulatorKind::linked_list}};
  for (auto const& [n, phase, compress, expected] : cases) {
    EXPECT_EQ(selected(host(4), problem(10, n, 3), {}, phase, compress).accumulator, expected)
        << "n " << n << ", " << (phase == PhaseKind::numeric ? "numeric" : "symbolic")
        << (compress ? ", compressed" : "");
  }
}

TEST(Selection, OneThreadOfAHostDoesASmallProduct) {
  constexpr auto threshold = araios::impl::tuning::host_small_product_steps;
  auto stats = problem(1000, 500, 3);
  stats.work = threshold;
  auto const small = selected(host(4), stats, {}, PhaseKind::symbolic);
  EXPECT_TRUE(small.records_pattern);
  EXPECT_EQ(small.num_chunks, 1);
  EXPECT_EQ(small.pool_mapping, PoolMapping::one2one);
  EXPECT_EQ(small.rows_per_team, 1000);
  SpGemmOptions options;
  options.rows_per_team = 8;
  EXPECT_EQ(selected(host(4), stats, options).num_chunks, 4) << "not all is left open";
  ++stats.work;
  EXPECT_EQ(selected(host(4), stats).num_chunks, 4);
  auto const wide = problem(10, threshold, 3);
  EXPECT_EQ(selected(host(4), wide).num_chunks, 4) << "many columns";
}

TEST(Selection, HostsRecordThePatternWhereArraysAreSmallBesideTheWork) {
  constexpr int threads = 4;
  constexpr auto products = araios::impl::tuning::recording_min_products_per_column;
  auto stats = problem(1000, 300'000, 10);
  stats.work = stats.n * threads * products;
  auto const symbolic = [&](SpGemmOptions const& options) {
    return selected(host(threads), stats, options, PhaseKind::symbolic);
  };
  auto const selection = symbolic({});
  EXPECT_TRUE(selection.records_pattern);
  EXPECT_TRUE(selection.compress);
  EXPECT_EQ(selection.accumulator, AccumulatorKind::dense);
  EXPECT_FALSE(selected(gpu(), stats, {}, PhaseKind::symbolic).records_pattern);
  SpGemmOptions options;
  options.record_pattern = false;
  EXPECT_FALSE(symbolic(options).records_pattern);
  options.replay = true;
  EXPECT_FALSE(symbolic(options).records_pattern);
  options = {};
  options.max_workspace_bytes = std::size_t{1} << 40;
  EXPECT_FALSE(symbolic(options).records_pattern) << "the size of C is not known beforehand";
  options = {};
  options.compress = false;
  EXPECT_FALSE(symbolic(options).records_pattern);
  for (auto const method : {araios::MethodKind::kkspgemm_2018, araios::MethodKind::kkdense}) {
    options = {};
    options.method = method;
    EXPECT_FALSE(symbolic(options).records_pattern) << name_of(method);
  }
  --stats.work;
  EXPECT_FALSE(symbolic({}).records_pattern);
  options = {};
  options.record_pattern = true;
  EXPECT_TRUE(symbolic(options).records_pattern) << "whoever asks for it gets it";
}

TEST(Selection, TheNumericPhaseFollowsWhatWasRecorded) {
  auto stats = problem(1000, 300'000, 10);
  for (bool const recorded : {false, true}) {
    stats.pattern_recorded = recorded;
    auto const selection = selected(host(4), stats);
    EXPECT_EQ(selection.records_pattern, recorded);
    EXPECT_EQ(selection.accumulator,
              recorded ? AccumulatorKind::dense : AccumulatorKind::linked_list);
    EXPECT_FALSE(selection.compress);
  }
}

TEST(Selection, RecordingNeedsAHostOneDenseLevelAndACompressedB) {
  auto const stats = problem(1000, 1000, 10);
  auto const expect_refused = [&](DeviceTraits const& device, SpGemmOptions options) {
    options.record_pattern = true;
    EXPECT_TRUE(throws<araios::Unsupported>(
        [&] { selected(device, stats, options, PhaseKind::symbolic); }, {"record_pattern"}));
  };
  expect_refused(gpu(), {});
  SpGemmOptions options;
  options.method = araios::MethodKind::kkmem;
  expect_refused(host(2), options);
  options = {};
  options.compress = false;
  expect_refused(host(2), options);
  options = {};
  options.scratch_bytes = 1024;
  expect_refused(host(2), options);
  options = {};
  options.accumulator = AccumulatorKind::linked_list;
  expect_refused(host(2), options);
  options = {};
  options.partitioning = araios::PartitioningKind::team_sequential;
  expect_refused(host(2), options);
}

TEST(Selection, TwoLevelsOnHostsAreLinkedLists) {
  SpGemmOptions options;
  options.scratch_bytes = 1024;
  auto const selection = selected(host(4), problem(10, 100, 3), options);
  EXPECT_EQ(selection.accumulator, AccumulatorKind::linked_list);
  EXPECT_EQ(selection.scratch_bytes, std::size_t{1024});
}

TEST(Selection, HostTeamsShareTheRowsEvenly) {
  EXPECT_EQ(selected(host(4), problem(0, 10, 3)).rows_per_team, 1);
  EXPECT_EQ(selected(host(4), problem(1, 10, 3)).rows_per_team, 1);
  auto many = problem(std::int64_t{1} << 40, 10, 3);
  many.work = araios::impl::tuning::host_static_chunks_max_products + 1;
  EXPECT_EQ(selected(host(4), many).rows_per_team, araios::impl::tuning::host_max_rows_per_team);
  std::int64_t const wide = araios::impl::tuning::host_small_product_steps;
  auto some = problem(4 * araios::impl::tuning::host_teams_per_thread * 10, wide, 3);
  some.work = araios::impl::tuning::host_static_chunks_max_products + 1;
  EXPECT_EQ(selected(host(4), some).rows_per_team, 10);
}

TEST(Selection, HostsShareOutTheRowsOfFewProductsWhosePatternIsKnown) {
  using araios::ScheduleKind;
  auto stats = problem(1001, 20'000, 3);
  stats.work = araios::impl::tuning::host_static_chunks_max_products;
  EXPECT_EQ(selected(host(4), stats).schedule, ScheduleKind::dynamic_chunks) << "it is not known";
  stats.pattern_recorded = true;
  auto const shared_out = selected(host(4), stats);
  EXPECT_EQ(shared_out.schedule, ScheduleKind::static_chunks);
  EXPECT_EQ(shared_out.rows_per_team, 251) << "one share for each thread";
  EXPECT_EQ(selected(gpu(), stats).schedule, ScheduleKind::dynamic_chunks);
  auto more = stats;
  ++more.work;
  EXPECT_EQ(selected(host(4), more).schedule, ScheduleKind::dynamic_chunks);
  stats.m = std::int64_t{1} << 40;
  EXPECT_EQ(selected(host(4), stats).rows_per_team, std::numeric_limits<int>::max());
}

TEST(Selection, WhatIsGivenKeepsHostsFromSharingRowsOut) {
  using araios::ScheduleKind;
  auto stats = problem(1001, 20'000, 3);
  stats.work = araios::impl::tuning::host_static_chunks_max_products;
  stats.pattern_recorded = true;
  SpGemmOptions on_demand;
  on_demand.schedule = ScheduleKind::dynamic_chunks;
  EXPECT_EQ(selected(host(4), stats, on_demand).schedule, ScheduleKind::dynamic_chunks);
  EXPECT_LT(selected(host(4), stats, on_demand).rows_per_team, 251);
  SpGemmOptions small_teams;
  small_teams.rows_per_team = 8;
  EXPECT_EQ(selected(host(4), stats, small_teams).schedule, ScheduleKind::dynamic_chunks);
  SpGemmOptions in_groups;
  in_groups.method = araios::MethodKind::rbsparse;
  EXPECT_EQ(selected(host(4), stats, in_groups).schedule, ScheduleKind::dynamic_chunks);
}

TEST(Selection, CompressionIsForTheSymbolicPhase) {
  auto const stats = problem(10, araios::impl::tuning::host_small_product_steps, 3);
  EXPECT_TRUE(selected(host(1), stats, {}, PhaseKind::symbolic, true).compress);
  EXPECT_FALSE(selected(host(1), stats, {}, PhaseKind::numeric, true).compress);
  EXPECT_FALSE(selected(host(1), stats, {}, PhaseKind::symbolic, false).compress);
}

TEST(Selection, DevicesHaveTwoLevelsOfLinkedListsAndASharedPool) {
  auto const selection = selected(gpu(), problem(100000, 1000, 10));
  EXPECT_EQ(selection.accumulator, AccumulatorKind::linked_list);
  EXPECT_EQ(selection.pool_mapping, PoolMapping::many2many);
  EXPECT_GT(selection.scratch_bytes, std::size_t{0});
  EXPECT_LE(selection.scratch_bytes * static_cast<std::size_t>(selection.team_size),
            gpu().max_scratch_bytes);
}

TEST(Selection, DeviceLanesFollowTheMeanRowOfB) {
  struct Case {
    std::int64_t mean;
    int expected;
  };
  for (auto const& [mean, expected] : std::vector<Case>{
           {0, 1}, {1, 1}, {2, 2}, {3, 2}, {4, 4}, {6, 4}, {7, 8}, {12, 8}, {13, 16}, {1000, 32}}) {
    auto const selection = selected(gpu(), problem(1000, 1000, mean));
    EXPECT_EQ(selection.vector_length, expected) << "mean row length " << mean;
    EXPECT_EQ(selection.team_size * selection.vector_length,
              araios::impl::tuning::device_lanes_per_team);
  }
}

TEST(Selection, DeviceLanesNeedIncreasingColumns) {
  auto stats = problem(1000, 1000, 16);
  stats.columns_increase = false;
  EXPECT_EQ(selected(gpu(), stats).vector_length, 1);
  SpGemmOptions options;
  options.vector_length = 8;
  EXPECT_TRUE(throws<araios::Unsupported>([&] { selected(gpu(), stats, options); },
                                          {"8 lanes", "thread_sequential", "ascending", "B"}));
}

TEST(Selection, MethodsByName) {
  using araios::MethodKind;
  using araios::PartitioningKind;
  struct Case {
    MethodKind method;
    DeviceTraits device;
    std::int64_t mean_work;
    AccumulatorKind accumulator;
    PartitioningKind partitioning;
  };
  constexpr auto threshold = araios::impl::tuning::device_kklp_min_row_work;
  constexpr auto sequential = PartitioningKind::thread_sequential;
  constexpr auto flat = PartitioningKind::thread_flat_parallel;
  std::vector<Case> const cases = {
      {MethodKind::kkmem, host(4), 10, AccumulatorKind::linked_list, sequential},
      {MethodKind::kkmem, gpu(), threshold, AccumulatorKind::linked_list, sequential},
      {MethodKind::kkdense, host(4), 10, AccumulatorKind::dense, sequential},
      {MethodKind::kklp, host(4), 10, AccumulatorKind::linear_probing, sequential},
      {MethodKind::kklp, gpu(), 1, AccumulatorKind::linear_probing, flat},
      {MethodKind::kkspgemm_2018, host(4), 10, AccumulatorKind::dense, sequential},
      {MethodKind::kkspgemm_2018, gpu(), threshold - 1, AccumulatorKind::linked_list, sequential},
      {MethodKind::kkspgemm_2018, gpu(), threshold, AccumulatorKind::linear_probing, flat}};
  for (auto const& expected : cases) {
    auto stats = problem(1000, 1000, 10);
    stats.work = expected.mean_work * stats.m;
    SpGemmOptions options;
    options.method = expected.method;
    auto const selection = selected(expected.device, stats, options);
    EXPECT_EQ(selection.accumulator, expected.accumulator) << name_of(expected.method);
    EXPECT_EQ(selection.partitioning, expected.partitioning) << name_of(expected.method);
  }
}

TEST(Selection, WhoWantsDeterminismGetsSumsThatRepeat) {
  SpGemmOptions options;
  options.method = araios::MethodKind::kklp;
  options.deterministic = true;
  auto const selection = selected(gpu(), problem(1000, 1000, 10), options);
  EXPECT_EQ(selection.accumulator, AccumulatorKind::linear_probing);
  EXPECT_EQ(selection.partitioning, araios::PartitioningKind::thread_sequential);
}

TEST(Selection, WhatIsLeftOpenFollowsWhatIsGiven) {
  using araios::PartitioningKind;
  auto const stats = problem(1000, 1000, 10);
  SpGemmOptions options;
  options.partitioning = PartitioningKind::thread_parallel;
  EXPECT_EQ(selected(host(4), stats, options).accumulator, AccumulatorKind::linear_probing);
  options.partitioning = PartitioningKind::team_sequential;
  EXPECT_EQ(selected(host(4), stats, options).accumulator, AccumulatorKind::linked_list);
  options.partitioning = PartitioningKind::thread_sequential;
  EXPECT_EQ(selected(host(4), stats, options).accumulator, AccumulatorKind::dense);
  options = {};
  options.method = araios::MethodKind::kklp;
  options.accumulator = AccumulatorKind::linked_list;
  EXPECT_EQ(selected(gpu(), stats, options).partitioning, PartitioningKind::thread_sequential);
}

TEST(Selection, DeviceThreadsShareScratchSoThatAMeanRowFits) {
  auto stats = problem(1000, 1000, 2);
  for (std::int64_t const row_size : {1, 20, 100, 1000}) {
    stats.nnz_c = row_size * stats.m;
    auto const selection = selected(gpu(), stats);
    auto const bytes =
        static_cast<std::size_t>(row_size) * araios::impl::tuning::linked_list_bytes_per_entry;
    EXPECT_TRUE(selection.scratch_bytes >= bytes || selection.vector_length == 32)
        << "row of " << row_size << ": " << to_string(selection);
    EXPECT_EQ(selection.team_size * selection.vector_length,
              araios::impl::tuning::device_lanes_per_team);
  }
}

TEST(Selection, DeviceTeamsGrowWithTheMeanRow) {
  SpGemmOptions options;
  options.method = araios::MethodKind::kklp;
  struct Case {
    std::int64_t row_size;
    int lanes;
    std::size_t scratch_bytes;
  };
  // The paper's shapes at both ends, and its usual one where a row needs about that much.
  for (auto const& [row_size, lanes, scratch_bytes] :
       std::vector<Case>{{1, 32, 2048}, {400, 256, 16384}, {600, 512, 32768}, {9999, 512, 32768}}) {
    auto stats = problem(1000, 1000, 20);
    stats.nnz_c = row_size * stats.m;
    auto const selection = selected(gpu(), stats, options);
    EXPECT_EQ(selection.team_size * selection.vector_length, lanes) << "row of " << row_size;
    EXPECT_EQ(selection.scratch_bytes, scratch_bytes) << "row of " << row_size;
  }
}

TEST(Selection, OccupancyIsAShare) {
  SpGemmOptions options;
  for (double const share : {0.0, -1.0, 1.5, 1e-17, std::nan("")}) {
    options.max_occupancy = share;
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { selected(host(2), problem(10, 10, 3), options); }, {"max_occupancy", "at most 1"}));
  }
}

TEST(Selection, WhatIsGivenIsTaken) {
  SpGemmOptions options;
  options.accumulator = AccumulatorKind::linked_list;
  options.rows_per_team = 17;
  options.team_size = 3;
  options.scratch_bytes = 480;
  options.num_chunks = 5;
  options.pool_mapping = PoolMapping::many2many;
  options.schedule = araios::ScheduleKind::static_chunks;
  options.hash_scale = 8;
  auto const selection = selected(host(4), problem(1000, 10, 3), options);
  EXPECT_EQ(selection.accumulator, AccumulatorKind::linked_list);
  EXPECT_EQ(selection.rows_per_team, 17);
  EXPECT_EQ(selection.team_size, 3);
  EXPECT_EQ(selection.scratch_bytes, std::size_t{480});
  EXPECT_EQ(selection.num_chunks, 5);
  EXPECT_EQ(selection.pool_mapping, PoolMapping::many2many);
  EXPECT_EQ(selection.schedule, araios::ScheduleKind::static_chunks);
  EXPECT_EQ(selection.hash_scale, 8);
}

TEST(Selection, FewerChunksThanThreadsAreShared) {
  SpGemmOptions options;
  options.num_chunks = 3;
  EXPECT_EQ(selected(host(4), problem(10, 10, 3), options).pool_mapping, PoolMapping::many2many);
  options.num_chunks = 4;
  EXPECT_EQ(selected(host(4), problem(10, 10, 3), options).pool_mapping, PoolMapping::one2one);
}

TEST(Selection, ValuesOutOfRangeSayNameValueAndRange) {
  SpGemmOptions options;
  options.vector_length = 33;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { selected(gpu(), problem(10, 10, 3), options); },
                                            {"vector_length is 33", "from 1 to 32"}));
  options = {};
  options.num_chunks = -2;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { selected(host(2), problem(10, 10, 3), options); },
                                            {"num_chunks is -2", "from 1"}));
  options = {};
  options.scratch_bytes = (1 << 20) + 1;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { selected(host(2), problem(10, 10, 3), options); },
                                            {"scratch_bytes is 1048577", "1048576"}));
}

}  // namespace
}  // namespace araios_test
