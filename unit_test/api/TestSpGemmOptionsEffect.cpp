// SPDX-License-Identifier: BSD-3-Clause
// What single options do: they reach the selection, decide at their thresholds, or are refused.

#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::PoolMapping;
using araios::ScheduleKind;
using araios::SpGemmOptions;

struct Factors {
  HostMatrix<double> a = with_integers<double>(uniform_pattern(37, 29, 5, 11), 1);
  HostMatrix<double> b = with_integers<double>(power_law_pattern(29, 71, 71, 12), 2);
};
Factors const& factors() {
  static Factors const both;
  return both;
}

template <class Space>
class SpGemmOptionsEffect : public testing::Test {
 protected:
  using Product = PlannedProduct<DefaultTypes<Space>>;
  static Product planned(SpGemmOptions const& options) {
    return {factors().a, factors().b, options};
  }
};

TYPED_TEST_SUITE(SpGemmOptionsEffect, Spaces, TypeNames);

TYPED_TEST(SpGemmOptionsEffect, SelectionSaysWhatWasAskedFor) {
  SpGemmOptions options;
  options.compress = true;
  options.rows_per_team = 7;
  options.team_size = 1;
  options.accumulator = AccumulatorKind::linked_list;
  options.scratch_bytes = 256;
  options.num_chunks = 2;
  options.pool_mapping = PoolMapping::many2many;
  options.schedule = ScheduleKind::static_chunks;
  options.hash_scale = 4;
  auto const product = this->planned(options);
  EXPECT_TRUE(product.plan.symbolic_selection().compress);
  for (auto const& selection :
       {product.plan.symbolic_selection(), product.plan.numeric_selection()}) {
    EXPECT_EQ(selection.accumulator, AccumulatorKind::linked_list);
    EXPECT_EQ(selection.rows_per_team, 7);
    EXPECT_EQ(selection.team_size, 1);
    EXPECT_EQ(selection.scratch_bytes, std::size_t{256});
    EXPECT_EQ(selection.num_chunks, 2);
    EXPECT_EQ(selection.pool_mapping, PoolMapping::many2many);
    EXPECT_EQ(selection.schedule, ScheduleKind::static_chunks);
    EXPECT_EQ(selection.hash_scale, 4);
  }
  EXPECT_GT(product.plan.symbolic_selection().chunk_bytes, std::size_t{0});
}

TYPED_TEST(SpGemmOptionsEffect, CompressionIsLeftOffWhenNotWanted) {
  SpGemmOptions options;
  options.compress = false;
  EXPECT_FALSE(this->planned(options).plan.symbolic_selection().compress);
}

TYPED_TEST(SpGemmOptionsEffect, CompressionIsKeptOnlyWhenItPays) {
  // Dense rows compress 32 to 1; with columns 32 apart nothing is saved.
  auto const a = with_integers<double>(uniform_pattern(20, 30, 4, 1), 1);
  auto const dense = with_integers<double>(full_pattern(30, 320), 2);
  auto const scattered = with_integers<double>(colliding_pattern(30, 5, 32, 320, 3), 3);
  using Planned = typename TestFixture::Product;
  // The others record the pattern of C, which takes a compressed B whether it pays or not, or count
  // rows by bins without compression.
  SpGemmOptions options;
  options.method = araios::MethodKind::kkspgemm_2018;
  Planned const pays{a, dense, options};
  Planned const does_not_pay{a, scattered, options};
  EXPECT_TRUE(pays.plan.symbolic_selection().compress);
  EXPECT_EQ(pays.plan.stats().compressed_work * 32, pays.plan.stats().work);
  EXPECT_FALSE(does_not_pay.plan.symbolic_selection().compress);
  EXPECT_EQ(does_not_pay.plan.stats().compressed_work, does_not_pay.plan.stats().work);
  EXPECT_TRUE(same_matrix(pays.numeric(), reference_product(a, dense)));
  EXPECT_TRUE(same_matrix(does_not_pay.numeric(), reference_product(a, scattered)));
}

TYPED_TEST(SpGemmOptionsEffect, CutoffDecidesAtItsValue) {
  // Two columns of every four lie in one block: compressed work is three quarters of the work.
  HostPattern b{8, 96, {0}, {}, "three blocks for four columns"};
  for (int row = 0; row < 8; ++row) {
    for (std::int64_t const column : {0, 1, 40, 70}) b.columns.push_back(column);
    b.row_offsets.push_back(b.num_entries());
  }
  auto const host_b = with_integers<double>(b, 1);
  auto const host_a = with_integers<double>(full_pattern(5, 8), 2);
  using Planned = typename TestFixture::Product;
  SpGemmOptions options;
  options.method = araios::MethodKind::kkspgemm_2018;
  options.compression_cutoff = 0.75;
  EXPECT_TRUE((Planned{host_a, host_b, options}.plan.symbolic_selection().compress));
  options.compression_cutoff = 0.7499;
  EXPECT_FALSE((Planned{host_a, host_b, options}.plan.symbolic_selection().compress));
}

TYPED_TEST(SpGemmOptionsEffect, SmallScratchHoldsFewKeysOrNone) {
  for (std::size_t const scratch_bytes : {32, 33, 47, 48, 63, 64, 65, 95, 96, 97, 128, 129}) {
    SCOPED_TRACE("scratch bytes " + std::to_string(scratch_bytes));
    SpGemmOptions options;
    options.accumulator = AccumulatorKind::linked_list;
    options.scratch_bytes = scratch_bytes;
    EXPECT_TRUE(
        same_matrix(this->planned(options).numeric(), reference_product(factors().a, factors().b)));
  }
}

TYPED_TEST(SpGemmOptionsEffect, ScratchTooSmallForAnEmptyAccumulatorIsRefused) {
  for (std::size_t const scratch_bytes : {1, 16, 31}) {
    SpGemmOptions options;
    options.accumulator = AccumulatorKind::linked_list;
    options.scratch_bytes = scratch_bytes;
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { this->planned(options); },
        {"scratch_bytes is " + std::to_string(scratch_bytes), "at least"}));
  }
}

TYPED_TEST(SpGemmOptionsEffect, ADenseAccumulatorHasOneLevel) {
  SpGemmOptions options;
  options.accumulator = AccumulatorKind::dense;
  options.scratch_bytes = 1024;
  EXPECT_TRUE(throws<araios::Unsupported>(
      [&] { this->planned(options); },
      {araios::impl::is_host_space_v<TypeParam> ? "single level" : "host execution space"}));
}

TYPED_TEST(SpGemmOptionsEffect, ValuesOutOfRangeAreRefusedByName) {
  auto const expect_refused = [&](char const* name, auto const& set) {
    SpGemmOptions options;
    set(options);
    EXPECT_TRUE(throws<std::invalid_argument>([&] { this->planned(options); }, {name}));
  };
  expect_refused("rows_per_team", [](auto& options) { options.rows_per_team = 0; });
  expect_refused("team_size", [](auto& options) { options.team_size = 0; });
  expect_refused("team_size", [](auto& options) { options.team_size = -1; });
  expect_refused("vector_length", [](auto& options) { options.vector_length = 0; });
  expect_refused("num_chunks", [](auto& options) { options.num_chunks = 0; });
  expect_refused("hash_scale", [](auto& options) { options.hash_scale = 0; });
  expect_refused("scratch_bytes",
                 [](auto& options) { options.scratch_bytes = std::size_t{1} << 60; });
}

TYPED_TEST(SpGemmOptionsEffect, TeamsThatTheSpaceCannotRunAreUnsupported) {
  SpGemmOptions options;
  options.team_size = 1 << 20;
  EXPECT_TRUE(throws<araios::Unsupported>([&] { this->planned(options); },
                                          {"team size 1048576", TypeParam::name()}));
}

TYPED_TEST(SpGemmOptionsEffect, One2oneWithFewerChunksThanThreadsIsUnsupported) {
  auto const concurrency = TypeParam().concurrency();
  if (concurrency == 1) GTEST_SKIP() << "one thread always has its chunk";
  SpGemmOptions options;
  options.pool_mapping = PoolMapping::one2one;
  options.num_chunks = 1;
  EXPECT_TRUE(throws<araios::Unsupported>([&] { this->planned(options); },
                                          {"one2one", std::to_string(concurrency)}));
}

}  // namespace
}  // namespace araios_test
