// SPDX-License-Identifier: BSD-3-Clause
// Operands of the C++ Sparse BLAS for one combination of types, and their products against dense
// ones.
#pragma once

#include "SparseBlasArrays.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace araios_test {

template <class Types>
class SparseBlas : public testing::Test {
 protected:
  using scalar_type = typename Types::scalar;
  using arrays_type = BlasArrays<Types>;
  using csr_type = typename arrays_type::csr;
  using csc_type = typename arrays_type::csc;

  static arrays_type random(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    return arrays_type{with_small_values<scalar_type>(uniform_pattern(rows, cols, 3, seed), seed)};
  }
  /// With entries that repeat, in any order.
  static arrays_type shuffled(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    auto const pattern = with_duplicates_shuffled(uniform_pattern(rows, cols, 3, seed), seed);
    return arrays_type{with_small_values<scalar_type>(pattern, seed)};
  }
  static void renew(arrays_type& arrays, std::uint64_t seed) {
    auto const size = static_cast<std::int64_t>(arrays.values.size());
    arrays.values = small_vector<scalar_type>(size, seed);
  }

  /// c = a·b by both steps.
  template <class C, class A, class B>
  static void expect_product(A const& a, B const& b) {
    auto const expected = product_of(dense_of(a), dense_of(b));
    BlasResult<C> c{expected.rows, expected.cols};
    auto const info = sb::multiply_compute(a, b, c.view);
    EXPECT_EQ(info.result_shape(), (sb::index<std::int64_t>{expected.rows, expected.cols}));
    c.allocate(info);
    sb::multiply_fill(info, a, b, c.view);
    EXPECT_TRUE(same_elements(c, expected));
  }
  /// c = a·b + d by both steps, and once more with the info.
  template <class C, class A, class B, class D>
  static void expect_sum(A const& a, B const& b, D const& d) {
    auto const expected = sum_of(product_of(dense_of(a), dense_of(b)), dense_of(d));
    BlasResult<C> c{expected.rows, expected.cols};
    sb::operation_info_t info;
    sb::multiply_compute(info, a, b, c.view, d);
    c.allocate(info);
    sb::multiply_fill(info, a, b, c.view, d);
    EXPECT_TRUE(same_elements(c, expected));
    c.allocate(info);
    sb::multiply_numeric(info, a, b, c.view, d);
    EXPECT_TRUE(same_elements(c, expected));
  }

  /// c = a·b for a vector b.
  template <class A>
  static void expect_vector(A const& a, std::uint64_t seed) {
    auto const dense = dense_of(a);
    auto const given = small_vector<scalar_type>(dense.cols, seed);
    scalar_type const factor = factor_of<scalar_type>(2);
    auto const product = [&](auto const& op) {
      MarkedDense<scalar_type> b{dense.cols, 1};
      for (std::int64_t i = 0; i < dense.cols; ++i) {
        b.at(i, 0) = {op(given[static_cast<std::size_t>(i)]), true};
      }
      auto const c = product_of(dense, b);
      std::vector<scalar_type> values;
      for (auto const& element : c.elements) values.push_back(element.value);
      return values;
    };
    std::vector<scalar_type> c(static_cast<std::size_t>(dense.rows), scalar_type{99});
    sb::multiply(a, given, c);
    EXPECT_EQ(c, product([](scalar_type x) { return x; }));
    sb::multiply(a, sb::scaled(factor, given), c);
    EXPECT_EQ(c, product([&](scalar_type x) { return factor * x; }));
    auto info = sb::multiply_inspect(a, given, c);
    sb::multiply(info, a, sb::conjugated(std::span{given}), c);
    EXPECT_EQ(c, product([](scalar_type x) { return conjugate_of(x); }));
  }

  template <class F>
  static void for_each_decorator(arrays_type& arrays, F const& f) {
    for_each_decorator_of(arrays.by_rows(), f);
    for_each_decorator_of(arrays.by_columns(), f);
  }

 private:
  template <class View, class F>
  static void for_each_decorator_of(View const& view, F const& f) {
    scalar_type const factor = factor_of<scalar_type>(3);
    f(view);
    f(sb::scaled(factor, view));
    f(sb::conjugated(view));
    f(sb::transposed(view));
    f(sb::transposed(sb::conjugated(sb::scaled(factor, view))));
    f(sb::scaled(2, sb::scaled(factor, sb::conjugated(sb::conjugated(view)))));
  }
};

}  // namespace araios_test
