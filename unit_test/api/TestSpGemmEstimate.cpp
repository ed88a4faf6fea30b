// SPDX-License-Identifier: BSD-3-Clause
// What is said of a product before it runs, and how a product gets along with less memory.

#include "support/Methods.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::OutOfMemory;
using araios::SpGemmEstimate;
using araios::SpGemmOptions;
using araios::Workspace;

template <class Space>
class SpGemmEstimates : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Views = typename Space::device_type;

  static auto device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }
  static auto device(HostPattern const& a) { return to_device<Int32, Int32, Views>(a); }

  /// The product under a cap, with what it holds.
  static void expect_runs(HostMatrix<double> const& a, HostMatrix<double> const& b,
                          ReferenceProduct const& expected, SpGemmOptions const& options) {
    SCOPED_TRACE("cap " + std::to_string(options.max_workspace_bytes));
    Space const exec;
    Workspace<Views> const workspace;
    auto const device_a = device(a);
    auto const device_b = device(b);
    auto const plan = araios::spgemm_symbolic(exec, device_a, device_b, options, workspace);
    EXPECT_LE(workspace.bytes() + plan.transposed_bytes(), options.max_workspace_bytes);
    auto const c = plan.template allocate<double>("C");
    araios::spgemm_numeric(exec, plan, device_a, device_b, c, workspace);
    EXPECT_LE(workspace.bytes() + plan.transposed_bytes(), options.max_workspace_bytes);
    EXPECT_TRUE(same_matrix(to_host(c), expected));
  }

  /// Every number of an estimate against the product itself.
  static void expect_bounds(HostMatrix<double> const& a, HostMatrix<double> const& b,
                            SpGemmOptions options) {
    auto const expected = reference_product(options.transpose_a ? transpose_of(a) : a,
                                            options.transpose_b ? transpose_of(b) : b);
    SCOPED_TRACE(expected.pattern.label);
    auto const device_a = device(a);
    auto const device_b = device(b);
    SpGemmEstimate const estimate = araios::spgemm_estimate(Space{}, device_a, device_b, options);
    Workspace<Views> const for_symbolic;
    Workspace<Views> const for_numeric;
    auto const plan = araios::spgemm_symbolic(Space{}, device_a, device_b, options, for_symbolic);
    auto const c = plan.template allocate<double>("C");
    araios::spgemm_numeric(Space{}, plan, device_a, device_b, c, for_numeric);
    auto const& stats = plan.stats();
    EXPECT_EQ(estimate.work, stats.work);
    EXPECT_EQ(estimate.max_row_work, stats.max_row_work);
    EXPECT_GE(estimate.max_nnz_c, stats.nnz_c);
    EXPECT_LE(estimate.max_nnz_c, std::min(stats.work, stats.m * stats.n));
    EXPECT_GE(estimate.max_row_size, stats.max_row_size);
    EXPECT_LE(estimate.max_row_size, stats.n);
    auto const bytes_of = [](auto const& view) {
      return view.extent(0) * sizeof(typename std::decay_t<decltype(view)>::value_type);
    };
    EXPECT_GE(estimate.max_bytes_c,
              bytes_of(c.graph.row_offsets) + bytes_of(c.graph.columns) + bytes_of(c.values));
    EXPECT_EQ(estimate.transposed_bytes, plan.transposed_bytes());
    EXPECT_GE(estimate.symbolic_bytes, for_symbolic.bytes() + plan.transposed_bytes());
    EXPECT_GE(estimate.numeric_bytes, for_numeric.bytes() + plan.transposed_bytes());
    EXPECT_LE(estimate.min_workspace_bytes,
              std::max(estimate.symbolic_bytes, estimate.numeric_bytes));
    for (std::size_t const cap : {std::max(estimate.symbolic_bytes, estimate.numeric_bytes),
                                  estimate.min_workspace_bytes}) {
      options.max_workspace_bytes = cap;
      expect_runs(a, b, expected, options);
    }
  }
};

TYPED_TEST_SUITE(SpGemmEstimates, Spaces, TypeNames);

TYPED_TEST(SpGemmEstimates, BoundManyProducts) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    auto const rows = std::int64_t{1} << (seed * 5 % 9);
    auto const a = with_integers<double>(uniform_pattern(rows, 40, 1 + rows % 6, seed), seed);
    auto const b = with_integers<double>(power_law_pattern(40, 3 * rows, 2 * rows, seed), seed);
    this->expect_bounds(a, b, {});
  }
}

TYPED_TEST(SpGemmEstimates, BoundProductsUnderEveryOption) {
  auto const a = with_integers<double>(uniform_pattern(60, 60, 6, 1), 1);
  auto const b =
      with_integers<double>(with_duplicates_shuffled(power_law_pattern(60, 60, 60, 2), 3), 2);
  for (int const bits : {0, 1, 2, 3}) {
    for (int const accumulator : {0, 1, 2, 3}) {
      if (accumulator >= 2 && !araios::impl::is_host_space_v<TypeParam>) continue;
      for (int const compress : {0, 1, 2}) {
        SpGemmOptions options;
        options.transpose_a = (bits & 1) != 0;
        options.transpose_b = (bits & 2) != 0;
        if (accumulator == 1) options.accumulator = AccumulatorKind::linked_list;
        if (accumulator == 2) options.accumulator = AccumulatorKind::dense;
        if (compress > 0) options.compress = compress == 1;
        if (accumulator == 3) {
          options.record_pattern = true;
          options.compress.reset();
        }
        this->expect_bounds(a, b, options);
      }
    }
  }
}

TYPED_TEST(SpGemmEstimates, BoundProductsOfMethodsThatGroupRows) {
  for (auto const rule : grouping_rules) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      auto const rows = std::int64_t{1} << (seed * 5 % 9);
      SpGemmOptions options;
      options.method = rule;
      options.transpose_a = seed % 2 == 1;
      options.transpose_b = seed % 3 == 1;
      auto const a = with_integers<double>(uniform_pattern(rows, rows, 5, seed), seed);
      auto const b = with_integers<double>(power_law_pattern(rows, rows, rows, seed), seed);
      this->expect_bounds(a, b, options);
    }
  }
}

// What is kept for each row of B, where these are far more than all entries.
TYPED_TEST(SpGemmEstimates, BoundProductsOfManyEmptyRows) {
  constexpr std::int64_t many = 100'000;
  HostPattern const a{2, many, {0, 2, 4}, {1, many - 2, 1, many - 1}, "few entries"};
  auto const b = with_rows_kept(uniform_pattern(many, 30, 3, 1), "few rows",
                                [](std::int64_t row) { return row < 3 || row > many - 4; });
  for (auto const compress : {std::optional<bool>{}, std::optional{true}, std::optional{false}}) {
    SpGemmOptions options;
    options.compress = compress;
    options.record_pattern = false;
    this->expect_bounds(with_integers<double>(a, 1), with_integers<double>(b, 2), options);
  }
}

TYPED_TEST(SpGemmEstimates, BoundEmptyProducts) {
  for (auto const& [m, k, n] : {std::tuple{0, 3, 4}, std::tuple{3, 0, 4}, std::tuple{3, 4, 0}}) {
    this->expect_bounds(with_integers<double>(empty_pattern(m, k), 1),
                        with_integers<double>(empty_pattern(k, n), 1), {});
  }
  this->expect_bounds(with_integers<double>(uniform_pattern(9, 5, 2, 1), 1),
                      with_integers<double>(empty_pattern(5, 0), 1), {});
}

TYPED_TEST(SpGemmEstimates, AreExactWhereRowsDoNotOverlap) {
  auto const b = with_integers<double>(uniform_pattern(30, 100, 7, 5), 5);
  auto const estimate = araios::spgemm_estimate<double>(
      TypeParam{}, this->device(diagonal_pattern(30)), this->device(b.pattern), SpGemmOptions{});
  EXPECT_EQ(estimate.max_nnz_c, b.pattern.num_entries());
}

TYPED_TEST(SpGemmEstimates, TakeLanesThatTheCallerAsksFor) {
  auto const a = this->device(full_pattern(5, 20));
  auto const b = this->device(full_pattern(20, 40));
  SpGemmOptions options;
  options.partitioning = araios::PartitioningKind::team_sequential;
  EXPECT_EQ(araios::spgemm_estimate<float>(TypeParam{}, a, b, options).work, 5 * 20 * 40);
  options.team_size = 2;
  EXPECT_EQ(araios::spgemm_estimate<float>(TypeParam{}, a, b, options).work, 5 * 20 * 40);
}

// 50 rows that hold all of 40 columns at most, from 50 · 20 · 40 products.
TYPED_TEST(SpGemmEstimates, AFullRowIsTheBoundOfARow) {
  auto const a = this->device(full_pattern(50, 20));
  auto const b = this->device(full_pattern(20, 40));
  auto const estimate = araios::spgemm_estimate<float>(TypeParam{}, a, b);
  EXPECT_EQ(estimate.work, 50 * 20 * 40);
  EXPECT_EQ(estimate.max_row_work, 20 * 40);
  EXPECT_EQ(estimate.max_row_size, 40);
  EXPECT_EQ(estimate.max_nnz_c, 50 * 40);
  EXPECT_EQ(estimate.max_bytes_c, std::size_t{51 * 4 + 50 * 40 * (4 + 4)});
  auto const wide = araios::spgemm_estimate<Kokkos::complex<double>, Int64>(TypeParam{}, a, b);
  EXPECT_EQ(wide.max_bytes_c, std::size_t{51 * 8 + 50 * 40 * (4 + 16)});
  EXPECT_GT(wide.numeric_bytes, estimate.numeric_bytes);
  EXPECT_EQ(wide.symbolic_bytes, estimate.symbolic_bytes);
}

TYPED_TEST(SpGemmEstimates, CountBeyondTheOffsetsOfC) {
  constexpr std::int64_t n = 46341;  // n² is the least square above 2^31
  auto const estimate = araios::spgemm_estimate<double>(
      TypeParam{}, this->device(full_pattern(n, 1)), this->device(full_pattern(1, n)));
  EXPECT_EQ(estimate.max_nnz_c, n * n);
  EXPECT_EQ(estimate.work, n * n);
}

TYPED_TEST(SpGemmEstimates, BadOperandsAreRefusedAsByTheProduct) {
  using Device = typename TypeParam::device_type;
  auto const graph = [](std::vector<Int32> const& row_offsets, std::vector<Int32> const& columns) {
    return araios::CrsGraph<Int32, Int32, Device>{
        3, 4, to_view<Int32, Device>(row_offsets, "row_offsets"),
        to_view<Int32, Device>(columns, "columns")};
  };
  auto const bad_column = graph({0, 2, 2, 5}, {0, 3, 1, 4, 3});
  auto const bad_offsets = graph({0, 2, 2, 6}, {0, 3, 1, 2, 3});
  auto const three = this->device(diagonal_pattern(3));
  auto const four = this->device(diagonal_pattern(4));
  auto const refuses = [](auto const& a, auto const& b, SpGemmOptions const& options,
                          std::vector<std::string> const& parts) {
    return throws<std::invalid_argument>(
        [&] { araios::spgemm_estimate<double>(TypeParam{}, a, b, options); }, parts);
  };
  SpGemmOptions transposed;
  transposed.transpose_a = true;
  transposed.transpose_b = true;
  EXPECT_TRUE(refuses(bad_column, four, {}, {"A.columns[3] is 4", "row 2"}));
  EXPECT_TRUE(refuses(bad_column, three, transposed, {"A.columns[3] is 4", "row 2"}));
  EXPECT_TRUE(refuses(four, bad_column, transposed, {"B.columns[3] is 4", "row 2"}));
  EXPECT_TRUE(refuses(bad_offsets, four, {}, {"A.row_offsets[3] is 6"}));
  EXPECT_TRUE(refuses(three, bad_offsets, {}, {"B.row_offsets[3] is 6"}));
  EXPECT_TRUE(refuses(three, four, {}, {"3×3", "4×4"}));
}

template <class Space>
class SpGemmUnderACap : public SpGemmEstimates<Space> {};
TYPED_TEST_SUITE(SpGemmUnderACap, Spaces, TypeNames);

// From ample memory down to the least, and one byte less.
TYPED_TEST(SpGemmUnderACap, EveryCapDownToTheLeastGivesTheSame) {
  auto const a = with_integers<double>(uniform_pattern(50, 200, 12, 1), 1);
  auto const b = with_integers<double>(power_law_pattern(200, 20000, 3000, 2), 2);
  auto const expected = reference_product(a, b);
  auto const estimate =
      araios::spgemm_estimate(TypeParam{}, this->device(a), this->device(b), SpGemmOptions{});
  SpGemmOptions options;
  options.max_workspace_bytes = estimate.symbolic_bytes + estimate.numeric_bytes;
  int caps = 0;
  for (; options.max_workspace_bytes > estimate.min_workspace_bytes; ++caps) {
    this->expect_runs(a, b, expected, options);
    options.max_workspace_bytes -= options.max_workspace_bytes / 4;
  }
  EXPECT_GE(caps, 3);
  // The least of the estimate is an upper bound: find the true one, where the error says it.
  options.max_workspace_bytes = 0;
  for (int refusals = 0;; ++refusals) {
    ASSERT_LT(refusals, 20);
    try {
      this->expect_runs(a, b, expected, options);
      EXPECT_GT(refusals, 0);
      break;
    } catch (OutOfMemory const& error) {
      EXPECT_EQ(error.allowed(), options.max_workspace_bytes);
      ASSERT_GT(error.needed(), options.max_workspace_bytes);
      EXPECT_LE(error.needed(), estimate.min_workspace_bytes);
      options.max_workspace_bytes = error.needed();
    }
  }
}

TYPED_TEST(SpGemmUnderACap, AHashMapTakesThePlaceOfADenseAccumulator) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "dense accumulators are for hosts";
  auto const a = with_integers<double>(uniform_pattern(40, 50, 4, 1), 1);
  auto const b = with_integers<double>(uniform_pattern(50, 100000, 4, 2), 2);
  SpGemmOptions options;
  options.compress = false;
  using Planned = PlannedProduct<typename TestFixture::Types>;
  EXPECT_EQ((Planned{a, b, options}.plan.symbolic_selection().accumulator), AccumulatorKind::dense);
  options.max_workspace_bytes = std::size_t{64} << 10;
  auto const capped = Planned{a, b, options}.plan.symbolic_selection();
  EXPECT_EQ(capped.accumulator, AccumulatorKind::linked_list);
  EXPECT_EQ(capped.num_chunks, TypeParam().concurrency());
  this->expect_runs(a, b, reference_product(a, b), options);
  options.accumulator = AccumulatorKind::dense;
  EXPECT_THROW((Planned{a, b, options}), OutOfMemory) << "the caller insists";
}

TYPED_TEST(SpGemmUnderACap, BStaysAsItIsWhenItsCompressedCopyDoesNotFit) {
  auto const a = with_integers<double>(diagonal_pattern(2000), 1);
  auto const b = with_integers<double>(full_pattern(2000, 64), 2);
  SpGemmOptions options;
  options.accumulator = AccumulatorKind::linked_list;
  options.num_chunks = 1;
  options.pool_mapping = araios::PoolMapping::many2many;
  using Planned = PlannedProduct<typename TestFixture::Types>;
  auto const compresses = [&] { return Planned{a, b, options}.plan.symbolic_selection().compress; };
  EXPECT_TRUE(compresses());
  // Row sizes and column sets take 16 kB, row offsets and 4000 sets of the copy 40 kB.
  options.max_workspace_bytes = 60000;
  EXPECT_TRUE(compresses());
  options.max_workspace_bytes = 50000;
  EXPECT_FALSE(compresses());
  // Without room for the column sets nobody knows whether compression pays.
  options.max_workspace_bytes = 12000;
  EXPECT_FALSE(compresses());
  this->expect_runs(a, b, reference_product(a, b), options);
  options.compress = true;
  EXPECT_THROW((Planned{a, b, options}), OutOfMemory) << "the caller insists";
}

}  // namespace
}  // namespace araios_test
