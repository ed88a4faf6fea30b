// SPDX-License-Identifier: BSD-3-Clause
// Arrays over all columns are selected where the product affords them.

#include "support/DeviceModels.hpp"
#include "support/SelectedProduct.hpp"
#include <Araios_Selection.hpp>
#include <selection/Araios_BundleKinds.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::PhaseKind;
using araios::PoolMapping;
using araios::SpGemmOptions;

TEST(ColumnArrays, NoArrayOverTheColumnsOfAHypersparseProduct) {
  auto stats = problem(1000, 300'000, 10);
  stats.nnz_a = 1000;
  stats.nnz_b = 2000;
  stats.work = 7000;
  constexpr std::int64_t most = araios::impl::tuning::affordable_elements_at_least +
                                10'000 * araios::impl::tuning::affordable_elements_per_entry;
  std::vector<SpGemmOptions> recording(3);
  recording[0].record_pattern = true;
  recording[1].deterministic = true;
  recording[2].replay = true;
  std::vector<SpGemmOptions> dense(2);
  dense[0].method = araios::MethodKind::kkdense;
  dense[1].accumulator = AccumulatorKind::dense;
  for (int const threads : {1, 64}) {
    for (auto const& options : recording) {
      stats.n = most;
      EXPECT_TRUE(selected(host(threads), stats, options, PhaseKind::symbolic).records_pattern);
      stats.n = most + 1;
      auto const selection = selected(host(threads), stats, options, PhaseKind::symbolic);
      EXPECT_FALSE(selection.records_pattern);
      EXPECT_EQ(selection.accumulator, AccumulatorKind::linked_list);
    }
    for (auto const& options : dense) {
      stats.n = most;
      EXPECT_EQ(selected(host(threads), stats, options).accumulator, AccumulatorKind::dense);
      stats.n = most + 1;
      EXPECT_EQ(selected(host(threads), stats, options).accumulator, AccumulatorKind::linked_list);
    }
  }
}

TEST(ColumnArrays, ThreadsShareArraysOverColumnsThatTheProductDoesNotAfford) {
  auto stats = problem(1000, 0, 10);
  stats.nnz_a = 1000;
  stats.nnz_b = 2000;
  stats.work = 1'000'000;
  constexpr std::int64_t elements = araios::impl::tuning::affordable_elements_at_least +
                                    1'003'000 * araios::impl::tuning::affordable_elements_per_entry;
  SpGemmOptions options;
  options.method = araios::MethodKind::kkdense;
  for (int const arrays : {1, 3, 64}) {
    stats.n = elements / arrays;
    auto selection = selected(host(64), stats, options);
    EXPECT_EQ(selection.num_chunks, arrays);
    EXPECT_EQ(selection.pool_mapping, arrays < 64 ? PoolMapping::many2many : PoolMapping::one2one);
    EXPECT_EQ(selected(host(2), stats, options).num_chunks, std::min(arrays, 2));
    stats.n = elements / arrays + 1;
    EXPECT_EQ(selected(host(64), stats, options).num_chunks, arrays > 1 ? arrays - 1 : 64)
        << "one array less, or hash maps in their place";
    EXPECT_EQ(selected(host(64), stats, options, PhaseKind::symbolic, true).num_chunks, 64)
        << "bits take less";
  }
  stats.n = elements;
  options.pool_mapping = PoolMapping::one2one;
  EXPECT_EQ(selected(host(64), stats, options).num_chunks, 64) << "asked for";
  options.pool_mapping = {};
  options.num_chunks = 5;
  EXPECT_EQ(selected(host(64), stats, options).num_chunks, 5) << "asked for";
}

TEST(ColumnArrays, RowsAreNotBundledWhereSumsForEachTakeMoreThanTheProductAffords) {
  using araios::impl::bundles_at_columns;
  auto stats = problem(1000, 0, 10);
  stats.repeated_rows = stats.m;
  stats.work = 1'000'000;
  stats.nnz_b = 0;
  constexpr std::int64_t elements = araios::impl::tuning::affordable_elements_at_least +
                                    1'000'000 * araios::impl::tuning::affordable_elements_per_entry;
  constexpr int threads = 16;
  stats.n = elements / threads / araios::impl::tuning::bundle_max_rows;
  ASSERT_FALSE(araios::impl::affords_sums_of_columns(stats, threads));
  EXPECT_TRUE(bundles_at_columns(stats, threads).same);
  ++stats.n;
  EXPECT_FALSE(bundles_at_columns(stats, threads).has_any());
  EXPECT_TRUE(bundles_at_columns(stats, threads - 1).same);
}

}  // namespace
}  // namespace araios_test
