// SPDX-License-Identifier: BSD-3-Clause
// Sparse matrices to dense ones of both layouts, and back.

#include "support/BitwiseEqual.hpp"
#include "support/CallsOnMatrices.hpp"
#include "support/DenseColumns.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowCases.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_DenseMatrix.hpp>

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

/// The elements of a sparse matrix, one after the other; repeated entries add up.
template <class Scalar>
DenseColumns<Scalar> dense_of(HostMatrix<Scalar> const& a) {
  DenseColumns<Scalar> dense{
      static_cast<std::size_t>(a.pattern.num_rows),
      std::vector(static_cast<std::size_t>(a.pattern.num_cols),
                  std::vector<Scalar>(static_cast<std::size_t>(a.pattern.num_rows)))};
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      dense.columns[static_cast<std::size_t>(a.pattern.column(entry))]
                   [static_cast<std::size_t>(row)] += a.value(entry);
    }
  }
  return dense;
}

/// What is not zero of a dense matrix, row by row.
template <class Scalar>
HostMatrix<Scalar> nonzeros_of(DenseColumns<Scalar> const& dense) {
  HostMatrix<Scalar> a;
  a.pattern = {static_cast<std::int64_t>(dense.rows),
               static_cast<std::int64_t>(dense.columns.size()),
               {0},
               {},
               "dense"};
  for (std::size_t row = 0; row < dense.rows; ++row) {
    for (std::size_t column = 0; column < dense.columns.size(); ++column) {
      if (dense.columns[column][row] == Scalar{}) continue;
      a.pattern.columns.push_back(static_cast<std::int64_t>(column));
      a.values.push_back(dense.columns[column][row]);
    }
    a.pattern.row_offsets.push_back(a.pattern.num_entries());
  }
  return a;
}

template <class Types>
class DenseMatrix : public CallsOnMatrices<Types> {
 protected:
  using typename CallsOnMatrices<Types>::Views;
  using typename CallsOnMatrices<Types>::Value;
  using typename CallsOnMatrices<Types>::Offset;
  using typename CallsOnMatrices<Types>::Ordinal;

  template <class Layout, class Matrix>
  void expect_dense(Matrix const& a, HostMatrix<Value> const& host) const {
    Kokkos::View<Value**, Layout, Views> const dense(
        "dense", static_cast<std::size_t>(host.pattern.num_rows),
        static_cast<std::size_t>(host.pattern.num_cols));
    Kokkos::deep_copy(dense, Value(-7.5));
    araios::to_dense(this->exec, a, dense);
    EXPECT_TRUE(to_columns(dense).columns == dense_of(host).columns) << host.pattern.label;
    auto const back = to_host(araios::from_dense<Offset, Ordinal>(this->exec, dense));
    EXPECT_TRUE(are_bitwise_equal(back, nonzeros_of(dense_of(host)))) << host.pattern.label;
  }
};

TYPED_TEST_SUITE_P(DenseMatrix);

TYPED_TEST_P(DenseMatrix, InBothLayoutsAndBack) {
  for (auto const& pattern : row_cases()) {
    if (pattern.num_rows * pattern.num_cols > 300000) continue;
    auto const host = with_integers<typename TypeParam::scalar>(pattern, 3);
    auto const a = this->device(host);
    this->template expect_dense<Kokkos::LayoutRight>(a, host);
    this->template expect_dense<Kokkos::LayoutLeft>(a, host);
  }
}

TYPED_TEST_P(DenseMatrix, OfRowsOfALargerMatrix) {
  RowRange const rows{30, 71};
  auto const host = with_integers<typename TypeParam::scalar>(uniform_pattern(90, 50, 6, 2), 2);
  this->template expect_dense<Kokkos::LayoutRight>(rows_of(this->device(host), rows),
                                                   copy_of_rows(host, rows));
}

TYPED_TEST_P(DenseMatrix, APartOfALargerViewLeavesTheRest) {
  using Fixture = TestFixture;
  using Scalar = typename Fixture::Value;
  auto const host = with_integers<Scalar>(uniform_pattern(9, 5, 3, 2), 2);
  Kokkos::View<Scalar**, Kokkos::LayoutLeft, typename Fixture::Views> const whole("whole", 12, 7);
  Kokkos::deep_copy(whole, Scalar(9));
  auto const part = Kokkos::subview(whole, std::pair{0, 9}, std::pair{1, 6});
  Kokkos::View<Scalar**, Kokkos::LayoutLeft, typename Fixture::Views, Kokkos::MemoryUnmanaged> const
      dense = part;
  araios::to_dense(this->exec, this->device(host), dense);
  auto const found = to_columns(whole).columns;
  auto const expected = dense_of(host).columns;
  for (std::size_t column = 0; column < 7; ++column) {
    for (std::size_t row = 0; row < 12; ++row) {
      bool const is_inside = row < 9 && column >= 1 && column < 6;
      EXPECT_TRUE(found[column][row] == (is_inside ? expected[column - 1][row] : Scalar(9)));
    }
  }
}

TYPED_TEST_P(DenseMatrix, NanIsNotZero) {
  using Fixture = TestFixture;
  using Scalar = typename Fixture::Value;
  DenseColumns<Scalar> dense{2, {{Scalar(0), Scalar(std::nan(""))}, {Scalar(-0.0), Scalar(2)}}};
  auto const view = to_dense_view<Kokkos::LayoutRight, typename Fixture::Views>(dense, "dense");
  auto const found = to_host(
      araios::from_dense<typename Fixture::Offset, typename Fixture::Ordinal>(this->exec, view));
  EXPECT_EQ(found.pattern.row_offsets, (std::vector<std::int64_t>{0, 0, 2}));
  EXPECT_TRUE(std::isnan(widened(found.values[0]).real));
}

REGISTER_TYPED_TEST_SUITE_P(DenseMatrix, InBothLayoutsAndBack, OfRowsOfALargerMatrix,
                            APartOfALargerViewLeavesTheRest, NanIsNotZero);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, DenseMatrix, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, DenseMatrix, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, DenseMatrix, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, DenseMatrix, ComplexFloatMatrixTypes, TypeNames);
#endif

template <class Space>
class DenseMatrixErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using DenseView = Kokkos::View<double**, Kokkos::LayoutRight, Views>;
};

TYPED_TEST_SUITE(DenseMatrixErrors, Spaces, TypeNames);

TYPED_TEST(DenseMatrixErrors, ADenseMatrixThatDoesNotFitIsNamedAndStays) {
  using Dense = typename TestFixture::DenseView;
  TypeParam const exec;
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(
      with_integers<double>(uniform_pattern(10, 20, 3, 1), 1));
  auto const refused = [&](auto const& matrix, Dense const& dense,
                           std::vector<std::string> const& parts) {
    EXPECT_TRUE(
        throws<std::invalid_argument>([&] { araios::to_dense(exec, matrix, dense); }, parts));
  };
  Dense const dense("dense", 10, 20);
  refused(a, Dense("dense", 20, 10), {"dense is 20×10, expected 10×20 as A"});
  refused(a, Dense(static_cast<double*>(nullptr), 10, 20), {"dense has no memory"});
  auto bad = a;
  bad.graph.num_cols = 3;
  refused(bad, Dense("dense", 10, 3), {"A.columns[", "[0, 3)"});
  auto sharing = a;
  sharing.values = decltype(a.values)(dense.data(), dense.size());
  refused(sharing, dense, {"dense shares memory with A"});
}

TYPED_TEST(DenseMatrixErrors, AViewWithoutMemoryIsNoMatrix) {
  typename TestFixture::DenseView const none(static_cast<double*>(nullptr), 3, 2);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::from_dense<Int32, Int32>(TypeParam{}, none); }, {"dense has no memory"}));
}

}  // namespace
}  // namespace araios_test
