// SPDX-License-Identifier: BSD-3-Clause
// Rows sorted in place, and merged, against std::stable_sort and the oracle.

#include "support/BitwiseEqual.hpp"
#include "support/CallsOnMatrices.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/ReferenceSum.hpp"
#include "support/RowCases.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_MergeDuplicates.hpp>
#include <Araios_SortRows.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::RowOrder;

/// Whether each row ascends, by its definition.
bool ascends(HostPattern const& a, bool strictly) {
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    for (auto entry = a.row_begin(row) + 1; entry < a.row_end(row); ++entry) {
      if (a.column(entry) < a.column(entry - 1)) return false;
      if (strictly && a.column(entry) == a.column(entry - 1)) return false;
    }
  }
  return true;
}

template <class Types>
class RowCalls : public CallsOnMatrices<Types> {};

TYPED_TEST_SUITE_P(RowCalls);

TYPED_TEST_P(RowCalls, RowsAreSortedInPlaceAndRepeatedColumnsKeepTheirOrder) {
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 3);
    auto const a = this->device(host);
    araios::sort_rows(this->exec, a);
    EXPECT_TRUE(are_bitwise_equal(to_host(a), with_sorted_rows(host))) << pattern.label;
  }
}

TYPED_TEST_P(RowCalls, TheOrderOfRowsIsFound) {
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 3);
    for (auto const& matrix : {host, with_sorted_rows(host), merged_by_hand(host)}) {
      auto const a = this->device(matrix);
      EXPECT_EQ(araios::is_sorted(this->exec, a), ascends(matrix.pattern, false));
      EXPECT_EQ(araios::is_sorted(this->exec, a.graph, RowOrder::strictly_ascending),
                ascends(matrix.pattern, true));
    }
  }
}

TYPED_TEST_P(RowCalls, RepeatedEntriesAddUpInTheirOrder) {
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 3);
    for (auto const& matrix : {host, with_sorted_rows(host)}) {
      auto const a = this->device(matrix);
      auto const merged = to_host(araios::merge_duplicates(this->exec, a));
      EXPECT_TRUE(are_bitwise_equal(merged, merged_by_hand(host))) << pattern.label;
      EXPECT_TRUE(are_bitwise_equal(to_host(a), matrix)) << "A stays";
    }
  }
}

TYPED_TEST_P(RowCalls, ZerosStayAndNanAndInfinityArriveInTheirEntryAlone) {
  using Scalar = typename TypeParam::scalar;
  using Real = real_of_t<Scalar>;
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  HostMatrix<Scalar> const host{
      pattern_of(4, {{3, 0, 3, 1}, {2, 2, 0, 0, 1}}, "special values"),
      {Scalar(1), Scalar(0), Scalar(-1), Scalar(infinity), Scalar(std::nan("")), Scalar(2),
       Scalar(3), Scalar(4), Scalar(-infinity)}};
  auto const found = to_host(araios::merge_duplicates(this->exec, this->device(host)));
  EXPECT_EQ(found.pattern.columns, (std::vector<std::int64_t>{0, 1, 3, 0, 1, 2}));
  auto const real = [&](std::size_t i) { return widened(found.values[i]).real; };
  EXPECT_EQ(real(0), 0);
  EXPECT_EQ(real(1), infinity);
  EXPECT_EQ(real(2), 0);
  EXPECT_EQ(real(3), 7);
  EXPECT_EQ(real(4), -infinity);
  EXPECT_TRUE(std::isnan(real(5)));
}

TYPED_TEST_P(RowCalls, RowsOfALargerMatrix) {
  using Scalar = typename TypeParam::scalar;
  RowRange const rows{30, 71};
  auto const host =
      with_reals<Scalar>(with_duplicates_shuffled(uniform_pattern(90, 50, 6, 2), 3), 2);
  auto const whole = this->device(host);
  auto const part = rows_of(whole, rows);
  EXPECT_FALSE(araios::is_sorted(this->exec, part));
  EXPECT_TRUE(are_bitwise_equal(to_host(araios::merge_duplicates(this->exec, part)),
                                merged_by_hand(copy_of_rows(host, rows))));
  araios::sort_rows(this->exec, part);
  EXPECT_TRUE(araios::is_sorted(this->exec, part));
  auto const found = to_host(whole);
  EXPECT_TRUE(
      are_bitwise_equal(copy_of_rows(found, rows), with_sorted_rows(copy_of_rows(host, rows))));
  for (RowRange const& other : {RowRange{0, 30}, RowRange{71, 90}}) {
    EXPECT_TRUE(are_bitwise_equal(copy_of_rows(found, other), copy_of_rows(host, other)))
        << "other rows stay";
  }
}

REGISTER_TYPED_TEST_SUITE_P(RowCalls, RowsAreSortedInPlaceAndRepeatedColumnsKeepTheirOrder,
                            TheOrderOfRowsIsFound, RepeatedEntriesAddUpInTheirOrder,
                            ZerosStayAndNanAndInfinityArriveInTheirEntryAlone, RowsOfALargerMatrix);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, RowCalls, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, RowCalls, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, RowCalls, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, RowCalls, ComplexFloatMatrixTypes, TypeNames);
#endif

template <class Space>
class RowErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
};

TYPED_TEST_SUITE(RowErrors, Spaces, TypeNames);

TYPED_TEST(RowErrors, BadOperandsAreNamedAndStay) {
  TypeParam const exec;
  auto host = with_integers<double>(pattern_of(5, {{4, 1}, {0}, {3, 9}}, "bad"), 1);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host);
  std::vector<std::string> const parts{"A.columns[4] is 9 (row 2, entry 1)", "[0, 5)"};
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::sort_rows(exec, a); }, parts));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::is_sorted(exec, a); }, parts));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::merge_duplicates(exec, a); }, parts));
  EXPECT_TRUE(are_bitwise_equal(to_host(a), host));
  auto short_values = to_device<Int32, Int32, typename TestFixture::Views>(
      with_integers<double>(pattern_of(5, {{4, 1}, {0}, {3, 2}}, "good"), 1));
  short_values.values = decltype(short_values.values)("values", 3);
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::sort_rows(exec, short_values); },
                                            {"A.values has 3 elements, expected at least 5"}));
  auto no_offsets = a;
  no_offsets.graph.row_offsets = {};
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::merge_duplicates(exec, no_offsets); },
                                            {"A.row_offsets has 0 elements, expected 4"}));
}

}  // namespace
}  // namespace araios_test
