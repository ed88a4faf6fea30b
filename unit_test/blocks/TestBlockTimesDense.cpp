// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices of blocks and dense vectors or matrices against the oracle of their
// elements.

#include "support/DenseColumns.hpp"
#include "support/ExpectedVector.hpp"
#include "support/HostBlocks.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_BsrSpMv.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// Squares that kernels know, shapes of elasticity, and some that they do not know.
std::vector<BlockShape> block_shapes() {
  std::vector<BlockShape> shapes{{3, 6}, {6, 3}, {1, 4}, {5, 2}, {11, 13}};
  for (int size = 1; size <= 9; ++size) shapes.push_back({size, size});
  return shapes;
}

template <class Types>
class BlockTimesDense : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;

  static auto device(HostBlocks<Value> const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }
  void expect_vector(Value alpha, HostBlocks<Value> const& host_a, Value beta) const {
    auto const elements = elements_of(host_a);
    auto const x = with_integers<Value>(full_pattern(1, elements.pattern.num_cols), 3).values;
    auto const y = with_integers<Value>(full_pattern(1, elements.pattern.num_rows), 4).values;
    auto const on_device = to_view<Value, Views>(y, "y");
    araios::block_spmv(exec, alpha, device(host_a), to_view<Value, Views>(x, "x"), beta, on_device);
    exec.fence();
    EXPECT_TRUE(
        same_vector(to_vector<Value>(on_device), reference_spmv(alpha, elements, x, beta, y)));
  }
  template <class LayoutB, class LayoutC>
  void expect_dense(HostBlocks<Value> const& host_a, std::int64_t columns, Value beta) const {
    auto const elements = elements_of(host_a);
    auto const b = integer_columns<Value>(elements.pattern.num_cols, columns, 5);
    auto const c = integer_columns<Value>(elements.pattern.num_rows, columns, 6);
    auto const on_device = to_dense_view<LayoutC, Views>(c, "C");
    araios::block_spmm(exec, Value(2), device(host_a), to_dense_view<LayoutB, Views>(b, "B"), beta,
                       on_device);
    exec.fence();
    EXPECT_TRUE(is_product(to_columns(on_device), Value(2), elements, b, beta, c))
        << host_a.pattern.label << " times " << columns << " columns";
  }

  Space exec;
};

using DenseBlockTypes =
    testing::Types<MatrixTypes<space_at<0>, Int32, Int32, double>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                   ,
                   MatrixTypes<space_at<1>, Int64, Size, float>,
                   MatrixTypes<space_at<2>, Int32, Int64, Kokkos::complex<double>>
#endif
                   >;

TYPED_TEST_SUITE(BlockTimesDense, DenseBlockTypes, TypeNames);

TYPED_TEST(BlockTimesDense, VectorsOfEveryShapeOfBlocks) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& shape : block_shapes()) {
    for (auto const& pattern :
         {uniform_pattern(30, 20, 4, 1), with_duplicates_shuffled(uniform_pattern(9, 7, 3, 2), 3),
          empty_pattern(5, 4), empty_pattern(0, 4), full_pattern(2, 70)}) {
      auto const a = integer_blocks<Scalar>(pattern, shape, 1);
      this->expect_vector(Scalar(2), a, Scalar(3));
      this->expect_vector(Scalar(-1), a, Scalar(0));
    }
  }
}

TYPED_TEST(BlockTimesDense, DenseMatricesOfEveryShapeOfBlocks) {
  using Scalar = typename TypeParam::scalar;
  using Right = Kokkos::LayoutRight;
  using Left = Kokkos::LayoutLeft;
  for (auto const& shape : block_shapes()) {
    auto const a = integer_blocks<Scalar>(uniform_pattern(15, 12, 3, 1), shape, 1);
    for (std::int64_t const columns : {0, 1, 7, 8, 9, 16, 19}) {
      this->template expect_dense<Right, Right>(a, columns, Scalar(3));
      this->template expect_dense<Left, Right>(a, columns, Scalar(0));
      this->template expect_dense<Right, Left>(a, columns, Scalar(1));
      this->template expect_dense<Left, Left>(a, columns, Scalar(0));
    }
  }
}

TYPED_TEST(BlockTimesDense, AFactorOfZeroReadsNothing) {
  using Scalar = typename TypeParam::scalar;
  using Device = typename TypeParam::space::device_type;
  Scalar const nan(std::nan(""));
  auto a = integer_blocks<Scalar>(uniform_pattern(10, 10, 3, 1), {3, 3}, 1);
  auto const ones = std::vector<Scalar>(30, Scalar(1));
  auto const nans = std::vector<Scalar>(30, nan);
  auto const y = to_view<Scalar, Device>(nans, "y");
  araios::block_spmv(this->exec, Scalar(1), this->device(a), to_view<Scalar, Device>(ones, "x"),
                     Scalar(0), y);
  for (auto const& value : to_vector<Scalar>(y)) EXPECT_TRUE(value == value);
  a.values.assign(a.values.size(), nan);
  Kokkos::deep_copy(y, Scalar(5));
  araios::block_spmv(this->exec, Scalar(0), this->device(a), to_view<Scalar, Device>(nans, "x"),
                     Scalar(2), y);
  EXPECT_EQ(to_vector<Scalar>(y), std::vector<Scalar>(30, Scalar(10)));
}

TYPED_TEST(BlockTimesDense, WhatDoesNotFitIsNamed) {
  using Scalar = typename TypeParam::scalar;
  using Device = typename TypeParam::space::device_type;
  using Dense = Kokkos::View<Scalar**, Kokkos::LayoutRight, Device>;
  auto const a = this->device(integer_blocks<Scalar>(uniform_pattern(10, 8, 3, 1), {3, 2}, 1));
  Kokkos::View<Scalar*, Device> const x("x", 16);
  Kokkos::View<Scalar*, Device> const y("y", 30);
  auto const expect_refused = [&](auto const& given_a, auto const& given_x, auto const& given_y,
                                  std::vector<std::string> const& parts) {
    Kokkos::deep_copy(given_y, Scalar(7));
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::block_spmv(this->exec, Scalar(1), given_a, given_x, Scalar(0), given_y); },
        parts));
    EXPECT_EQ(to_vector<Scalar>(given_y), std::vector<Scalar>(given_y.extent(0), Scalar(7)));
  };
  expect_refused(a, y, y, {"x has 30 elements", "expected 16"});
  expect_refused(a, x, x, {"y has 16 elements", "expected 30"});
  auto other = a;
  other.block_cols = 0;
  expect_refused(other, x, y, {"A has blocks of 3×0", "1 to 1024"});
  // Devices would have to wait for the number of blocks.
  if (std::is_same_v<typename TypeParam::space::memory_space, Kokkos::HostSpace>) {
    other = a;
    other.values = Kokkos::subview(a.values, std::pair{0, 100});
    expect_refused(other, x, y, {"A.values has 100 elements", "blocks of 3×2"});
  }
  other = a;
  other.block_rows = other.block_cols = 2;
  expect_refused(other, x, x, {"y has 16 elements", "expected 20"});
  auto const square = this->device(integer_blocks<Scalar>(uniform_pattern(5, 5, 3, 1), {3, 3}, 1));
  Kokkos::View<Scalar*, Device> const both("both", 15);
  expect_refused(square, both, both, {"y shares memory"});
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::block_spmm(this->exec, Scalar(1), a, Dense("B", 15, 4), Scalar(0),
                           Dense("C", 30, 4));
      },
      {"B must have a row", "15", "16"}));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::block_spmm(this->exec, Scalar(1), a, Dense("B", 16, 4), Scalar(0),
                           Dense("C", 30, 5));
      },
      {"C must have as many columns", "5", "4"}));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::block_spmm(this->exec, Scalar(1), a, Dense(static_cast<Scalar*>(nullptr), 16, 4),
                           Scalar(0), Dense("C", 30, 4));
      },
      {"B has no memory"}));
}

}  // namespace
}  // namespace araios_test
