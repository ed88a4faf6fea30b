// SPDX-License-Identifier: BSD-3-Clause
// Which table a row gets by RBSparse, and what its selection says: pure functions as tables.

#include "support/DeviceModels.hpp"
#include "support/Matchers.hpp"
#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <grouped/Araios_GroupedVariants.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>
#include <selection/Araios_SelectMethod.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::MethodKind;
using araios::PartitioningKind;
using araios::PhaseKind;
using araios::SpGemmOptions;
using araios::impl::RbSparseGroup;
using araios::impl::WorkSpread;

SpGemmOptions rbsparse() {
  SpGemmOptions options;
  options.method = MethodKind::rbsparse;
  return options;
}
araios::ProblemStats problem() {
  araios::ProblemStats stats;
  stats.m = stats.k = stats.n = 1000;
  stats.nnz_a = stats.nnz_b = 8000;
  stats.columns_increase = true;
  return stats;
}

TEST(RbSparseGroup, TablesHaveTheSizesOfThePaper) {
  std::vector<int> slots;
  for (int group = 0; group < RbSparseGroup::num_tables; ++group) {
    slots.push_back(RbSparseGroup::slots(group));
  }
  EXPECT_EQ(slots, (std::vector<int>{32, 64, 128, 256, 512, 2048}));
}

TEST(RbSparseGroup, RowsChangeGroupsWherePiProductsShareASlot) {
  for (auto const& [last_work, group] :
       std::vector<std::pair<int, int>>{{100, 0}, {201, 1}, {402, 2}, {804, 3}, {1608, 4}}) {
    EXPECT_EQ(RbSparseGroup::of_work(last_work), group) << last_work;
    EXPECT_EQ(RbSparseGroup::of_work(last_work + 1), group + 1) << last_work;
  }
  EXPECT_EQ(RbSparseGroup::of_work(0), 0);
  EXPECT_EQ(RbSparseGroup::of_work(2e9), RbSparseGroup::num_tables - 1);
}

TEST(RbSparseGroup, OneSizeServesRowsThatDifferLittle) {
  EXPECT_TRUE(WorkSpread{}.is_balanced());
  EXPECT_TRUE((WorkSpread{0, 0, 5}.is_balanced())) << "no products";
  EXPECT_TRUE((WorkSpread{40, 400, 4}.is_balanced())) << "rows alike";
  // Rows of 3 and 1: variance 1, mean 2.
  EXPECT_TRUE((WorkSpread{4, 10, 2}.is_balanced())) << "half is balanced";
  // Rows of 4 and 1: variance 2.25, mean 2.5.
  EXPECT_FALSE((WorkSpread{5, 17, 2}.is_balanced()));
}

TEST(RbSparseGroup, TeamsGrowWithTheirTable) {
  araios::Selection selection;
  selection.team_size = 32;
  selection.vector_length = 8;
  for (auto const& [slots, threads] : std::vector<std::pair<int, int>>{
           {32, 4}, {64, 4}, {128, 4}, {256, 8}, {512, 16}, {2048, 32}}) {
    EXPECT_EQ(araios::impl::team_size_for_table(selection, slots), threads) << slots;
  }
  selection.team_size = 1;
  EXPECT_EQ(araios::impl::team_size_for_table(selection, 2048), 1) << "as asked for";
}

TEST(RbSparseGroup, HostsGiveRowsToThreadsAndDevicesToTeams) {
  auto const partitioning = [](araios::impl::DeviceTraits const& device,
                               SpGemmOptions const& options, PhaseKind phase) {
    auto const selection = araios::impl::select_method(device, problem(), options, phase, false);
    EXPECT_EQ(selection.accumulator, AccumulatorKind::linear_probing);
    EXPECT_EQ(selection.scratch_bytes, std::size_t{0});
    return selection.partitioning;
  };
  EXPECT_EQ(partitioning({}, rbsparse(), PhaseKind::numeric), PartitioningKind::thread_sequential);
  EXPECT_EQ(partitioning(gpu(), rbsparse(), PhaseKind::numeric), PartitioningKind::thread_parallel);
  SpGemmOptions options = rbsparse();
  options.deterministic = true;
  EXPECT_EQ(partitioning(gpu(), options, PhaseKind::numeric), PartitioningKind::team_sequential);
  EXPECT_EQ(partitioning(gpu(), options, PhaseKind::symbolic), PartitioningKind::thread_parallel)
      << "sizes do not depend on the order of products";
}

TEST(RbSparseGroup, VectorsOfDevicesFollowRowsOfBWhereBhSparseTakesWholeWarps) {
  auto const vector_length = [](MethodKind method) {
    SpGemmOptions options;
    options.method = method;
    return araios::impl::select_method(gpu(), problem(), options, PhaseKind::numeric, false)
        .vector_length;
  };
  EXPECT_EQ(vector_length(MethodKind::bhsparse), 32);
  EXPECT_EQ(vector_length(MethodKind::rbsparse), 8);
}

TEST(RbSparseGroup, RowsComeSortedFromBhSparseAndOnDevices) {
  using araios::impl::comes_sorted;
  EXPECT_TRUE(comes_sorted(gpu(), MethodKind::bhsparse));
  EXPECT_TRUE(comes_sorted(host(2), MethodKind::bhsparse));
  EXPECT_TRUE(comes_sorted(gpu(), MethodKind::rbsparse));
  EXPECT_FALSE(comes_sorted(host(2), MethodKind::rbsparse));
  EXPECT_FALSE(comes_sorted(gpu(), MethodKind::kkmem));
}

TEST(RbSparseGroup, WhatTheMethodChoosesIsLeftOpen) {
  auto const expect_refused = [](auto const& change) {
    SpGemmOptions options = rbsparse();
    change(options);
    EXPECT_TRUE(throws<araios::Unsupported>(
        [&] { araios::impl::select_method({}, problem(), options, PhaseKind::numeric, false); },
        {"rbsparse", "leave", "compress"}));
  };
  expect_refused([](auto& options) { options.accumulator = AccumulatorKind::linear_probing; });
  expect_refused([](auto& options) { options.partitioning = PartitioningKind::thread_sequential; });
  expect_refused([](auto& options) { options.scratch_bytes = 1024; });
  expect_refused([](auto& options) { options.compress = true; });
  expect_refused([](auto& options) { options.record_pattern = true; });
  SpGemmOptions const completed = araios::impl::completed(rbsparse());
  EXPECT_EQ(completed.compress, false);
  EXPECT_EQ(completed.record_pattern, false);
  EXPECT_FALSE(araios::impl::completed({}).compress.has_value()) << "other methods";
}

TEST(RbSparseGroup, SelectionsSayWhichGroupsHaveRows) {
  araios::Selection selection;
  selection.groups = araios::impl::GroupCounts{MethodKind::rbsparse, {5, 0, 0, 0, 0, 2, 1}, false};
  EXPECT_EQ(to_string(selection), "rbsparse rows by groups slots-32=5 slots-2048=2 global=1");
  selection.groups = araios::impl::GroupCounts{MethodKind::rbsparse, {0, 9, 0, 0, 0, 0, 0}, true};
  EXPECT_EQ(to_string(selection), "rbsparse tables of one size slots-64=9");
}

}  // namespace
}  // namespace araios_test
