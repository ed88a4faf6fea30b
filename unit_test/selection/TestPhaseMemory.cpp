// SPDX-License-Identifier: BSD-3-Clause
// The choice among the variants of a phase under a cap, and of deterministic selections, as tables.

#include "support/Matchers.hpp"
#include <Araios_Errors.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <replay/Araios_Replay.hpp>
#include <selection/Araios_Determinism.hpp>
#include <selection/Araios_SelectionTuning.hpp>
#include <spgemm/Araios_PhaseMemory.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::Selection;
using araios::SpGemmOptions;
using araios::impl::DeviceTraits;
using araios::impl::PhaseVariant;
using araios::impl::PhaseVariants;

DeviceTraits host() { return {}; }
DeviceTraits gpu() {
  DeviceTraits device;
  device.is_host = false;
  return device;
}

/// A variant whose chunks take `with_lock` bytes each, their locks included.
PhaseVariant variant(std::size_t fixed_bytes, std::size_t with_lock, int num_chunks = 4) {
  PhaseVariant variant;
  variant.selection.num_chunks = num_chunks;
  variant.fixed_bytes = fixed_bytes;
  variant.chunk_bytes = with_lock - sizeof(int);
  return variant;
}

struct Choice {
  std::size_t max_bytes;
  std::size_t fixed_bytes;  ///< of the variant expected; each variant of the table has its own
};

void expect_choices(PhaseVariants const& variants, std::initializer_list<Choice> const& table) {
  for (auto const& [max_bytes, fixed_bytes] : table) {
    EXPECT_EQ(araios::impl::best_variant_within(variants, host(), max_bytes).fixed_bytes,
              fixed_bytes)
        << "max_bytes " << max_bytes;
  }
}

TEST(PhaseMemory, TheFirstVariantThatFitsWithAllChunksIsTaken) {
  expect_choices({variant(100, 1000), variant(200, 100)},
                 {{std::size_t(-1), 100}, {4100, 100}, {4099, 200}, {600, 200}});
}

TEST(PhaseMemory, WhenNoneFitsTheOneWithMostChunksIsTaken) {
  expect_choices({variant(100, 1000), variant(500, 400)}, {
                                                              {2100, 500},  // all of the second
                                                              {2099, 500},  // 1 against 3
                                                              {900, 500},   // 0 against 1
                                                          });
  expect_choices({variant(10, 1000), variant(2000, 900)}, {{3999, 10},  // 3 against 2
                                                           {2010, 10},  // 2 against 0
                                                           {1010, 10}});
  expect_choices({variant(100, 500), variant(101, 500)}, {{1600, 100}});  // equal: the first
}

TEST(PhaseMemory, WhenNoneFitsTheErrorSaysTheLeast) {
  PhaseVariants const variants{variant(100, 1000), variant(500, 400)};
  try {
    araios::impl::best_variant_within(variants, host(), 899);
    FAIL() << "fits";
  } catch (araios::OutOfMemory const& error) {
    EXPECT_EQ(error.needed(), std::size_t{900});
    EXPECT_EQ(error.allowed(), std::size_t{899});
  }
  EXPECT_EQ(araios::impl::least_bytes(variants, host()), std::size_t{900});
}

TEST(PhaseMemory, ChunksWithoutContentComeAllOrNotAtAll) {
  auto const empty = variant(10, sizeof(int), 5);
  EXPECT_EQ(araios::impl::chunks_within(empty, host(), 10 + 5 * sizeof(int)), std::size_t{5});
  EXPECT_EQ(araios::impl::chunks_within(empty, host(), 10 + 5 * sizeof(int) - 1), std::size_t{0});
  EXPECT_EQ(araios::impl::least_bytes(empty, host()), 10 + 5 * sizeof(int));
}

TEST(PhaseMemory, APoolOfADeviceHasALimit) {
  constexpr std::size_t limit = araios::impl::tuning::device_max_pool_bytes;
  auto const large = variant(7, limit / 10, 1000);
  EXPECT_EQ(araios::impl::chunks_wanted(large, gpu()), std::size_t{10});
  EXPECT_EQ(araios::impl::ample_bytes(large, gpu()), 7 + limit);
  EXPECT_EQ(araios::impl::chunks_wanted(large, host()), std::size_t{1000});
  EXPECT_EQ(araios::impl::ample_bytes(variant(7, 1000, 50), gpu()), std::size_t{7 + 50 * 1000});
  EXPECT_EQ(araios::impl::chunks_wanted(variant(7, 3 * limit, 50), gpu()), std::size_t{1});
  EXPECT_EQ(araios::impl::ample_bytes(variant(7, 3 * limit, 50), gpu()), 7 + 3 * limit);
}

TEST(PhaseMemory, AHashMapStandsInForADenseAccumulatorThatNobodyAskedFor) {
  Selection dense;
  dense.accumulator = AccumulatorKind::dense;
  auto const two = araios::impl::with_fallback(dense, {});
  ASSERT_EQ(two.size(), std::size_t{2});
  EXPECT_EQ(two[0], dense);
  EXPECT_EQ(two[1].accumulator, AccumulatorKind::linked_list);
  SpGemmOptions options;
  options.accumulator = AccumulatorKind::dense;
  EXPECT_EQ(araios::impl::with_fallback(dense, options).size(), std::size_t{1});
  options = {};
  options.method = araios::MethodKind::kkdense;
  EXPECT_EQ(araios::impl::with_fallback(dense, options).size(), std::size_t{1});
  EXPECT_EQ(araios::impl::with_fallback(Selection{}, {}).size(), std::size_t{1});
}

Selection with_team(araios::PartitioningKind partitioning, int team_size) {
  Selection selection;
  selection.partitioning = partitioning;
  selection.team_size = team_size;
  return selection;
}

TEST(PhaseMemory, ALaunchTakesANumberForEachEntryOfAAndOneMoreToFindProducts) {
  araios::ProblemStats stats;
  stats.nnz_a = 1000;
  Selection selection;
  EXPECT_EQ(araios::impl::launch_bytes(host(), selection, stats), sizeof(std::int64_t));
  EXPECT_EQ(araios::impl::launch_bytes(gpu(), selection, stats), std::size_t{0});
  selection.partitioning = araios::PartitioningKind::thread_flat_parallel;
  EXPECT_EQ(araios::impl::launch_bytes(host(), selection, stats), 1002 * sizeof(std::int64_t));
  EXPECT_EQ(araios::impl::launch_bytes(gpu(), selection, stats), 1001 * sizeof(std::int64_t));
}

TEST(PhaseMemory, AReplayIsBoundByItsBlocksAndTheColumnsOfC) {
  araios::ProblemStats stats;
  constexpr std::int64_t nnz = 1'000'000;
  auto const blocks = static_cast<std::size_t>(araios::impl::num_replay_blocks(nnz));
  EXPECT_GE(araios::impl::replay_bytes_bound<std::int64_t>(stats, nnz),
            nnz * sizeof(std::int64_t) + blocks * sizeof(araios::impl::ReplayBlock));
}

TEST(Determinism, SumsRepeatUnlessLanesMeetOnAKey) {
  using araios::PartitioningKind;
  EXPECT_TRUE(araios::impl::sums_repeat(with_team(PartitioningKind::thread_sequential, 4)));
  EXPECT_TRUE(araios::impl::sums_repeat(with_team(PartitioningKind::team_sequential, 4)));
  for (auto const meeting :
       {PartitioningKind::thread_parallel, PartitioningKind::thread_flat_parallel}) {
    EXPECT_FALSE(araios::impl::sums_repeat(with_team(meeting, 4)));
    EXPECT_TRUE(araios::impl::sums_repeat(with_team(meeting, 1))) << "one lane meets nobody";
  }
}

TEST(Determinism, RowsAreSortedWhereThatIsAskedOrTheirOrderShallRepeat) {
  SpGemmOptions options;
  EXPECT_TRUE(araios::impl::sorts_rows(options));
  options.result_sorted = false;
  EXPECT_FALSE(araios::impl::sorts_rows(options));
  options.deterministic = true;
  EXPECT_TRUE(araios::impl::sorts_rows(options));
}

TEST(Determinism, ASelectionThatDoesNotRepeatIsRefusedWhereItMust) {
  auto const flat = with_team(araios::PartitioningKind::thread_flat_parallel, 2);
  SpGemmOptions options;
  EXPECT_NO_THROW(araios::impl::expect_deterministic(options, flat));
  options.deterministic = true;
  EXPECT_NO_THROW(araios::impl::expect_deterministic(options, Selection{}));
  EXPECT_TRUE(
      throws<araios::Unsupported>([&] { araios::impl::expect_deterministic(options, flat); },
                                  {"deterministic", "partitioning"}));
}

}  // namespace
}  // namespace araios_test
