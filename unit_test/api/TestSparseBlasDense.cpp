// SPDX-License-Identifier: BSD-3-Clause
// Calls of the C++ Sparse BLAS with dense matrices, with views of vectors, and what an info keeps.

#include "support/Matchers.hpp"
#include "support/SparseBlasArrays.hpp"
#include "support/SparseBlasFixture.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace araios_test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class T>
using ByRows = Kokkos::View<T**, Kokkos::LayoutRight, Host>;
template <class T>
using ByColumns = Kokkos::View<T**, Kokkos::LayoutLeft, Host>;

/// A dense matrix with small integers, and what it is by definition.
template <class View>
View small_matrix(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  View const view("dense", static_cast<std::size_t>(rows), static_cast<std::size_t>(cols));
  auto const values = small_vector<typename View::value_type>(rows * cols, seed);
  for (std::size_t i = 0; i < values.size(); ++i) {
    view(i / view.extent(1), i % view.extent(1)) = values[i];
  }
  return view;
}
template <class View>
auto elements_of(View const& view) {
  MarkedDense<typename View::non_const_value_type> dense{static_cast<std::int64_t>(view.extent(0)),
                                                         static_cast<std::int64_t>(view.extent(1))};
  for (std::int64_t row = 0; row < dense.rows; ++row) {
    for (std::int64_t col = 0; col < dense.cols; ++col) dense.at(row, col) = {view(row, col), true};
  }
  return dense;
}
template <class View, class T>
void expect_elements(View const& found, MarkedDense<T> const& expected) {
  for (std::int64_t row = 0; row < expected.rows; ++row) {
    for (std::int64_t col = 0; col < expected.cols; ++col) {
      EXPECT_EQ(found(row, col), expected.at(row, col).value) << row << ", " << col;
    }
  }
}

template <class Scalar>
class SparseBlasDense : public SparseBlas<BlasTypes<Scalar, int, int>> {};
using Scalars = testing::Types<double, Kokkos::complex<double>>;
TYPED_TEST_SUITE(SparseBlasDense, Scalars);

TYPED_TEST(SparseBlasDense, MatricesInBothOrdersAreMultiplied) {
  auto a = this->shuffled(14, 22, 1);
  auto const multiply = [&]<class B, class C>(B const*, C const*) {
    this->for_each_decorator(a, [&](auto const& decorated) {
      auto const dense_a = dense_of(decorated);
      auto const b = small_matrix<B>(dense_a.cols, 5, 2);
      C const c("c", static_cast<std::size_t>(dense_a.rows), 5);
      Kokkos::deep_copy(c, 99);
      sb::multiply(decorated, b, c);
      expect_elements(c, product_of(dense_a, elements_of(b)));
    });
  };
  ByRows<TypeParam> const* const by_rows = nullptr;
  ByColumns<TypeParam> const* const by_columns = nullptr;
  multiply(by_rows, by_rows);
  multiply(by_columns, by_columns);
}

TYPED_TEST(SparseBlasDense, DecoratedDenseMatricesAreMultiplied) {
  auto a = this->random(9, 7, 3);
  auto const factor = factor_of<TypeParam>(3);
  auto const b = small_matrix<ByRows<TypeParam>>(7, 4, 4);
  ByColumns<TypeParam> const c("c", 9, 4);
  auto const dense_a = dense_of(a.by_rows());
  auto const dense_b = elements_of(b);
  sb::multiply(Host{}, a.by_rows(), sb::scaled(factor, b), c);
  expect_elements(
      c, product_of(dense_a, with_values_of(dense_b, [&](TypeParam x) { return factor * x; })));
  sb::multiply(Host{}, a.by_rows(), sb::conjugated(sb::scaled(factor, b)), c);
  expect_elements(c, product_of(dense_a, with_values_of(dense_b, [&](TypeParam x) {
                                  return conjugate_of(factor * x);
                                })));
}

using Double = BlasArrays<BlasTypes<double, int, int>>;

Double rectangular(std::uint64_t seed) {
  return Double{with_small_values<double>(uniform_pattern(12, 8, 3, seed), seed)};
}

#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
TEST(SparseBlasSpans, MatricesInBothOrdersAreMultiplied) {
  using Extents = Kokkos::dextents<int, 2>;
  auto a = rectangular(1);
  auto const given = small_matrix<ByRows<double>>(8, 3, 2);
  auto const turned = small_matrix<ByColumns<double>>(8, 3, 2);
  std::vector<double> left(36);
  std::vector<double> right(36);
  Kokkos::mdspan<double const, Extents> const b{given.data(), Extents{8, 3}};
  Kokkos::mdspan<double, Extents, Kokkos::layout_left> const c{left.data(), Extents{12, 3}};
  sb::multiply(a.by_rows(), sb::scaled(2, b), c);
  Kokkos::mdspan<double, Extents, Kokkos::layout_left> const b_turned{turned.data(), Extents{8, 3}};
  Kokkos::mdspan<double, Extents> const c_turned{right.data(), Extents{12, 3}};
  sb::multiply(a.by_rows(), sb::scaled(2, b_turned), c_turned);
  auto const expected = product_of(dense_of(sb::scaled(2, a.by_rows())), elements_of(given));
  for (std::size_t row = 0; row < 12; ++row) {
    for (std::size_t col = 0; col < 3; ++col) {
      auto const wanted = expected.elements[row * 3 + col].value;
      EXPECT_EQ(left[row + col * 12], wanted);
      EXPECT_EQ(right[row * 3 + col], wanted);
    }
  }
}
#endif

TEST(SparseBlasVectors, ViewsWithStridesAreMultiplied) {
  auto a = rectangular(3);
  auto const columns = small_matrix<ByRows<double>>(8, 3, 4);
  auto const x = Kokkos::subview(columns, Kokkos::ALL, 1);
  Kokkos::View<double*, Host> const y("y", 12);
  sb::multiply(a.by_rows(), x, y);
  std::vector<double> copied;
  for (std::size_t i = 0; i < 8; ++i) copied.push_back(x(i));
  std::vector<double> expected(12);
  sb::multiply(a.by_rows(), copied, expected);
  EXPECT_EQ(to_vector<double>(y), expected);
}

TEST(SparseBlasVectors, ValuesOfBothLibrariesMeet) {
  using Complex = std::complex<double>;
  BlasArrays<BlasTypes<Complex, int, int>> a{
      with_small_values<Complex>(uniform_pattern(6, 6, 2, 5), 5)};
  auto const given = small_vector<Complex>(6, 6);
  Kokkos::View<Kokkos::complex<double>*, Host> const x("x", 6);
  for (std::size_t i = 0; i < 6; ++i) x(i) = given[i];
  std::vector<Complex> of_array(6);
  std::vector<Complex> of_view(6);
  sb::multiply(a.by_rows(), given, of_array);
  sb::multiply(a.by_rows(), x, of_view);
  EXPECT_EQ(of_array, of_view);
}

TEST(SparseBlasInfo, NewValuesMeetTheRowsThatWereKept) {
  auto a = rectangular(7);
  std::vector<double> const x = small_vector<double>(12, 8);
  std::vector<double> y(8);
  auto info = sb::multiply_inspect(a.by_columns(), x, y);
  for (auto& value : a.values) value = 3 * value + 1;
  sb::multiply(info, a.by_columns(), x, y);
  std::vector<double> expected(8);
  sb::multiply(a.by_columns(), x, expected);
  EXPECT_EQ(y, expected);
  EXPECT_NE(y, std::vector<double>(8));

  sb::operation_info_t empty;
  std::vector<double> by_empty(8);
  sb::multiply(empty, a.by_columns(), x, by_empty);
  EXPECT_FALSE(empty.is_empty());
  EXPECT_EQ(by_empty, expected);
}

TEST(SparseBlasInfo, AnotherPatternOrOperationIsRefused) {
  auto a = rectangular(9);
  std::vector<double> const x = small_vector<double>(12, 10);
  std::vector<double> y(8, 5);
  auto info = sb::multiply_inspect(a.by_columns(), x, y);
  auto moved = a;
  for (auto& row : moved.indices) row = 7 - row;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply(info, moved.by_columns(), x, y); },
                                            {"multiply:", "the pattern of a"}));
  BlasArrays<BlasTypes<double, std::int64_t, std::int64_t>> wide{
      with_small_values<double>(uniform_pattern(8, 12, 2, 9), 9)};
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply(info, wide.by_rows(), x, y); },
                                            {"the info holds no product of a with a dense"}));
  std::vector<double> longer(12, 5);
  auto const of_rows = [&] {
    std::vector<double> const z = small_vector<double>(8, 11);
    auto by_rows = sb::multiply_inspect(a.by_rows(), z, longer);
    sb::multiply(by_rows, a.by_columns(), x, y);
  };
  EXPECT_TRUE(throws<std::invalid_argument>(of_rows, {"made for a csr_view", "csc_view"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { info.result_nnz(); }, {"multiply_compute"}));
  EXPECT_EQ(y, std::vector<double>(8, 5));
}

TEST(SparseBlasInfo, ASparseResultIsInspectedWithoutATrace) {
  auto a = rectangular(12);
  BlasResult<Double::csr> c{12, 12};
  auto const info = sb::multiply_inspect(a.by_rows(), sb::transposed(a.by_rows()), c.view);
  EXPECT_TRUE(info.is_empty());
  BlasResult<Double::csr> other{12, 11};
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_inspect(a.by_rows(), sb::transposed(a.by_rows()), other.view); },
      {"multiply_inspect: c is 12×11", "expected 12×12"}));
}

TEST(SparseBlasErrors, DenseShapesThatDoNotFitAreNamed) {
  auto a = rectangular(13);
  std::vector<double> const x(8, 1);
  std::vector<double> const longer(9, 1);
  std::vector<double> y(12, 5);
  std::vector<double> shorter(11, 5);
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply(a.by_rows(), longer, y); },
                                            {"multiply: b is 9 and a is 12×8"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply(a.by_rows(), x, shorter); },
                                            {"multiply: c is 11 and a is 12×8"}));
  ByRows<double> const b("b", 8, 3);
  ByRows<double> const c("c", 12, 2);
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply(a.by_rows(), b, c); },
                                            {"c is 12×2 and b is 8×3"}));
  auto broken = a;
  broken.indices[0] = 8;
  std::vector<double> const of_columns(12, 1);
  std::vector<double> by_columns(8, 5);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply(broken.by_columns(), of_columns, by_columns); },
      {"a.columns[0] is 8", "csc_view"}));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply(a.by_rows(), std::span{y}.first(8), y); }, {"y shares memory with x"}));
  EXPECT_EQ(y, std::vector<double>(12, 5));
  EXPECT_EQ(by_columns, std::vector<double>(8, 5));
}

}  // namespace
}  // namespace araios_test
