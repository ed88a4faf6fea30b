// SPDX-License-Identifier: BSD-3-Clause
// The cross product of options: every combination computes what the oracle does.

#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::PoolMapping;
using araios::ScheduleKind;
using araios::SpGemmOptions;

/// Whether B is compressed, which accumulator, which pool and which schedule: one test each.
enum class Compression { unset, always, never };
enum class Storage { linked_list, linked_list_in_two_levels, dense };
enum class PoolKind { one_chunk, several_chunks, one2one };
using Combination = std::tuple<Compression, Storage, PoolKind, ScheduleKind>;

std::string name_of_combination(Combination const& combination) {
  auto const [compression, storage, pool, schedule] = combination;
  std::string name;
  switch (compression) {
    case Compression::unset:
      name = "Selected";
      break;
    case Compression::always:
      name = "Compressed";
      break;
    case Compression::never:
      name = "Plain";
      break;
  }
  switch (storage) {
    case Storage::linked_list:
      name += "LinkedList";
      break;
    case Storage::linked_list_in_two_levels:
      name += "TwoLevels";
      break;
    case Storage::dense:
      name += "Dense";
      break;
  }
  switch (pool) {
    case PoolKind::one_chunk:
      name += "OneChunk";
      break;
    case PoolKind::several_chunks:
      name += "SeveralChunks";
      break;
    case PoolKind::one2one:
      name += "One2one";
      break;
  }
  return name + (schedule == ScheduleKind::dynamic_chunks ? "Dynamic" : "Static");
}

SpGemmOptions options_of(Combination const& combination, int concurrency) {
  auto const [compression, storage, pool, schedule] = combination;
  SpGemmOptions options;
  if (compression != Compression::unset) options.compress = compression == Compression::always;
  options.accumulator =
      storage == Storage::dense ? AccumulatorKind::dense : AccumulatorKind::linked_list;
  // Rows of few keys fit the first level, longer ones spill.
  bool const two_levels = storage == Storage::linked_list_in_two_levels;
  options.scratch_bytes = two_levels ? std::size_t{160} : std::size_t{0};
  options.pool_mapping = PoolMapping::many2many;
  options.num_chunks = pool == PoolKind::one_chunk ? 1 : 3;
  if (pool == PoolKind::one2one) {
    options.pool_mapping = PoolMapping::one2one;
    options.num_chunks = concurrency;
  }
  options.schedule = schedule;
  return options;
}

struct Factors {
  HostMatrix<double> a;
  HostMatrix<double> b;
};

/// Small inputs that differ in what the options act on: long and short rows, order, duplicates.
std::vector<Factors> const& products() {
  static std::vector<Factors> const inputs = [] {
    auto const a = uniform_pattern(37, 29, 5, 11);
    auto const b = power_law_pattern(29, 71, 71, 12);
    auto const shuffled_a = with_duplicates_shuffled(a, 13);
    auto const shuffled_b = with_duplicates_shuffled(b, 14);
    auto const dense_b = with_dense_row(uniform_pattern(29, 71, 3, 15), 4);
    return std::vector<Factors>{
        {with_integers<double>(a, 1), with_integers<double>(b, 2)},
        {with_integers<double>(shuffled_a, 3), with_integers<double>(shuffled_b, 4)},
        {with_integers<double>(a, 5), with_integers<double>(dense_b, 6)}};
  }();
  return inputs;
}

std::vector<ReferenceProduct> const& references() {
  static std::vector<ReferenceProduct> const expected = [] {
    std::vector<ReferenceProduct> all;
    for (auto const& [a, b] : products()) all.push_back(reference_product(a, b));
    return all;
  }();
  return expected;
}

/// Team sizes that an execution space offers: one thread, and several where teams can have them.
template <class Space>
std::vector<int> team_sizes() {
  std::vector<int> sizes{1};
  if (Space().concurrency() >= 2 && !std::is_same_v<Space, Kokkos::Serial>) sizes.push_back(2);
  return sizes;
}

template <class Space>
void expect_all_shapes_of_teams(Combination const& combination) {
  auto options = options_of(combination, Space().concurrency());
  for (int const rows_per_team : {1, 7, 1000}) {
    for (int const team_size : team_sizes<Space>()) {
      for (int const hash_scale : {1, 2}) {
        SCOPED_TRACE("rows per team " + std::to_string(rows_per_team) + ", team size " +
                     std::to_string(team_size) + ", hash scale " + std::to_string(hash_scale));
        options.rows_per_team = rows_per_team;
        options.team_size = team_size;
        options.hash_scale = hash_scale;
        for (std::size_t i = 0; i < products().size(); ++i) {
          PlannedProduct<DefaultTypes<Space>> const product{products()[i].a, products()[i].b,
                                                            options};
          EXPECT_TRUE(same_matrix(product.numeric(), references()[i]));
        }
      }
    }
  }
}

class SpGemmOptionsCrossProduct : public testing::TestWithParam<Combination> {};

TEST_P(SpGemmOptionsCrossProduct, EqualsTheOracleOnTheDefaultSpace) {
  using Space = Kokkos::DefaultExecutionSpace;
  bool const for_hosts =
      std::get<1>(GetParam()) == Storage::dense || std::get<2>(GetParam()) == PoolKind::one2one;
  if (for_hosts && !araios::is_host_space_v<Space>) {
    GTEST_SKIP() << "dense accumulators and one chunk for each owner are for hosts";
  }
  expect_all_shapes_of_teams<Space>(GetParam());
}

#if defined(KOKKOS_ENABLE_SERIAL) && !defined(ARAIOS_TEST_REDUCED_TYPES)
TEST_P(SpGemmOptionsCrossProduct, EqualsTheOracleInSerial) {
  if (std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::Serial>) {
    GTEST_SKIP() << "Serial is the default space";
  }
  expect_all_shapes_of_teams<Kokkos::Serial>(GetParam());
}
#endif

INSTANTIATE_TEST_SUITE_P(
    Enumerated, SpGemmOptionsCrossProduct,
    testing::Combine(
        testing::Values(Compression::unset, Compression::always, Compression::never),
        testing::Values(Storage::linked_list, Storage::linked_list_in_two_levels, Storage::dense),
        testing::Values(PoolKind::one_chunk, PoolKind::several_chunks, PoolKind::one2one),
        testing::Values(ScheduleKind::dynamic_chunks, ScheduleKind::static_chunks)),
    [](auto const& instance) { return name_of_combination(instance.param); });

}  // namespace
}  // namespace araios_test
