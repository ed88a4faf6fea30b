// SPDX-License-Identifier: BSD-3-Clause
// The typed suite of sparse × dense products: against a serial loop, in all layouts and formats.
#pragma once

#include "CommonSpMm.hpp"
#include "DenseColumns.hpp"
#include "PathPatterns.hpp"
#include "RandomMatrices.hpp"
#include "Types.hpp"
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpMm.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {

template <class Types>
class SpMm : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Value = typename Types::scalar;
  using Views = typename Space::device_type;
  using Dense = DenseColumns<Value>;
  using Right = Kokkos::LayoutRight;
  using Left = Kokkos::LayoutLeft;

  template <class Layout>
  static constexpr char const* order_of =
      std::is_same_v<Layout, Right> ? "row-major" : "column-major";

  static auto device_matrix(HostMatrix<Value> const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }

  /// One product in given orders of B and C, compared with the oracle.
  template <class LayoutB, class LayoutC, class Matrix>
  void expect_product(Value alpha, HostMatrix<Value> const& host, Matrix const& a, Dense const& b,
                      Value beta, Dense const& c, araios::SpMmOptions const& options) const {
    auto const view = to_dense_view<LayoutC, Views>(c, "C");
    araios::spmm(exec, alpha, a, to_dense_view<LayoutB, Views>(b, "B"), beta, view, options,
                 workspace);
    exec.fence();
    EXPECT_TRUE(is_product(to_columns(view), alpha, host, b, beta, c))
        << order_of<LayoutB> << " B, " << order_of<LayoutC> << " C, " << b.columns.size()
        << " columns, alpha " << alpha << ", beta " << beta;
  }

  /// The product in all orders.
  template <class Matrix>
  void expect_products(Value alpha, HostMatrix<Value> const& host, Matrix const& a,
                       std::int64_t cols, Value beta,
                       araios::SpMmOptions const& options = {}) const {
    auto const b = integer_columns<Value>(host.pattern.num_cols, cols, 5);
    auto const c = integer_columns<Value>(host.pattern.num_rows, cols, 105);
    expect_product<Right, Right>(alpha, host, a, b, beta, c, options);
    expect_product<Left, Left>(alpha, host, a, b, beta, c, options);
    expect_product<Right, Left>(alpha, host, a, b, beta, c, options);
    expect_product<Left, Right>(alpha, host, a, b, beta, c, options);
  }

  Space exec;
  araios::Workspace<Views> workspace;
};

TYPED_TEST_SUITE_P(SpMm);

TYPED_TEST_P(SpMm, RowsOfAdversariesEqualTheSerialLoop) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : path_adversaries(50)) {
    auto const a = with_reals<Scalar>(pattern, 8);
    this->expect_products(Scalar{2}, a, this->device_matrix(a), 5, Scalar{3});
  }
}

TYPED_TEST_P(SpMm, GroupsOfAdversariesEqualTheSerialLoop) {
  using Scalar = typename TypeParam::scalar;
  int rows_per_group = 4;
  for (auto const& pattern : path_adversaries(50)) {
    auto const a = with_reals<Scalar>(pattern, 8);
    auto const grouped = araios::to_grouped_coo(this->exec, this->device_matrix(a), rows_per_group);
    this->expect_products(Scalar{2}, a, grouped, 5, Scalar{3});
    rows_per_group = rows_per_group == 16 ? 4 : 2 * rows_per_group;
  }
}

// Every width of a tile, of a block and of the lanes, with a rest and without. On hosts columns of
// B are copied where many entries read its rows, and taken as they lie where few do.
TYPED_TEST_P(SpMm, EveryNumberOfColumns) {
  using Scalar = typename TypeParam::scalar;
  auto const many_reads = with_duplicates_shuffled(uniform_pattern(61, 70, 40, 9), 3);
  auto const few_reads = with_duplicates_shuffled(power_law_pattern(61, 70, 30, 9), 3);
  constexpr std::int64_t least_to_pack = 70 * araios::impl::tuning::spmm_host_least_reads_to_pack;
  ASSERT_GE(many_reads.num_entries(), least_to_pack);
  ASSERT_LT(few_reads.num_entries(), least_to_pack);
  for (auto const& pattern : {many_reads, few_reads}) {
    auto const a = with_integers<Scalar>(pattern, 10);
    auto const rows = this->device_matrix(a);
    auto const groups = araios::to_grouped_coo(this->exec, rows);
    for (std::int64_t const cols : {1, 2, 3, 4, 7, 8, 16, 31, 33, 64, 100, 130}) {
      this->expect_products(Scalar{1}, a, rows, cols, Scalar{0});
      this->expect_products(Scalar{1}, a, groups, cols, Scalar{0});
    }
  }
}

TYPED_TEST_P(SpMm, EveryAlphaAndBeta) {
  using Scalar = typename TypeParam::scalar;
  using Real = real_of_t<Scalar>;
  auto const a = with_integers<Scalar>(uniform_pattern(50, 40, 6, 9), 10);
  auto const rows = this->device_matrix(a);
  auto const groups = araios::to_grouped_coo(this->exec, rows, 8);
  for (int const alpha : {0, 1, -1, 3}) {
    for (int const beta : {0, 1, -1, 2}) {
      Scalar const scalars[] = {Scalar(static_cast<Real>(alpha)), Scalar(static_cast<Real>(beta))};
      this->expect_products(scalars[0], a, rows, 6, scalars[1]);
      this->expect_products(scalars[0], a, groups, 6, scalars[1]);
    }
  }
}

TYPED_TEST_P(SpMm, EmptyDimensions) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& [rows, cols] : {std::pair{0, 0}, {0, 5}, {5, 0}, {1, 1}, {9, 9}}) {
    HostMatrix<Scalar> const a{empty_pattern(rows, cols), {}};
    auto const groups = araios::to_grouped_coo(this->exec, this->device_matrix(a));
    for (std::int64_t const columns : {0, 3}) {
      this->expect_products(Scalar{2}, a, this->device_matrix(a), columns, Scalar{3});
      this->expect_products(Scalar{2}, a, groups, columns, Scalar{0});
    }
  }
}

TYPED_TEST_P(SpMm, BlocksOfColumns) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(uniform_pattern(50, 40, 6, 9), 10);
  for (int const columns : {1, 3, 16, 1000}) {
    araios::SpMmOptions options;
    options.columns_per_block = columns;
    this->expect_products(Scalar{1}, a, this->device_matrix(a), 20, Scalar{0}, options);
  }
}

REGISTER_TYPED_TEST_SUITE_P(SpMm, RowsOfAdversariesEqualTheSerialLoop,
                            GroupsOfAdversariesEqualTheSerialLoop, EveryNumberOfColumns,
                            EveryAlphaAndBeta, EmptyDimensions, BlocksOfColumns);

}  // namespace araios_test
