// SPDX-License-Identifier: BSD-3-Clause
// The cross product of methods and options: every combination computes what the oracle does, or is
// refused because its parts do not go together.

#include "support/Methods.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>
#include <rowwise/Araios_Concepts.hpp>
#include <rowwise/Araios_Dispatch.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::PartitioningKind;
using araios::PoolMapping;
using araios::ScheduleKind;
using araios::SpGemmOptions;

struct Factors {
  HostMatrix<double> a;
  HostMatrix<double> b;
  bool b_ascends;  ///< rows of B are sorted and have distinct columns
};

/// The rows of a matrix, each one to six times in a row.
HostMatrix<double> with_rows_repeated(HostMatrix<double> const& a) {
  std::vector<std::int64_t> order;
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    order.insert(order.end(), static_cast<std::size_t>(1 + row % 6), row);
  }
  auto repeated = with_rows(a, order);
  repeated.values = with_integers<double>(repeated.pattern, 9).values;
  return repeated;
}

/// Small inputs that differ in what the options act on: long and short rows, order, duplicates,
/// rows alike.
std::vector<Factors> const& products() {
  static std::vector<Factors> const inputs = [] {
    auto const a = uniform_pattern(37, 29, 5, 11);
    auto const b = power_law_pattern(29, 71, 71, 12);
    auto const shuffled_a = with_duplicates_shuffled(a, 13);
    auto const shuffled_b = with_duplicates_shuffled(b, 14);
    auto const dense_b = with_dense_row(uniform_pattern(29, 71, 3, 15), 4);
    return std::vector<Factors>{
        {with_integers<double>(a, 1), with_integers<double>(b, 2), true},
        {with_integers<double>(shuffled_a, 3), with_integers<double>(shuffled_b, 4), false},
        {with_integers<double>(a, 5), with_integers<double>(dense_b, 6), true},
        {with_rows_repeated(with_integers<double>(uniform_pattern(12, 29, 2, 16), 7)),
         with_integers<double>(b, 8), true}};
  }();
  return inputs;
}

std::vector<ReferenceProduct> const& references() {
  static std::vector<ReferenceProduct> const expected = [] {
    std::vector<ReferenceProduct> all;
    for (auto const& factors : products()) {
      all.push_back(reference_product(factors.a, factors.b));
    }
    return all;
  }();
  return expected;
}

/// Team sizes that an execution space offers: one thread, and several where teams can have them.
template <class Space>
std::vector<int> team_sizes() {
  std::vector<int> sizes{1};
  if (!araios::impl::is_host_space_v<Space> || Space().concurrency() >= 4) {
#ifndef ARAIOS_TEST_REDUCED_TYPES
    sizes.push_back(2);
#endif
    sizes.push_back(4);
  }
  return sizes;
}

/// A recorded pattern comes from a compressed B.
bool lacks_compression(SpGemmOptions const& options) {
  return options.record_pattern.value_or(false) && !options.compress.value_or(true);
}

/// Lanes that insert at the same time need distinct keys in each row of B.
bool needs_ascending_rows(SpGemmOptions const& options) {
  return options.partitioning == PartitioningKind::team_sequential && *options.team_size > 1;
}

// In slow builds fewer values of each option.
#ifdef ARAIOS_TEST_REDUCED_TYPES
std::vector<std::optional<bool>> const compressions{true, false};
std::vector<ScheduleKind> const schedules{ScheduleKind::dynamic_chunks};
std::vector<std::optional<int>> const chunk_numbers{std::nullopt, 1};
std::vector<int> const row_numbers{1000};
#else
std::vector<std::optional<bool>> const compressions{std::nullopt, true, false};
std::vector<ScheduleKind> const schedules{ScheduleKind::dynamic_chunks,
                                          ScheduleKind::static_chunks};
std::vector<std::optional<int>> const chunk_numbers{std::nullopt, 1, 3};
std::vector<int> const row_numbers{1, 1000};
#endif

/// Every combination of the options that act beside the method.
template <class Space>
std::vector<SpGemmOptions> all_options(MethodCase const& method) {
  std::vector<SpGemmOptions> all;
  SpGemmOptions options = method.options();
  for (auto const compress : compressions) {
    for (auto const schedule : schedules) {
      for (auto const num_chunks : chunk_numbers) {
        for (int const rows_per_team : row_numbers) {
          for (int const team_size : team_sizes<Space>()) {
            options.compress = compress;
            options.schedule = schedule;
            options.num_chunks = num_chunks;
            options.pool_mapping.reset();
            if (num_chunks) options.pool_mapping = PoolMapping::many2many;
            options.rows_per_team = rows_per_team;
            options.team_size = team_size;
            all.push_back(options);
          }
        }
      }
    }
  }
  return all;
}

std::string description(SpGemmOptions const& options) {
  auto const optional = [](auto const& value) {
    return value ? std::to_string(*value) : std::string{"unset"};
  };
  return "compress " + optional(options.compress) + ", " + std::string{name_of(*options.schedule)} +
         ", chunks " + optional(options.num_chunks) + ", rows per team " +
         optional(options.rows_per_team) + ", team size " + optional(options.team_size);
}

template <class Space>
void expect_all_options(MethodCase const& method) {
  int num_products = 0;
  for (auto const& options : all_options<Space>(method)) {
    SCOPED_TRACE(description(options));
    for (std::size_t i = 0; i < products().size(); ++i) {
      auto const multiply = [&] {
        return PlannedProduct<DefaultTypes<Space>>{products()[i].a, products()[i].b, options}
            .numeric();
      };
      if (options.method == araios::MethodKind::bhsparse && !products()[i].b_ascends) {
        EXPECT_TRUE(throws<std::invalid_argument>(multiply, {"bhsparse", "ascending"}));
      } else if (method.grouping_rule && options.compress.value_or(false)) {
        EXPECT_TRUE(throws<araios::Unsupported>(multiply, {method.name(), "compress"}));
      } else if (lacks_compression(options)) {
        EXPECT_TRUE(throws<araios::Unsupported>(multiply, {"record_pattern", "compressed"}));
      } else if (needs_ascending_rows(options) && !products()[i].b_ascends) {
        EXPECT_TRUE(throws<araios::Unsupported>(multiply, {"lanes", "ascending"}));
      } else {
        EXPECT_TRUE(same_matrix(multiply(), references()[i]));
      }
      ++num_products;
    }
  }
  std::cout << method.name() << " on " << Space::name() << ": " << num_products << " products\n";
}

class EveryMethod : public testing::TestWithParam<MethodCase> {};

template <class Space>
void expect_method(MethodCase const& method) {
  if (is_valid<Space>(method)) return expect_all_options<Space>(method);
  auto const plan = [&] {
    PlannedProduct<DefaultTypes<Space>>{products()[0].a, products()[0].b, method.options()};
  };
  EXPECT_TRUE(throws<araios::Unsupported>(plan, {"accumulator"}));
}

TEST_P(EveryMethod, EqualsTheOracleOrIsRefusedOnTheDefaultSpace) {
  expect_method<Kokkos::DefaultExecutionSpace>(GetParam());
}

#if defined(KOKKOS_ENABLE_SERIAL) && !defined(ARAIOS_TEST_REDUCED_TYPES)
TEST_P(EveryMethod, EqualsTheOracleOrIsRefusedInSerial) {
  if (std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::Serial>) {
    GTEST_SKIP() << "Serial is the default space";
  }
  expect_method<Kokkos::Serial>(GetParam());
}
#endif

INSTANTIATE_TEST_SUITE_P(Enumerated, EveryMethod, testing::ValuesIn(all_methods()),
                         [](auto const& instance) { return instance.param.name(); });

/// The pairs that compile are the pairs that are valid.
TEST(EveryPair, CompilesWhereItsPartsGoTogether) {
  using Space = Kokkos::DefaultExecutionSpace;
  for (auto const& method : all_methods()) {
    if (method.two_levels || method.records_pattern || method.grouping_rule) continue;
    araios::impl::with_accumulator(method.accumulator, [&](auto family) {
      araios::impl::with_partitioning(method.partitioning, [&](auto partitioning) {
        constexpr bool compiles =
            araios::impl::is_valid_pair_v<decltype(family), decltype(partitioning), Space>;
        EXPECT_EQ(compiles, is_valid<Space>(method)) << method.name();
      });
    });
  }
}

}  // namespace
}  // namespace araios_test
