// SPDX-License-Identifier: BSD-3-Clause
// The transpose as a call and as a plan, and compressed columns, against the transpose of the
// tests.

#include "support/BitwiseEqual.hpp"
#include "support/CallsOnMatrices.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowCases.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_CscMatrix.hpp>
#include <Araios_Transpose.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::TransposeKind;

template <class Types>
class TransposeCalls : public CallsOnMatrices<Types> {
 protected:
  using Host = HostMatrix<typename Types::scalar>;

  static void expect_same(Host const& found, Host const& expected) {
    EXPECT_TRUE(are_bitwise_equal(found, expected)) << expected.pattern.label;
  }
};

TYPED_TEST_SUITE_P(TransposeCalls);

TYPED_TEST_P(TransposeCalls, OneCallPlainAndConjugate) {
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 3);
    auto const a = this->device(host);
    auto const expected = transpose_of(host);
    this->expect_same(to_host(araios::transpose(this->exec, a)), expected);
    this->expect_same(to_host(araios::transpose(this->exec, a, TransposeKind::conjugate)),
                      conjugate_of(expected));
  }
}

TYPED_TEST_P(TransposeCalls, APlanServesNewValues) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : row_cases()) {
    auto const plan = araios::transpose_symbolic(
        this->exec, this->device(with_reals<Scalar>(pattern, 1)).graph, {true});
    EXPECT_EQ(plan.nnz(), pattern.num_entries());
    auto const shared = plan.template allocate<Scalar>(this->exec, "C");
    auto const own = plan.template allocate_writable<Scalar>(this->exec, "C");
    for (std::uint64_t const seed : {2, 3}) {
      auto const host = with_reals<Scalar>(pattern, seed);
      araios::transpose_numeric(this->exec, plan, this->device(host), shared);
      araios::transpose_numeric(this->exec, plan, this->device(host), own,
                                TransposeKind::conjugate);
      this->exec.fence();
      this->expect_same(to_host(shared), transpose_of(host));
      this->expect_same(to_host(own), conjugate_of(transpose_of(host)));
    }
  }
}

TYPED_TEST_P(TransposeCalls, TwiceSortsTheRows) {
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 9);
    auto const twice =
        araios::transpose(this->exec, araios::transpose(this->exec, this->device(host)));
    this->expect_same(to_host(twice), with_sorted_rows(host));
  }
}

TYPED_TEST_P(TransposeCalls, RowsOfALargerMatrix) {
  using Scalar = typename TypeParam::scalar;
  RowRange const rows{30, 71};
  auto const host = with_reals<Scalar>(uniform_pattern(90, 50, 6, 2), 2);
  auto const expected = transpose_of(copy_of_rows(host, rows));
  auto const part = rows_of(this->device(host), rows);
  this->expect_same(to_host(araios::transpose(this->exec, part)), expected);
  for (bool const check_reuse : {false, true}) {
    auto const plan = araios::transpose_symbolic(this->exec, part, {check_reuse});
    auto const c = plan.template allocate<Scalar>(this->exec, "C");
    araios::transpose_numeric(this->exec, plan, part, c);
    this->exec.fence();
    this->expect_same(to_host(c), expected);
    araios::transpose_numeric(this->exec, plan, this->device(copy_of_rows(host, rows)), c);
    this->exec.fence();
    this->expect_same(to_host(c), expected);
  }
}

TYPED_TEST_P(TransposeCalls, CompressedColumnsAndBack) {
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 4);
    auto const csc = araios::to_csc(this->exec, this->device(host));
    auto const expected = transpose_of(host);
    EXPECT_EQ(std::int64_t{csc.num_rows}, pattern.num_rows);
    EXPECT_EQ(std::int64_t{csc.num_cols}, pattern.num_cols);
    EXPECT_EQ(to_vector<std::int64_t>(csc.col_offsets), expected.pattern.row_offsets);
    EXPECT_EQ(to_vector<std::int64_t>(csc.rows), expected.pattern.columns);
    this->expect_same(to_host(csc.transposed()), expected);
    this->expect_same(to_host(araios::to_crs(this->exec, csc)), with_sorted_rows(host));
  }
}

REGISTER_TYPED_TEST_SUITE_P(TransposeCalls, OneCallPlainAndConjugate, APlanServesNewValues,
                            TwiceSortsTheRows, RowsOfALargerMatrix, CompressedColumnsAndBack);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, TransposeCalls, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, TransposeCalls, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, TransposeCalls, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, TransposeCalls, ComplexFloatMatrixTypes, TypeNames);
#endif

template <class Space>
class TransposeErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  static Matrix device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }

  /// Expects a numeric call to be refused, and C to stay.
  template <class Plan, class C>
  void expect_refused(Plan const& plan, Matrix const& given, C const& c,
                      std::vector<std::string> const& parts) const {
    Kokkos::deep_copy(c.values, -7.5);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::transpose_numeric(exec, plan, given, c); }, parts));
    EXPECT_EQ(to_vector<double>(c.values), std::vector<double>(c.values.extent(0), -7.5));
  }

  Space exec;
  HostMatrix<double> const host = with_integers<double>(uniform_pattern(20, 30, 4, 1), 1);
  Matrix const a = device(host);
};

TYPED_TEST_SUITE(TransposeErrors, Spaces, TypeNames);

TYPED_TEST(TransposeErrors, BadOperandsAreNamed) {
  auto wrong = this->host;
  wrong.pattern.columns[5] = 30;
  auto const refused = [&](auto const& operand, std::vector<std::string> const& parts) {
    auto const& space = this->exec;
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::transpose(space, operand); }, parts));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::to_csc(space, operand); }, parts));
  };
  refused(this->device(wrong), {"A.columns[5] is 30", "expected a column in [0, 30)"});
  auto short_offsets = this->a;
  short_offsets.graph.num_rows = 25;
  refused(short_offsets, {"A.row_offsets has 21 elements, expected 26"});
  auto short_values = this->a;
  short_values.values = decltype(short_values.values)("values", 3);
  refused(short_values, {"A.values has 3 elements", "expected at least"});
}

TYPED_TEST(TransposeErrors, AnotherPatternThanThatOfThePlan) {
  auto const plan = araios::transpose_symbolic(this->exec, this->a);
  auto const checking = araios::transpose_symbolic(this->exec, this->a, {true});
  auto const c = plan.template allocate<double>(this->exec, "C");
  auto const c_of_checking = checking.template allocate<double>(this->exec, "C");
  auto const fewer = this->device(with_integers<double>(uniform_pattern(20, 30, 3, 2), 1));
  this->expect_refused(plan, fewer, c, {"A is 20×30 with", "the plan was made for", "new plan"});
  auto moved = this->host;
  moved.pattern.columns[0] = moved.pattern.columns[0] == 0 ? 1 : 0;
  this->expect_refused(checking, this->device(moved), c_of_checking,
                       {"the pattern of A is not the one"});
}

TYPED_TEST(TransposeErrors, AResultThatDoesNotFit) {
  auto const plan = araios::transpose_symbolic(this->exec, this->a);
  auto const other = araios::transpose_symbolic(
      this->exec, this->device(with_integers<double>(uniform_pattern(20, 30, 4, 7), 1)));
  this->expect_refused(plan, this->a, other.template allocate<double>(this->exec, "C"),
                       {"the columns of C are read-only"});
  this->expect_refused(plan, this->a, other.template allocate_writable<double>(this->exec, "C"),
                       {"C"});
  auto narrow = plan.template allocate_writable<double>(this->exec, "C");
  narrow.graph.num_cols = 19;
  this->expect_refused(plan, this->a, narrow, {"C is 30×19, the plan is for 30×20"});
  auto small = plan.template allocate_writable<double>(this->exec, "C");
  small.values = decltype(small.values)("values", 2);
  this->expect_refused(plan, this->a, small, {"C.values has 2 elements"});
  auto in_place = plan.template allocate_writable<double>(this->exec, "C");
  in_place.values = this->a.values;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::transpose_numeric(this->exec, plan, this->a, in_place); },
      {"C shares memory with A", "in place"}));
  EXPECT_EQ(to_vector<double>(this->a.values), this->host.values);
}

TYPED_TEST(TransposeErrors, ColumnsThatNoNumericCallHasWrittenAreNoOperand) {
  auto const plan = araios::transpose_symbolic(this->exec, this->a);
  auto const c = plan.template allocate_writable<double>(this->exec, "C");
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::transpose(this->exec, c); },
                                            {"A.columns are not filled"}));
}

}  // namespace
}  // namespace araios_test
