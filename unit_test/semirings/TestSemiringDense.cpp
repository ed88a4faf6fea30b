// SPDX-License-Identifier: BSD-3-Clause
// Products of a sparse matrix and dense vectors or matrices by semirings, against the oracle.

#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowCases.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/SemiringOracle.hpp"
#include "support/Types.hpp"
#include <Araios_SemiringSpMm.hpp>
#include <Araios_SemiringSpMv.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// A full matrix of integers, of which columns are vectors.
template <class Scalar>
HostMatrix<Scalar> full(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  Random random{seed};
  HostMatrix<Scalar> a{full_pattern(rows, cols), {}};
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    a.values.push_back(static_cast<Scalar>(random.below(9)));
  }
  return a;
}

/// A·B by hand, all elements in row-major order.
template <class ScalarOfC, class ScalarOfA, class ScalarOfB>
std::vector<ScalarOfC> dense_by_hand(SemiringOracle<ScalarOfC, ScalarOfA, ScalarOfB> const& oracle,
                                     HostMatrix<ScalarOfA> const& a,
                                     HostMatrix<ScalarOfB> const& b) {
  std::vector<ScalarOfC> elements;
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    auto const sums = sums_of_row(oracle, a, b, row);
    for (std::int64_t column = 0; column < b.pattern.num_cols; ++column) {
      auto const sum = sums.find(column);
      elements.push_back(sum == sums.end() ? oracle.identity : sum->second);
    }
  }
  return elements;
}

template <class Types>
class SemiringDense : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;

  template <class Scalar>
  static auto device(HostMatrix<Scalar> const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }
  template <class Layout, class Scalar>
  static auto dense(HostMatrix<Scalar> const& a) {
    Kokkos::View<Scalar**, Layout, Views> const view("dense",
                                                     static_cast<std::size_t>(a.pattern.num_rows),
                                                     static_cast<std::size_t>(a.pattern.num_cols));
    auto const mirror = Kokkos::create_mirror_view(view);
    for (std::size_t i = 0; i < a.values.size(); ++i) {
      mirror(i / view.extent(1), i % view.extent(1)) = a.values[i];
    }
    Kokkos::deep_copy(view, mirror);
    return view;
  }
  template <class View>
  static auto elements(View const& view) {
    auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    std::vector<typename View::non_const_value_type> all;
    for (std::size_t row = 0; row < mirror.extent(0); ++row) {
      for (std::size_t column = 0; column < mirror.extent(1); ++column) {
        all.push_back(mirror(row, column));
      }
    }
    return all;
  }

  /// A matrix in both layouts, and its columns as vectors.
  template <class Semiring, class ScalarOfA, class ScalarOfB>
  void expect_products(
      Semiring const& semiring,
      SemiringOracle<typename Semiring::value_type, ScalarOfA, ScalarOfB> const& oracle,
      HostMatrix<ScalarOfA> const& host_a, HostMatrix<ScalarOfB> const& host_b) const {
    using Value = typename Semiring::value_type;
    SCOPED_TRACE(host_a.pattern.label);
    auto const a = device(host_a);
    auto const expected = dense_by_hand(oracle, host_a, host_b);
    auto const rows = static_cast<std::size_t>(host_a.pattern.num_rows);
    auto const cols = static_cast<std::size_t>(host_b.pattern.num_cols);
    Kokkos::View<Value**, Kokkos::LayoutRight, Views> const c("C", rows, cols);
    Kokkos::View<Value**, Kokkos::LayoutLeft, Views> const c_by_columns("C", rows, cols);
    Kokkos::deep_copy(c, Value(77));
    Kokkos::deep_copy(c_by_columns, Value(77));
    auto const b = dense<Kokkos::LayoutRight>(host_b);
    araios::semiring_spmm(exec, semiring, a, dense<Kokkos::LayoutLeft>(host_b), c);
    araios::semiring_spmm(exec, semiring, a, b, c_by_columns);
    exec.fence();
    EXPECT_EQ(elements(c), expected);
    EXPECT_EQ(elements(c_by_columns), expected);
    Kokkos::deep_copy(c, Value(77));
    for (std::size_t column = 0; column < cols; ++column) {
      araios::semiring_spmv(exec, semiring, a, Kokkos::subview(b, Kokkos::ALL, column),
                            Kokkos::subview(c, Kokkos::ALL, column));
    }
    exec.fence();
    EXPECT_EQ(elements(c), expected);
  }

  Space exec;
};

using DenseTypes = testing::Types<MatrixTypes<space_at<0>, Int32, Int32, int>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                                  ,
                                  MatrixTypes<space_at<1>, Int64, Size, int>
#endif
                                  >;
TYPED_TEST_SUITE(SemiringDense, DenseTypes, TypeNames);

SemiringOracle<std::int64_t> const sums_of_products{0, [](auto x, auto y) { return x + y; },
                                                    [](auto x, auto y) { return x * y; }};

TYPED_TEST(SemiringDense, RowsOfEveryForm) {
  for (auto const& pattern : row_cases()) {
    HostMatrix<std::int64_t> a{pattern, {}};
    for (std::int64_t i = 0; i < pattern.num_entries(); ++i) a.values.push_back(i % 5);
    this->expect_products(araios::PlusTimes<std::int64_t>{}, sums_of_products, a,
                          full<std::int64_t>(pattern.num_cols, 3, 1));
  }
}

TYPED_TEST(SemiringDense, ManyAndNoColumns) {
  HostMatrix<std::int64_t> const a =
      with_constant<std::int64_t>(power_law_pattern(300, 90, 80, 1), 2);
  for (std::int64_t const columns : {0, 1, 40}) {
    this->expect_products(araios::PlusTimes<std::int64_t>{}, sums_of_products, a,
                          full<std::int64_t>(90, columns, 2));
  }
}

// Shortest paths of two steps, with infinity where there is no path.
TYPED_TEST(SemiringDense, LeastSumsOfPathsAndTruthValues) {
  double const infinity = std::numeric_limits<double>::infinity();
  auto const pattern = uniform_pattern(50, 40, 2, 3);
  auto a = with_constant<double>(pattern, 0);
  for (std::size_t i = 0; i < a.values.size(); ++i) a.values[i] = static_cast<double>(i % 11);
  this->expect_products(
      araios::MinPlus<double>{},
      SemiringOracle<double>{infinity, [](double x, double y) { return std::min(x, y); },
                             [](double x, double y) { return x + y; }},
      a, full<double>(40, 4, 1));
  this->expect_products(
      araios::OrAnd<>{},
      SemiringOracle<std::uint8_t>{
          0, [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(x | y); },
          [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(x > 0 && y > 0); }},
      with_constant<std::uint8_t>(pattern, 1), full<std::uint8_t>(40, 4, 2));
}

TYPED_TEST(SemiringDense, RowsOfALargerMatrix) {
  auto const a = with_constant<std::int64_t>(uniform_pattern(80, 30, 5, 1), 3);
  RowRange const range{20, 61};
  auto const x = full<std::int64_t>(30, 1, 2);
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename TestFixture::Views> const c("C", 41,
                                                                                         1);
  auto const b = this->template dense<Kokkos::LayoutRight>(x);
  auto const part = rows_of(this->device(a), range);
  auto const expected = dense_by_hand(sums_of_products, copy_of_rows(a, range), x);
  araios::semiring_spmm(this->exec, araios::PlusTimes<std::int64_t>{}, part, b, c);
  this->exec.fence();
  EXPECT_EQ(this->elements(c), expected);
  Kokkos::deep_copy(c, 0);
  araios::semiring_spmv(this->exec, araios::PlusTimes<std::int64_t>{}, part,
                        Kokkos::subview(b, Kokkos::ALL, 0), Kokkos::subview(c, Kokkos::ALL, 0));
  this->exec.fence();
  EXPECT_EQ(this->elements(c), expected);
}

TYPED_TEST(SemiringDense, OperandsThatDoNotFitAreNamed) {
  using OfSpace = typename TestFixture::Views;
  araios::PlusPair<double> const semiring;
  auto const a = this->device(with_constant<double>(uniform_pattern(20, 30, 4, 1), 1));
  Kokkos::View<double*, OfSpace> const x("x", 30);
  Kokkos::View<double*, OfSpace> const y("y", 20);
  Kokkos::View<double**, OfSpace> const b("B", 30, 4);
  Kokkos::View<double**, OfSpace> const c("C", 20, 4);
  Kokkos::deep_copy(y, -7.5);
  auto const refused = [&](auto const& given_a, auto const& given_x, auto const& given_y,
                           std::vector<std::string> const& parts) {
    return throws<std::invalid_argument>(
        [&] { araios::semiring_spmv(this->exec, semiring, given_a, given_x, given_y); }, parts);
  };
  EXPECT_TRUE(refused(a, y, y, {"x must have an element for each column of A", "20", "30"}));
  EXPECT_TRUE(refused(a, x, x, {"y must have an element for each row of A", "30", "20"}));
  EXPECT_TRUE(refused(a, x, Kokkos::subview(x, std::pair{0, 20}), {"y shares memory with x or A"}));
  auto short_values = a;
  short_values.values = decltype(short_values.values)("values", 2);
  EXPECT_TRUE(refused(short_values, x, y, {"A.values has 2 elements"}));
  auto no_offsets = a;
  no_offsets.graph.row_offsets = {};
  EXPECT_TRUE(refused(no_offsets, x, y, {"A.row_offsets has 0 elements, expected 21"}));
  EXPECT_EQ(to_vector<double>(y), std::vector<double>(20, -7.5));
  auto const refused_dense = [&](auto const& given_b, auto const& given_c,
                                 std::vector<std::string> const& parts) {
    return throws<std::invalid_argument>(
        [&] { araios::semiring_spmm(this->exec, semiring, a, given_b, given_c); }, parts);
  };
  EXPECT_TRUE(refused_dense(c, c, {"B must have a row for each column of A", "20", "30"}));
  EXPECT_TRUE(refused_dense(b, b, {"C must have a row for each row of A", "30", "20"}));
  Kokkos::View<double**, OfSpace> const narrow("C", 20, 3);
  EXPECT_TRUE(refused_dense(b, narrow, {"C must have as many columns as B", "3", "4"}));
}

}  // namespace
}  // namespace araios_test
