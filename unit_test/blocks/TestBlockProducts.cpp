// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices of blocks against the oracle of their elements.

#include "support/BitwiseEqual.hpp"
#include "support/HostBlocks.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/ReferenceTriple.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_BsrRap.hpp>
#include <Araios_BsrSpGemm.hpp>
#include <Araios_BsrTranspose.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// Shapes of a product: rows of A, columns of A and rows of B, columns of B.
using ProductShape = std::tuple<int, int, int>;

/// All squares that kernels know, those of elasticity, and some that they do not know.
std::vector<ProductShape> product_shapes() {
  std::vector<ProductShape> shapes;
  for (int size = 1; size <= 9; ++size) shapes.emplace_back(size, size, size);
  for (int const rows : {3, 6}) {
    for (int const inner : {3, 6}) {
      for (int const cols : {3, 6}) shapes.emplace_back(rows, inner, cols);
    }
  }
  for (auto const& other : {ProductShape{1, 4, 2}, {2, 3, 5}, {7, 1, 1}, {3, 3, 1}, {12, 2, 10}}) {
    shapes.push_back(other);
  }
  return shapes;
}

template <class Types>
class BlockProducts : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;
  using Ordinal = typename Types::ordinal;
  using OffsetA = typename Types::offset_a;
  using OffsetB = typename Types::offset_b;
  using OffsetC = typename Types::offset_c;
  using Host = HostBlocks<Value>;

  static auto device_a(Host const& a) { return to_device<OffsetA, Ordinal, Views>(a); }
  static auto device_b(Host const& b) { return to_device<OffsetB, Ordinal, Views>(b); }
  static Host blocks(HostPattern const& pattern, int rows, int cols, std::uint64_t seed) {
    return integer_blocks<Value>(pattern, {rows, cols}, seed);
  }

  /// In one call, and by a plan into a C of either kind, twice.
  void expect_product(Host const& host_a, Host const& host_b) const {
    auto const expected = reference_product(elements_of(host_a), elements_of(host_b));
    auto const a = device_a(host_a);
    auto const b = device_b(host_b);
    auto const whole = araios::block_spgemm<OffsetC>(exec, a, b);
    static_assert(std::is_same_v<typename decltype(whole)::offset_type, OffsetC>);
    EXPECT_TRUE(same_matrix(elements_of(to_host(whole)), expected));
    auto const plan = araios::block_spgemm_symbolic<OffsetC>(exec, a, b);
    EXPECT_EQ(plan.nnz() * plan.block_rows() * plan.block_cols(), expected.pattern.num_entries());
    auto const shared = plan.template allocate<Value>(exec, "C");
    auto const own = plan.template allocate_writable<Value>(exec, "C");
    for (int repeat = 0; repeat < 2; ++repeat) {
      araios::block_spgemm_numeric(exec, plan, a, b, shared);
      araios::block_spgemm_numeric(exec, plan, a, b, own);
    }
    exec.fence();
    EXPECT_TRUE(same_matrix(elements_of(to_host(shared)), expected));
    EXPECT_TRUE(same_matrix(elements_of(to_host(own)), expected));
  }
  /// With R given, and from P.
  void expect_triple(Host const& host_a, Host const& host_p) const {
    auto const a = device_a(host_a);
    auto const p = device_b(host_p);
    auto const elements_of_p = elements_of(host_p);
    auto const elements = elements_of(host_a);
    auto const expected = reference_triple(transpose_of(elements_of_p), elements, elements_of_p);
    auto const r = araios::block_transpose(exec, p);
    EXPECT_TRUE(
        same_matrix(elements_of(to_host(araios::block_rap<OffsetC>(exec, r, a, p))), expected));
    EXPECT_TRUE(
        same_matrix(elements_of(to_host(araios::block_rap<OffsetC>(exec, a, p))), expected));
    auto const conjugate = reference_triple(adjoint_of(elements_of_p), elements, elements_of_p);
    EXPECT_TRUE(same_matrix(
        elements_of(to_host(araios::block_rap<OffsetC>(exec, a, p, {.conjugate = true}))),
        conjugate));
  }

  Space exec;
};

using BlockTypes =
    testing::Types<ProductTypes<space_at<0>, Int32, Int32, Int32, Int32, double>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                   ,
                   ProductTypes<space_at<1>, Int64, Size, Int64, Size, float>,
                   ProductTypes<space_at<2>, Int32, Int64, Int32, Int64, Kokkos::complex<double>>
#endif
                   >;

TYPED_TEST_SUITE(BlockProducts, BlockTypes, TypeNames);

TYPED_TEST(BlockProducts, EveryShapeOfBlocks) {
  for (auto const& [rows, inner, cols] : product_shapes()) {
    this->expect_product(this->blocks(uniform_pattern(9, 11, 3, 1), rows, inner, 1),
                         this->blocks(uniform_pattern(11, 7, 3, 2), inner, cols, 2));
  }
}

TYPED_TEST(BlockProducts, OperandsOfManyForms) {
  for (auto const& [of_a, of_b] : operands_of_many_shapes()) {
    if (of_a.num_entries() > 20000) continue;
    this->expect_product(this->blocks(of_a, 2, 2, 1), this->blocks(of_b, 2, 2, 2));
  }
  auto const a = uniform_pattern(60, 50, 5, 3);
  auto const b = uniform_pattern(50, 40, 6, 4);
  for (auto const& of_a : {a, with_duplicates_shuffled(a, 5), empty_pattern(60, 50)}) {
    for (auto const& of_b : {b, with_duplicates_shuffled(b, 6), empty_pattern(50, 40)}) {
      this->expect_product(this->blocks(of_a, 3, 3, 1), this->blocks(of_b, 3, 6, 2));
    }
  }
  this->expect_product(this->blocks(empty_pattern(0, 4), 3, 3, 1),
                       this->blocks(uniform_pattern(4, 5, 2, 1), 3, 3, 1));
  this->expect_product(this->blocks(empty_pattern(4, 0), 3, 3, 1),
                       this->blocks(empty_pattern(0, 5), 3, 3, 1));
}

TYPED_TEST(BlockProducts, LongRowsAndManyColumns) {
  // Longer than what is looked up at once, and than a row on the stack.
  this->expect_product(this->blocks(full_pattern(2, 3), 2, 2, 1),
                       this->blocks(full_pattern(3, 1500), 2, 2, 2));
  auto const last = std::int64_t{std::numeric_limits<Int32>::max()} - 1;
  HostPattern wide = uniform_pattern(20, 40, 4, 3);
  wide.num_cols =
      std::min<std::int64_t>(last, std::numeric_limits<typename TypeParam::ordinal>::max()) / 4;
  for (auto& column : wide.columns) column = wide.num_cols - 1 - column * 1000;
  this->expect_product(this->blocks(uniform_pattern(15, 20, 5, 4), 4, 4, 1),
                       this->blocks(wide, 4, 4, 2));
}

TYPED_TEST(BlockProducts, LargeResultsAreStreamed) {
  using Scalar = typename TypeParam::scalar;
  HostBlocks<Scalar> identity{diagonal_pattern(1500), {}, {4, 4}};
  for (std::int64_t i = 0; i < 1500 * 16; ++i) {
    identity.values.push_back(Scalar(i % 16 % 5 == 0 ? 1 : 0));
  }
  auto const b = this->blocks(uniform_pattern(1500, 1500, 360, 3), 4, 4, 1);
  auto const c =
      to_host(araios::block_spgemm(this->exec, this->device_a(identity), this->device_b(b)));
  EXPECT_TRUE(are_bitwise_equal<Scalar>({c.pattern, c.values}, {b.pattern, b.values}));
}

TYPED_TEST(BlockProducts, RowsOfALargerMatrix) {
  using Scalar = typename TypeParam::scalar;
  auto const host_a = this->blocks(uniform_pattern(30, 20, 4, 1), 2, 3, 1);
  auto const host_b = this->blocks(uniform_pattern(40, 25, 4, 2), 3, 3, 2);
  auto const rows_of_blocks = [](auto const& matrix, RowRange const& rows) {
    using Matrix = std::remove_cvref_t<decltype(matrix)>;
    auto const part = rows_of(
        araios::CrsMatrix<Scalar, typename Matrix::offset_type, typename Matrix::ordinal_type,
                          typename Matrix::device_type>{matrix.graph, matrix.values},
        rows);
    return Matrix{part.graph, part.values, matrix.block_rows, matrix.block_cols};
  };
  auto const a = rows_of_blocks(this->device_a(host_a), {7, 25});
  auto const b = rows_of_blocks(this->device_b(host_b), {11, 31});
  auto const expected = reference_product(copy_of_rows(elements_of(host_a), {14, 50}),
                                          copy_of_rows(elements_of(host_b), {33, 93}));
  EXPECT_TRUE(same_matrix(elements_of(to_host(araios::block_spgemm(this->exec, a, b))), expected));
}

TYPED_TEST(BlockProducts, APlanServesNewValues) {
  using Scalar = typename TypeParam::scalar;
  auto const pattern = uniform_pattern(40, 40, 5, 1);
  auto const first = this->blocks(pattern, 3, 3, 1);
  auto const plan = araios::block_spgemm_symbolic(this->exec, this->device_a(first),
                                                  this->device_a(first), {.check_reuse = true});
  auto const c = plan.template allocate<Scalar>(this->exec, "C");
  for (std::uint64_t seed = 2; seed < 5; ++seed) {
    auto const host_a = this->blocks(pattern, 3, 3, seed);
    auto const a = this->device_a(host_a);
    araios::block_spgemm_numeric(this->exec, plan, a, a, c);
    this->exec.fence();
    EXPECT_TRUE(same_matrix(elements_of(to_host(c)),
                            reference_product(elements_of(host_a), elements_of(host_a))));
  }
}

TYPED_TEST(BlockProducts, TransposesOfTriples) {
  for (auto const& [size, modes] : {std::pair{3, 6}, {3, 3}, {2, 2}, {1, 4}, {5, 2}}) {
    auto const a = this->blocks(uniform_pattern(40, 40, 5, 1), size, size, 1);
    this->expect_triple(a, this->blocks(uniform_pattern(40, 12, 2, 2), size, modes, 2));
    // Each row of P in one aggregate, and an empty aggregate.
    HostPattern aggregates{40, 12, {0}, {}, "aggregates"};
    for (std::int64_t row = 0; row < 40; ++row) {
      aggregates.columns.push_back(row / 4);
      aggregates.row_offsets.push_back(row + 1);
    }
    this->expect_triple(a, this->blocks(aggregates, size, modes, 3));
  }
}

TYPED_TEST(BlockProducts, TransposesOfAnyForm) {
  using Scalar = typename TypeParam::scalar;
  auto const pattern = uniform_pattern(30, 20, 4, 1);
  for (auto const& given :
       {pattern, with_duplicates_shuffled(pattern, 2), empty_pattern(5, 3), empty_pattern(0, 3)}) {
    for (auto const& [rows, cols] : {std::pair{3, 3}, {3, 6}, {2, 7}, {1, 1}}) {
      auto const host = this->blocks(given, rows, cols, 1);
      auto const elements = elements_of(host);
      auto const found = to_host(araios::block_transpose(this->exec, this->device_a(host)));
      EXPECT_EQ(found.shape.rows, cols);
      EXPECT_EQ(found.shape.cols, rows);
      auto const as_columns = with_sorted_rows(elements_of(found));
      EXPECT_TRUE(are_bitwise_equal(as_columns, with_sorted_rows(transpose_of(elements))));
      auto const conjugate = to_host(araios::block_transpose(this->exec, this->device_a(host),
                                                             araios::TransposeKind::conjugate));
      EXPECT_EQ(with_sorted_rows(elements_of(conjugate)).values,
                with_sorted_rows(adjoint_of(elements)).values);
      static_assert(std::is_same_v<Scalar, typename decltype(found.values)::value_type>);
    }
  }
}

}  // namespace
}  // namespace araios_test
