// SPDX-License-Identifier: BSD-3-Clause
// Products of transposed operands, and what they must be.
#pragma once

#include "Product.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace araios_test {

template <class Scalar>
HostMatrix<Scalar> op(HostMatrix<Scalar> const& a, bool transposed) {
  return transposed ? transpose_of(a) : a;
}

/// The plan's counts and the product of op(A)·op(B), against the oracle of the operands transposed.
template <class Types>
void expect_op_product(HostMatrix<typename Types::scalar> const& a,
                       HostMatrix<typename Types::scalar> const& b,
                       araios::SpGemmOptions const& options) {
  auto const expected = reference_product(op(a, options.transpose_a), op(b, options.transpose_b));
  SCOPED_TRACE(expected.pattern.label);
  PlannedProduct<Types> const product{a, b, options};
  expect_counts(product.plan, expected);
  EXPECT_TRUE(same_matrix(product.numeric(), expected,
                          options.result_sorted ? RowOrder::ascending : RowOrder::any));
}

/// The factors of a 31×57 by 57×83 product, stored so that op gives them.
template <class Scalar>
struct TransposedFactors {
  explicit TransposedFactors(araios::SpGemmOptions const& options, std::uint64_t seed = 1)
      : a{with_integers<Scalar>(options.transpose_a ? uniform_pattern(57, 31, 5, seed)
                                                    : uniform_pattern(31, 57, 5, seed),
                                seed)},
        b{with_integers<Scalar>(options.transpose_b ? power_law_pattern(83, 57, 57, seed + 1)
                                                    : power_law_pattern(57, 83, 80, seed + 1),
                                seed + 1)} {}
  HostMatrix<Scalar> a;
  HostMatrix<Scalar> b;
};

template <class F>
void for_each_transposition(F const& f) {
  for (int const bits : {1, 2, 3}) {
    araios::SpGemmOptions options;
    options.transpose_a = (bits & 1) != 0;
    options.transpose_b = (bits & 2) != 0;
    SCOPED_TRACE("transpose_a " + std::to_string(options.transpose_a) + ", transpose_b " +
                 std::to_string(options.transpose_b));
    f(options);
  }
}

}  // namespace araios_test
