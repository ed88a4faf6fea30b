// SPDX-License-Identifier: BSD-3-Clause
// Products by the C interface, of all scalars, of 32-bit and 64-bit indices, counted from 0 and 1.

#include "support/CArrays.hpp"
#include "support/CCalls.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/ReferenceSum.hpp"

#include <Kokkos_Core.hpp>

#include <araios.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

template <class Combination>
class CProducts : public testing::Test {};

TYPED_TEST_SUITE(CProducts, CCombinations);

TYPED_TEST(CProducts, WholeCallsEqualTheOracleAndLeaveOperandsAsTheyWere) {
  using Scalar = typename TypeParam::Scalar;
  auto shapes = operands_of_many_shapes();
  shapes.emplace_back(empty_pattern(0, 3), empty_pattern(3, 4));
  shapes.emplace_back(empty_pattern(5, 3), empty_pattern(3, 0));
  for (auto const& [pattern_a, pattern_b] : shapes) {
    auto const host_a = with_integers<Scalar>(pattern_a, 1);
    auto const host_b = with_integers<Scalar>(pattern_b, 2);
    for (int const base : {0, 1}) {
      typename TypeParam::Arrays arrays_a{host_a, base};
      typename TypeParam::Arrays arrays_b{host_b, 1 - base};
      auto const kept_a = arrays_a;
      auto const kept_b = arrays_b;
      auto const a = arrays_a.matrix();
      auto const b = arrays_b.matrix();
      araios_matrix c{};
      int const status = araios_multiply(&a, &b, nullptr, &c);
      ASSERT_EQ(status, ARAIOS_OK) << message(status);
      EXPECT_EQ(c.base, base);
      EXPECT_TRUE(same_matrix(TypeParam::from(c), reference_product(host_a, host_b)));
      EXPECT_TRUE(arrays_a == kept_a && arrays_b == kept_b);
      araios_free(&c);
      EXPECT_EQ(c.columns, nullptr);
      araios_free(&c);
    }
  }
}

TYPED_TEST(CProducts, APlanServesNewValuesInArraysOfTheCaller) {
  using Scalar = typename TypeParam::Scalar;
  auto const pattern_a = with_duplicates_shuffled(uniform_pattern(60, 50, 4, 3), 4);
  auto const pattern_b = uniform_pattern(50, 70, 5, 5);
  for (int const base : {0, 1}) {
    for (int const replay : {0, 1}) {
      COptions const options{"replay", replay};
      typename TypeParam::Arrays pattern_of_a{with_integers<Scalar>(pattern_a, 0), base};
      typename TypeParam::Arrays pattern_of_b{with_integers<Scalar>(pattern_b, 0), base};
      auto given_a = pattern_of_a.matrix();
      auto given_b = pattern_of_b.matrix();
      given_a.values = given_b.values = nullptr;
      araios_plan* plan = nullptr;
      int status = araios_plan_create(&given_a, &given_b, options.get(), &plan);
      ASSERT_EQ(status, ARAIOS_OK) << message(status);
      std::int64_t rows = -1, cols = -1, entries = -1;
      ASSERT_EQ(araios_plan_size(plan, &rows, &cols, &entries), ARAIOS_OK);
      typename TypeParam::Arrays arrays_c{rows, cols, entries, 1 - base};
      auto const c = arrays_c.matrix();
      for (std::uint64_t const seed : {10, 20, 30}) {
        auto const host_a = with_integers<Scalar>(pattern_a, seed);
        auto const host_b = with_integers<Scalar>(pattern_b, seed + 1);
        typename TypeParam::Arrays arrays_a{host_a, base};
        typename TypeParam::Arrays arrays_b{host_b, base};
        auto const a = arrays_a.matrix();
        auto const b = arrays_b.matrix();
        status = araios_plan_numeric(plan, &a, &b, &c);
        ASSERT_EQ(status, ARAIOS_OK) << message(status);
        EXPECT_TRUE(same_matrix(TypeParam::from(c), reference_product(host_a, host_b)))
            << "base " << base << ", replay " << replay;
      }
      araios_plan_destroy(plan);
    }
  }
}

TYPED_TEST(CProducts, SpMvEqualsTheOracle) {
  using Scalar = typename TypeParam::Scalar;
  auto const host_a = with_integers<Scalar>(uniform_pattern(40, 30, 4, 6), 7);
  auto const host_x = with_integers<Scalar>(full_pattern(30, 1), 8);
  auto const product = reference_product(host_a, host_x);
  for (int const base : {0, 1}) {
    typename TypeParam::Arrays arrays_a{host_a, base};
    auto const a = arrays_a.matrix();
    std::vector<Scalar> y(40, Scalar(5));
    Scalar const alpha(2);
    Scalar const beta(3);
    int const status = araios_spmv(&alpha, &a, host_x.values.data(), &beta, y.data());
    ASSERT_EQ(status, ARAIOS_OK) << message(status);
    for (std::int64_t row = 0; row < 40; ++row) {
      WideValue expected{15, 0};
      if (product.pattern.row_begin(row) < product.pattern.row_end(row)) {
        auto const& sum = product.values[static_cast<std::size_t>(product.pattern.row_begin(row))];
        expected = {15 + 2 * sum.real, 2 * sum.imaginary};
      }
      auto const found = widened(y[static_cast<std::size_t>(row)]);
      EXPECT_EQ(found.real, expected.real) << row;
      EXPECT_EQ(found.imaginary, expected.imaginary) << row;
    }
  }
}

TYPED_TEST(CProducts, SumsEqualTheOracle) {
  using Scalar = typename TypeParam::Scalar;
  auto const pattern_b = with_duplicates_shuffled(uniform_pattern(40, 30, 3, 16), 17);
  auto const host_a = with_integers<Scalar>(uniform_pattern(40, 30, 4, 15), 18);
  auto const host_b = with_integers<Scalar>(pattern_b, 19);
  for (int const base : {0, 1}) {
    typename TypeParam::Arrays arrays_a{host_a, base};
    typename TypeParam::Arrays arrays_b{host_b, 1 - base};
    auto const a = arrays_a.matrix();
    auto const b = arrays_b.matrix();
    for (Scalar const beta : {Scalar(-1), Scalar(0)}) {
      Scalar const alpha(2);
      araios_matrix c{};
      int const status = araios_add(&alpha, &a, &beta, &b, &c);
      ASSERT_EQ(status, ARAIOS_OK) << message(status);
      EXPECT_EQ(c.base, base);
      auto const found = TypeParam::from(c);
      auto const expected = reference_sum(alpha, host_a, beta, host_b);
      EXPECT_EQ(found.pattern.row_offsets, expected.pattern.row_offsets);
      EXPECT_EQ(found.pattern.columns, expected.pattern.columns);
      EXPECT_EQ(found.values, expected.values);
      araios_free(&c);
    }
  }
}

TYPED_TEST(CProducts, EstimatesBoundTheProduct) {
  using Scalar = typename TypeParam::Scalar;
  using Arrays = typename TypeParam::Arrays;
  auto const host_a = with_integers<Scalar>(power_law_pattern(60, 50, 200, 20), 21);
  auto const host_b = with_integers<Scalar>(uniform_pattern(50, 70, 5, 22), 23);
  std::int64_t work = 0;
  for (auto const column : host_a.pattern.columns) {
    work += host_b.pattern.row_end(column) - host_b.pattern.row_begin(column);
  }
  auto const product = reference_product(host_a, host_b);
  auto const entries = product.pattern.num_entries();
  for (int const base : {0, 1}) {
    Arrays arrays_a{host_a, base};
    Arrays arrays_b{host_b, base};
    auto a = arrays_a.matrix();
    auto b = arrays_b.matrix();
    araios_bounds bounds{};
    auto without_values = a;
    without_values.values = nullptr;
    int status = araios_estimate(&without_values, &b, nullptr, &bounds);
    ASSERT_EQ(status, ARAIOS_OK) << message(status);
    EXPECT_EQ(bounds.work, work);
    EXPECT_GE(bounds.max_entries, entries);
    EXPECT_LE(bounds.max_entries, work);
    EXPECT_GE(bounds.max_row_work, bounds.max_row_entries);
    EXPECT_LE(bounds.max_row_entries, 70);
    using Offset = typename decltype(arrays_a.row_offsets)::value_type;
    using Ordinal = typename decltype(arrays_a.columns)::value_type;
    EXPECT_EQ(bounds.max_result_bytes,
              static_cast<std::int64_t>(61 * sizeof(Offset)) +
                  bounds.max_entries * static_cast<std::int64_t>(sizeof(Ordinal) + sizeof(Scalar)));
    EXPECT_EQ(bounds.transposed_bytes, 0);
    EXPECT_LE(bounds.min_workspace_bytes, std::max(bounds.symbolic_bytes, bounds.numeric_bytes));

    COptions const capped{"max_workspace_bytes", bounds.min_workspace_bytes};
    araios_matrix c{};
    status = araios_multiply(&a, &b, capped.get(), &c);
    ASSERT_EQ(status, ARAIOS_OK) << message(status);
    EXPECT_TRUE(same_matrix(TypeParam::from(c), product));
    araios_free(&c);
    ASSERT_EQ(araios_estimate(&a, &a, COptions{"transpose_a", 1}.get(), &bounds), ARAIOS_OK);
    EXPECT_GT(bounds.transposed_bytes, 0);
  }
}

using Doubles = CArrays<double>;

TEST(CTransposes, TransposeEitherOperand) {
  auto const host = with_integers<double>(uniform_pattern(30, 20, 4, 9), 10);
  auto const transposed = transpose_of(host);
  for (int const base : {0, 1}) {
    Doubles arrays{host, base};
    auto const a = arrays.matrix();
    araios_matrix c{};
    ASSERT_EQ(araios_multiply(&a, &a, COptions{"transpose_a", 1}.get(), &c), ARAIOS_OK);
    EXPECT_TRUE(same_matrix(from_c<double>(c), reference_product(transposed, host)));
    araios_free(&c);
    ASSERT_EQ(araios_multiply(&a, &a, COptions{"transpose_b", 1}.get(), &c), ARAIOS_OK);
    EXPECT_TRUE(same_matrix(from_c<double>(c), reference_product(host, transposed)));
    araios_free(&c);
  }
}

// A plan that replays keeps the columns of C: what one result does with its own must not reach it.
TEST(CPlans, AllocatedResultsHaveArraysOfTheirOwn) {
  auto const host = with_integers<double>(uniform_pattern(30, 30, 4, 11), 12);
  auto const expected = reference_product(host, host);
  Doubles arrays{host, 1};
  auto const a = arrays.matrix();
  araios_plan* plan = nullptr;
  ASSERT_EQ(araios_plan_create(&a, &a, COptions{"replay", 1}.get(), &plan), ARAIOS_OK);
  araios_matrix first{};
  araios_matrix second{};
  ASSERT_EQ(araios_plan_allocate(plan, &first), ARAIOS_OK);
  ASSERT_EQ(araios_plan_allocate(plan, &second), ARAIOS_OK);
  EXPECT_EQ(first.base, 1);
  EXPECT_EQ(*static_cast<int*>(first.row_offsets), 1);
  ASSERT_EQ(araios_plan_numeric(plan, &a, &a, &first), ARAIOS_OK);
  static_cast<int*>(first.row_offsets)[1] = static_cast<int*>(first.columns)[0] = 99;
  ASSERT_EQ(araios_plan_numeric(plan, &a, &a, &second), ARAIOS_OK);
  EXPECT_TRUE(same_matrix(from_c<double>(second), expected));
  ASSERT_EQ(araios_plan_numeric(plan, &a, &a, &first), ARAIOS_OK);
  EXPECT_TRUE(same_matrix(from_c<double>(first), expected));
  araios_plan_destroy(plan);
  EXPECT_TRUE(same_matrix(from_c<double>(second), expected));
  araios_free(&first);
  araios_free(&second);
}

TEST(CThreads, CallsOfTwoThreadsAreRightAndKeepTheirMessages) {
  if (std::string{araios_execution_space()} == "Threads") {
    GTEST_SKIP() << "Kokkos::Threads takes calls from one thread alone";
  }
  auto const host = with_integers<double>(uniform_pattern(200, 200, 6, 13), 14);
  auto const expected = reference_product(host, host);
  Doubles arrays{host, 1};
  auto const a = arrays.matrix();
  auto const multiply_often = [&](std::int32_t wrong_base, std::string const& part) {
    auto wrong = a;
    wrong.base = wrong_base;
    for (int call = 0; call < 20; ++call) {
      araios_matrix c{};
      EXPECT_EQ(araios_multiply(&a, &a, nullptr, &c), ARAIOS_OK);
      EXPECT_TRUE(same_matrix(from_c<double>(c), expected));
      araios_free(&c);
      EXPECT_EQ(araios_multiply(&wrong, &a, nullptr, &c), ARAIOS_INVALID_ARGUMENT);
      EXPECT_TRUE(holds_all(araios_last_error(), {part}));
    }
  };
  std::thread other{[&] { multiply_often(2, "A.base is 2"); }};
  multiply_often(3, "A.base is 3");
  other.join();
}

}  // namespace
}  // namespace araios_test
