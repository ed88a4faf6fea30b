// SPDX-License-Identifier: BSD-3-Clause
// Products of transposed operands: C = op(A)·op(B), with reuse, caps and errors.

#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/TransposedProduct.hpp"
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace araios_test {
namespace {

using araios::OutOfMemory;
using araios::SpGemmOptions;
using araios::Workspace;

template <class Space>
class SpGemmTranspose : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Views = typename Space::device_type;
  using Planned = PlannedProduct<Types>;
  static auto device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }
};
TYPED_TEST_SUITE(SpGemmTranspose, Spaces, TypeNames);

TYPED_TEST(SpGemmTranspose, OtherOptionsGoWithIt) {
  for_each_transposition([](SpGemmOptions const& transposed) {
    TransposedFactors<double> const factors{transposed, 7};
    for (int const bits : {0, 1, 2, 3}) {
      SpGemmOptions options = transposed;
      options.compress = (bits & 1) != 0;
      options.result_sorted = (bits & 2) != 0;
      options.accumulator = araios::AccumulatorKind::linked_list;
      options.check_reuse = true;
      expect_op_product<typename TestFixture::Types>(factors.a, factors.b, options);
    }
  });
}

TYPED_TEST(SpGemmTranspose, UnsortedAndRepeatedColumnsAddUp) {
  for_each_transposition([](SpGemmOptions const& options) {
    TransposedFactors<double> const factors{options, 3};
    auto const a = with_integers<double>(with_duplicates_shuffled(factors.a.pattern, 5), 1);
    auto const b = with_integers<double>(with_duplicates_shuffled(factors.b.pattern, 6), 2);
    expect_op_product<typename TestFixture::Types>(a, b, options);
  });
}

TYPED_TEST(SpGemmTranspose, ARectangularMatrixTimesItsTranspose) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    auto const host = with_integers<double>(uniform_pattern(40, 90, 6, seed), seed);
    auto const a = this->device(host);
    SpGemmOptions options;
    options.transpose_b = true;
    auto const outer = araios::spgemm(TypeParam{}, a, a, options);
    EXPECT_TRUE(same_matrix(to_host(outer), reference_product(host, transpose_of(host))));
    options.transpose_a = true;
    options.transpose_b = false;
    auto const inner = araios::spgemm(TypeParam{}, a, a, options);
    EXPECT_TRUE(same_matrix(to_host(inner), reference_product(transpose_of(host), host)));
  }
}

TYPED_TEST(SpGemmTranspose, BothTransposesOfOneMatrixAreKeptOnce) {
  auto const host = with_integers<double>(uniform_pattern(60, 60, 5, 2), 2);
  auto const a = this->device(host);
  SpGemmOptions options;
  options.transpose_a = true;
  auto const single = araios::spgemm_symbolic(TypeParam{}, a, a, options);
  options.transpose_b = true;
  auto const plan = araios::spgemm_symbolic(TypeParam{}, a, a, options);
  EXPECT_GT(single.transposed_bytes(), std::size_t{0});
  EXPECT_EQ(plan.transposed_bytes(), single.transposed_bytes());
  auto const c = plan.template allocate<double>("C");
  araios::spgemm_numeric(TypeParam{}, plan, a, a, c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(transpose_of(host), transpose_of(host))));
}

TYPED_TEST(SpGemmTranspose, EmptyOperands) {
  SpGemmOptions options;
  options.transpose_a = true;
  auto const check = [&](HostPattern const& a, HostPattern const& b) {
    expect_op_product<typename TestFixture::Types>(with_integers<double>(a, 1),
                                                   with_integers<double>(b, 2), options);
  };
  check(empty_pattern(5, 3), uniform_pattern(5, 4, 2, 1));
  check(empty_pattern(0, 3), empty_pattern(0, 4));
  check(empty_pattern(5, 0), uniform_pattern(5, 4, 2, 1));
  check(uniform_pattern(5, 3, 2, 1), empty_pattern(5, 0));
}

TYPED_TEST(SpGemmTranspose, AnOldPlanServesNewValues) {
  for_each_transposition([&](SpGemmOptions const& options) {
    TransposedFactors<double> const factors{options};
    typename TestFixture::Planned const product{factors.a, factors.b, options};
    auto const c = product.plan.template allocate<double>("C");
    for (std::uint64_t seed = 50; seed < 53; ++seed) {
      auto const a = with_integers<double>(factors.a.pattern, seed);
      auto const b = with_integers<double>(factors.b.pattern, seed + 10);
      araios::spgemm_numeric(product.exec, product.plan, this->device(a), this->device(b), c);
      EXPECT_TRUE(same_matrix(
          to_host(c), reference_product(op(a, options.transpose_a), op(b, options.transpose_b))));
    }
  });
}

TYPED_TEST(SpGemmTranspose, ErrorsSpeakOfTheOperandsAsGiven) {
  using Device = typename TypeParam::device_type;
  auto const pattern = [](std::int64_t rows, std::int64_t cols) {
    return to_device<Int32, Int32, Device>(uniform_pattern(rows, cols, 2, 1));
  };
  SpGemmOptions options;
  options.transpose_a = true;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, pattern(3, 5), pattern(5, 6), options); },
      {"A is 3×5, transposed 5×3", "B is 5×6"}));
  options.transpose_a = false;
  options.transpose_b = true;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, pattern(3, 5), pattern(5, 6), options); },
      {"A is 3×5 ", "B is 5×6, transposed 6×5"}));
  auto bad = pattern(6, 5);
  bad.columns = to_view<Int32, Device>(std::vector<Int32>(bad.columns.extent(0), 5), "columns");
  for (bool const bad_a : {true, false}) {
    auto const a = bad_a ? bad : pattern(6, 5);
    auto const b = bad_a ? pattern(6, 5) : bad;
    options.transpose_a = bad_a;
    options.transpose_b = !bad_a;
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(TypeParam{}, a, b, options); },
        {bad_a ? "A.columns[0] is 5" : "B.columns[0] is 5", "[0, 5)"}));
  }
}

TYPED_TEST(SpGemmTranspose, APlanRecognisesTheOperandsAsGiven) {
  SpGemmOptions options;
  options.transpose_a = true;
  options.check_reuse = true;
  TransposedFactors<double> const factors{options};
  typename TestFixture::Planned const product{factors.a, factors.b, options};
  auto const c = product.plan.template allocate<double>("C");
  auto const call_with = [&](auto const& a) {
    araios::spgemm_numeric(product.exec, product.plan, a, product.b, c);
  };
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { call_with(this->device(transpose_of(factors.a))); }, {"A is 31×57", "57×31"}));
  auto other = factors.a;
  for (auto& column : other.pattern.columns) column = 30 - column;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { call_with(this->device(other)); },
                                            {"pattern of A", "new plan"}));
  EXPECT_TRUE(
      same_matrix(product.numeric(), reference_product(transpose_of(factors.a), factors.b)));
}

// Kernels of other types than the common ones, which slow builds do without.
#ifndef ARAIOS_TEST_REDUCED_TYPES
TEST(SpGemmTransposeOffsets, AnotherTypeThanInTheSymbolicPhaseIsRefused) {
  using Space = Kokkos::DefaultExecutionSpace;
  SpGemmOptions options;
  options.transpose_a = true;
  TransposedFactors<double> const factors{options};
  PlannedProduct<DefaultTypes<Space>> const product{factors.a, factors.b, options};
  auto const c = product.plan.allocate<double>("C");
  auto const wide = to_device<Int64, Int32, Space::device_type>(factors.a);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, wide, product.b, c); },
      {"A.row_offsets has another type", "new plan"}));
}
#endif

TYPED_TEST(SpGemmTranspose, WhatThePlanKeepsCountsTowardsTheCap) {
  for_each_transposition([&](SpGemmOptions options) {
    TransposedFactors<double> const factors{options};
    auto const a = this->device(factors.a);
    auto const b = this->device(factors.b);
    auto const expected =
        reference_product(op(factors.a, options.transpose_a), op(factors.b, options.transpose_b));
    bool succeeded = false;
    bool refused = false;
    for (std::size_t cap = 256; cap < (std::size_t{1} << 21); cap += cap / 3) {
      SCOPED_TRACE("cap " + std::to_string(cap));
      options.max_workspace_bytes = cap;
      Workspace<typename TypeParam::device_type> const workspace;
      try {
        auto const plan = araios::spgemm_symbolic(TypeParam{}, a, b, options, workspace);
        EXPECT_GT(plan.transposed_bytes(), std::size_t{0});
        EXPECT_LE(workspace.bytes() + plan.transposed_bytes(), cap);
        auto const c = plan.template allocate<double>("C");
        araios::spgemm_numeric(TypeParam{}, plan, a, b, c, workspace);
        EXPECT_LE(workspace.bytes() + plan.transposed_bytes(), cap);
        EXPECT_TRUE(same_matrix(to_host(c), expected));
        succeeded = true;
      } catch (OutOfMemory const& error) {
        EXPECT_EQ(error.allowed(), cap);
        EXPECT_GT(error.needed(), cap);
        EXPECT_FALSE(succeeded) << "a smaller cap was enough";
        refused = true;
      }
    }
    EXPECT_TRUE(succeeded);
    EXPECT_TRUE(refused);
  });
}

}  // namespace
}  // namespace araios_test
