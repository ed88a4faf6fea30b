// SPDX-License-Identifier: BSD-3-Clause
// The memory pool of a selection under a cap, and the text of a selection.

#include "support/DeviceModels.hpp"
#include "support/Matchers.hpp"
#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <selection/Araios_SelectMethod.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

namespace araios_test {
namespace {

using araios::PoolMapping;
using araios::Selection;

// A chunk and its lock, together 1000 bytes.
constexpr std::size_t chunk_of_1000 = 1000 - sizeof(int);

TEST(FitPool, KeepsWhatFitsBesideOtherMemoryAndSharesWhatDoesNot) {
  Selection selection;
  selection.num_chunks = 8;
  araios::impl::fit_pool(selection, host(8), chunk_of_1000, 500, 8500);
  EXPECT_EQ(selection.num_chunks, 8);
  EXPECT_EQ(selection.pool_mapping, PoolMapping::one2one);
  EXPECT_EQ(selection.chunk_bytes, chunk_of_1000);
  araios::impl::fit_pool(selection, host(8), chunk_of_1000, 500, 8499);
  EXPECT_EQ(selection.num_chunks, 7) << "fewer chunks, not smaller ones";
  EXPECT_EQ(selection.pool_mapping, PoolMapping::many2many);
  EXPECT_EQ(selection.chunk_bytes, chunk_of_1000);
}

TEST(FitPool, NeedsOneChunk) {
  Selection selection;
  EXPECT_TRUE(throws<araios::OutOfMemory>(
      [&] { araios::impl::fit_pool(selection, host(8), chunk_of_1000, 500, 1499); },
      {"1500 bytes", "1499"}));
  araios::impl::fit_pool(selection, host(8), chunk_of_1000, 500, 1500);
  EXPECT_EQ(selection.num_chunks, 1);
}

TEST(FitPool, DevicesNeverTakeMoreThanTheirShare) {
  Selection selection;
  selection.num_chunks = std::numeric_limits<int>::max();
  auto const chunk_bytes = araios::impl::tuning::device_max_pool_bytes / 16 - sizeof(int);
  araios::impl::fit_pool(selection, gpu(), chunk_bytes, 0, std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(selection.num_chunks, 16);
}

TEST(FitPool, WaitingNeedsLanesThatProgress) {
  auto device = gpu();
  device.waiting_lanes_progress = false;
  Selection selection;
  EXPECT_TRUE(throws<araios::Unsupported>(
      [&] { araios::impl::fit_pool(selection, device, 64, 0, 1 << 20); },
      {"memory pool", "progress"}));
}

TEST(SelectionText, NamesTheMethodAndItsParameters) {
  Selection selection;
  selection.compress = true;
  selection.team_size = 8;
  selection.vector_length = 4;
  selection.rows_per_team = 32;
  selection.num_chunks = 3;
  selection.chunk_bytes = 4096;
  selection.scratch_bytes = 512;
  selection.pool_mapping = PoolMapping::many2many;
  EXPECT_TRUE(holds_all(to_string(selection),
                        {"linked_list", "two-level", "thread_sequential", "compressed", "8x4",
                         "rows=32", "dynamic", "3x4096", "many2many", "512"}));
  selection.scratch_bytes = 0;
  selection.compress = false;
  EXPECT_TRUE(holds_all(to_string(selection), {"one-level"}));
  EXPECT_FALSE(holds_all(to_string(selection), {"compressed"}));
}

}  // namespace
}  // namespace araios_test
