// SPDX-License-Identifier: BSD-3-Clause
// The driver's check finds every kind of wrong result, and lets rounding pass.
#include "problem/Reference.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace araios::perf {
namespace {

template <class Scalar = double>
HostMatrixOf<Scalar> matrix(int num_rows, int num_cols,
                            std::vector<std::int64_t> const& row_offsets,
                            std::vector<int> const& columns, std::vector<Scalar> const& values) {
  using device_type = HostMatrix::device_type;
  Kokkos::View<std::int64_t*, device_type> const offsets_view("row_offsets", row_offsets.size());
  Kokkos::View<int*, device_type> const columns_view("columns", columns.size());
  Kokkos::View<Scalar*, device_type> const values_view("values", values.size());
  for (std::size_t i = 0; i < row_offsets.size(); ++i) offsets_view(i) = row_offsets[i];
  for (std::size_t i = 0; i < columns.size(); ++i) columns_view(i) = columns[i];
  for (std::size_t i = 0; i < values.size(); ++i) values_view(i) = values[i];
  return {{num_rows, num_cols, offsets_view, columns_view}, values_view};
}

template <class Scalar>
HostResultOf<Scalar> result(HostMatrixOf<Scalar> const& c) {
  return {{c.graph.num_rows, c.graph.num_cols, c.graph.row_offsets, c.graph.columns}, c.values};
}

/// A is 2×2, B is 2×3; row 0 of A·B is (3, 0, 10), where the middle cancels, row 1 is empty.
struct Reference : testing::Test {
  HostMatrix a = matrix(2, 2, {0, 2, 2}, {0, 1}, {1, 2});
  HostMatrix b = matrix(2, 3, {0, 2, 5}, {0, 1, 0, 1, 2}, {1, 2, 1, -1, 5});
  std::vector<std::int64_t> row_offsets{0, 3, 3};
  std::vector<int> columns{0, 1, 2};
  std::vector<double> values{3, 0, 10};
  Comparison comparison;

  std::string difference() const {
    return difference_from_reference(a, b, result(matrix(2, 3, row_offsets, columns, values)),
                                     comparison);
  }
};

TEST_F(Reference, AcceptsTheProduct) { EXPECT_EQ(difference(), ""); }

TEST_F(Reference, FindsAWrongShape) {
  EXPECT_NE(difference_from_reference(a, b, result(a), comparison).find("2 x 2"),
            std::string::npos);
}

TEST_F(Reference, FindsAMissingEntryEvenOfACancelledSum) {
  row_offsets = {0, 2, 2};
  columns = {0, 2};
  values = {3, 10};
  EXPECT_EQ(difference(), "row 0: 2 entries, expected 3");
}

TEST_F(Reference, FindsAnEntryInAnEmptyRow) {
  row_offsets = {0, 3, 4};
  columns = {0, 1, 2, 0};
  values = {3, 0, 10, 0};
  EXPECT_EQ(difference(), "row 1: 1 entries, expected 0");
}

TEST_F(Reference, FindsBadColumns) {
  columns = {0, 1, 1};
  EXPECT_EQ(difference(), "row 0: column 1 is there twice");
  columns = {0, 1, 3};
  EXPECT_EQ(difference(), "row 0: column 3 is not in [0, 3)");
  columns = {-1, 1, 2};
  EXPECT_EQ(difference(), "row 0: column -1 is not in [0, 3)");
}

TEST_F(Reference, FindsAColumnWithoutAProduct) {
  b = matrix(2, 3, {0, 1, 1}, {0}, {1});
  row_offsets = {0, 1, 1};
  columns = {2};
  values = {1};
  EXPECT_EQ(difference(), "row 0: column 2 has no product");
}

// An array over all columns would take a hundred gigabytes.
TEST_F(Reference, TakesMemoryForColumnsInUseAlone) {
  int const last = std::numeric_limits<int>::max() - 1;
  b = matrix(2, last + 1, {0, 2, 5}, {0, 7, 0, 7, last}, {1, 2, 1, -1, 5});
  auto const difference_of = [&](std::vector<int> const& of_row) {
    return difference_from_reference(a, b, result(matrix(2, last + 1, {0, 3, 3}, of_row, values)),
                                     comparison);
  };
  EXPECT_EQ(difference_of({0, 7, last}), "");
  EXPECT_EQ(difference_of({0, 6, last}), "row 0: column 6 has no product");
  EXPECT_EQ(difference_of({0, 7, 7}), "row 0: column 7 is there twice");
  values[2] = 9;
  EXPECT_EQ(difference_of({0, 7, last}),
            "row 0: column " + std::to_string(last) + " is 9, expected 10");
  HostMatrix const product = reference_product(a, b);
  EXPECT_EQ(product.graph.columns(2), last);
  EXPECT_EQ(product.values(2), 10);
}

TEST_F(Reference, FindsUnsortedRowsWhereSortedOnesAreAsked) {
  columns = {2, 0, 1};
  values = {10, 3, 0};
  EXPECT_EQ(difference(), "row 0: column 0 follows column 2");
  comparison.sorted = false;
  EXPECT_EQ(difference(), "");
}

TEST_F(Reference, FindsRowsThatAreNotThere) {
  columns.pop_back();
  EXPECT_NE(difference(), "");
}

TEST_F(Reference, FindsWrongValues) {
  for (double const wrong :
       {3.001, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    values[0] = wrong;
    EXPECT_NE(difference().find("column 0 is"), std::string::npos) << wrong;
  }
  comparison.values = false;
  EXPECT_EQ(difference(), "");
}

TEST_F(Reference, AllowsForRounding) {
  values[0] = 3 * (1 + std::numeric_limits<double>::epsilon());
  values[1] = 1e-16;
  EXPECT_EQ(difference(), "");
}

TEST_F(Reference, ExpectsWhatIsNotFinite) {
  double const infinity = std::numeric_limits<double>::infinity();
  a = matrix(2, 2, {0, 2, 2}, {0, 1}, {infinity, 2});
  values = {infinity, infinity, 10};
  EXPECT_EQ(difference(), "");
  values[0] = 3;
  EXPECT_NE(difference(), "");
  values[0] = -infinity;
  EXPECT_NE(difference(), "");
  a = matrix(2, 2, {0, 2, 2}, {0, 1}, {infinity, infinity});
  values = {infinity, std::numeric_limits<double>::quiet_NaN(), infinity};
  EXPECT_EQ(difference(), "");
}

TEST_F(Reference, DoesNotJudgeSumsThatMayOverflow) {
  double const large = std::numeric_limits<double>::max();
  a = matrix(2, 2, {0, 2, 2}, {0, 1}, {large, large});
  values = {std::numeric_limits<double>::infinity(), large,
            std::numeric_limits<double>::infinity()};
  EXPECT_EQ(difference(), "");
}

TEST_F(Reference, AddsUpRepeatedEntriesOfBothOperands) {
  a = matrix(1, 2, {0, 3}, {1, 0, 1}, {1, 1, 1});
  b = matrix(2, 3, {0, 2, 5}, {0, 0, 0, 1, 1}, {1, 2, 1, -1, 5});
  auto const c = matrix(1, 3, {0, 2}, {0, 1}, {5, 8});
  EXPECT_EQ(difference_from_reference(a, b, result(c), comparison), "");
}

TEST_F(Reference, GivesTheProductItself) {
  auto const c = reference_product(a, b);
  EXPECT_EQ(c.graph.num_rows, 2);
  EXPECT_EQ(c.graph.num_cols, 3);
  ASSERT_EQ(c.graph.row_offsets.extent(0), std::size_t{3});
  ASSERT_EQ(c.values.extent(0), std::size_t{3});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(c.graph.row_offsets(i), row_offsets[i]);
    EXPECT_EQ(c.graph.columns(i), columns[i]);
    EXPECT_EQ(c.values(i), values[i]);
  }
}

/// A is (1+2i, 3), B is (1i; 2): their product is 4+1i.
struct ComplexReference : testing::Test {
  HostMatrixOf<Complex> a = matrix<Complex>(1, 2, {0, 2}, {0, 1}, {{1, 2}, {3, 0}});
  HostMatrixOf<Complex> b = matrix<Complex>(2, 1, {0, 1, 2}, {0, 0}, {{0, 1}, {2, 0}});

  std::string difference(Complex const& found) const {
    return difference_from_reference(a, b, result(matrix<Complex>(1, 1, {0, 1}, {0}, {found})),
                                     Comparison{});
  }
};

TEST_F(ComplexReference, AcceptsTheProduct) {
  double const epsilon = std::numeric_limits<double>::epsilon();
  EXPECT_EQ(difference({4, 1}), "");
  EXPECT_EQ(difference({4 * (1 + epsilon), 1 - epsilon}), "");
  auto const c = reference_product(a, b);
  ASSERT_EQ(c.values.extent(0), std::size_t{1});
  EXPECT_EQ(c.values(0), Complex(4, 1));
}

TEST_F(ComplexReference, ComparesBothParts) {
  EXPECT_EQ(difference({4.001, 1}), "row 0: column 0 is (4.001, 1), expected (4, 1)");
  EXPECT_EQ(difference({4, 1.001}), "row 0: column 0 is (4, 1.001), expected (4, 1)");
  EXPECT_NE(difference({4, -1}), "");
  EXPECT_NE(difference({std::numeric_limits<double>::quiet_NaN(), 1}), "");
}

TEST_F(ComplexReference, ExpectsWhatIsNotFinite) {
  double const infinity = std::numeric_limits<double>::infinity();
  double const nan = std::numeric_limits<double>::quiet_NaN();
  a = matrix<Complex>(1, 2, {0, 2}, {0, 1}, {{infinity, 0}, {3, 0}});
  EXPECT_EQ(difference({nan, infinity}), "");  // infinity times 1i
  EXPECT_NE(difference({nan, -infinity}), "");
  EXPECT_NE(difference({6, infinity}), "");
}

TEST_F(Reference, ProductsWithoutRowsOrColumns) {
  auto const no_rows = matrix(0, 2, {0}, {}, {});
  EXPECT_EQ(difference_from_reference(no_rows, b, result(matrix(0, 3, {0}, {}, {})), comparison),
            "");
  auto const no_columns = matrix(2, 0, {0, 0, 0}, {}, {});
  EXPECT_EQ(
      difference_from_reference(a, no_columns, result(matrix(2, 0, {0, 0, 0}, {}, {})), comparison),
      "");
}

}  // namespace
}  // namespace araios::perf
