// SPDX-License-Identifier: BSD-3-Clause
// The calls of the C++ Sparse BLAS for one combination of types. The file that includes this
// instantiates the suite.
#pragma once

#include "SparseBlasFixture.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace araios_test {

TYPED_TEST_SUITE_P(SparseBlas);

TYPED_TEST_P(SparseBlas, MatricesOfAllKindsAreMultiplied) {
  using Csr = typename TestFixture::csr_type;
  using Csc = typename TestFixture::csc_type;
  auto a = this->random(23, 17, 1);
  auto a_by_columns = this->shuffled(17, 23, 2);
  auto b = this->shuffled(17, 29, 3);
  auto b_by_columns = this->random(29, 17, 4);
  auto const multiply = [&]<class C>(C const*) {
    this->template expect_product<C>(a.by_rows(), b.by_rows());
    this->template expect_product<C>(a.by_rows(), b_by_columns.by_columns());
    this->template expect_product<C>(a_by_columns.by_columns(), b.by_rows());
    this->template expect_product<C>(a_by_columns.by_columns(), b_by_columns.by_columns());
  };
  multiply(static_cast<Csr const*>(nullptr));
  multiply(static_cast<Csc const*>(nullptr));
}

TYPED_TEST_P(SparseBlas, DecoratedMatricesAreMultiplied) {
  using Csr = typename TestFixture::csr_type;
  using Csc = typename TestFixture::csc_type;
  auto square = this->random(19, 19, 5);
  auto other = this->shuffled(19, 19, 6);
  auto const fixed = other.by_rows();
  this->for_each_decorator(square, [&](auto const& decorated) {
    this->template expect_product<Csr>(decorated, fixed);
    this->template expect_product<Csr>(fixed, decorated);
  });
  this->template expect_product<Csc>(sb::conjugated(square.by_rows()),
                                     sb::scaled(factor_of<typename TypeParam::scalar>(3), fixed));
  this->template expect_product<Csc>(
      sb::transposed(square.by_rows()),
      sb::conjugated(sb::scaled(factor_of<typename TypeParam::scalar>(3), other.by_columns())));
}

TYPED_TEST_P(SparseBlas, NewValuesNeedANumericCallAlone) {
  using Csr = typename TestFixture::csr_type;
  auto a = this->random(31, 20, 7);
  auto b = this->random(20, 26, 8);
  BlasResult<Csr> c{31, 26};
  sb::spgemm_state_t state;
  sb::multiply_symbolic_compute(state, a.by_rows(), b.by_rows(), c.view);
  c.allocate(state);
  sb::multiply_symbolic_fill(state, a.by_rows(), b.by_rows(), c.view);
  auto const pattern = c.indices;
  for (int turn = 0; turn < 3; ++turn) {
    this->renew(a, 9 + static_cast<std::uint64_t>(turn));
    this->renew(b, 19 + static_cast<std::uint64_t>(turn));
    auto const scaled_a = sb::scaled(turn, a.by_rows());
    sb::multiply_numeric(state, scaled_a, b.by_rows(), c.view);
    EXPECT_TRUE(same_elements(c, product_of(dense_of(scaled_a), dense_of(b.by_rows()))));
    EXPECT_EQ(c.indices, pattern);
  }
}

TYPED_TEST_P(SparseBlas, AMatrixOfAnyPatternIsAdded) {
  using Csr = typename TestFixture::csr_type;
  using Csc = typename TestFixture::csc_type;
  auto a = this->random(21, 15, 10);
  auto b = this->random(15, 27, 11);
  auto d = this->shuffled(21, 27, 12);
  auto d_sorted = this->random(21, 27, 13);
  auto d_by_columns = this->shuffled(27, 21, 14);
  auto const alpha = factor_of<typename TypeParam::scalar>(2);
  auto const beta = factor_of<typename TypeParam::scalar>(-1);
  auto const add = [&]<class C>(C const*) {
    this->template expect_sum<C>(a.by_rows(), b.by_rows(), d.by_rows());
    this->template expect_sum<C>(sb::scaled(alpha, a.by_rows()), sb::conjugated(b.by_rows()),
                                 sb::scaled(beta, d_sorted.by_rows()));
    this->template expect_sum<C>(a.by_rows(), sb::scaled(alpha, b.by_rows()),
                                 sb::conjugated(sb::scaled(beta, d_by_columns.by_columns())));
  };
  add(static_cast<Csr const*>(nullptr));
  add(static_cast<Csc const*>(nullptr));
}

TYPED_TEST_P(SparseBlas, NewValuesOfASumNeedANumericCallAlone) {
  using Csr = typename TestFixture::csr_type;
  auto a = this->random(18, 18, 15);
  auto d = this->shuffled(18, 18, 16);
  BlasResult<Csr> c{18, 18};
  sb::spgemm_state_t state;
  sb::multiply_symbolic_compute(state, a.by_rows(), a.by_rows(), c.view, d.by_rows());
  c.allocate(state);
  sb::multiply_symbolic_fill(state, a.by_rows(), a.by_rows(), c.view, d.by_rows());
  this->renew(a, 17);
  this->renew(d, 18);
  sb::multiply_numeric(state, a.by_rows(), a.by_rows(), c.view, sb::scaled(-2, d.by_rows()));
  EXPECT_TRUE(same_elements(c, sum_of(product_of(dense_of(a.by_rows()), dense_of(a.by_rows())),
                                      dense_of(sb::scaled(-2, d.by_rows())))));
}

TYPED_TEST_P(SparseBlas, VectorsAreMultiplied) {
  auto a = this->shuffled(24, 33, 20);
  this->for_each_decorator(a, [&](auto const& decorated) { this->expect_vector(decorated, 21); });
}

TYPED_TEST_P(SparseBlas, EmptyMatricesHaveEmptyProducts) {
  using Csr = typename TestFixture::csr_type;
  using Csc = typename TestFixture::csc_type;
  using Arrays = typename TestFixture::arrays_type;
  using T = typename TypeParam::scalar;
  for (auto const& [m, k, n] :
       {std::array<std::int64_t, 3>{0, 4, 3}, {3, 0, 4}, {4, 3, 0}, {0, 0, 0}, {3, 4, 5}}) {
    Arrays a{with_small_values<T>(empty_pattern(m, k), 1)};
    Arrays b{with_small_values<T>(empty_pattern(k, n), 2)};
    Arrays d{with_small_values<T>(full_pattern(m, n), 3)};
    this->template expect_product<Csr>(a.by_rows(), b.by_rows());
    this->template expect_product<Csc>(a.by_rows(), b.by_rows());
    this->template expect_sum<Csr>(a.by_rows(), b.by_rows(), d.by_rows());
    this->template expect_sum<Csc>(a.by_rows(), b.by_rows(), d.by_rows());
    this->expect_vector(a.by_rows(), 4);
    this->expect_vector(a.by_columns(), 5);
  }
}

REGISTER_TYPED_TEST_SUITE_P(SparseBlas, MatricesOfAllKindsAreMultiplied,
                            DecoratedMatricesAreMultiplied, NewValuesNeedANumericCallAlone,
                            AMatrixOfAnyPatternIsAdded, NewValuesOfASumNeedANumericCallAlone,
                            VectorsAreMultiplied, EmptyMatricesHaveEmptyProducts);

}  // namespace araios_test
