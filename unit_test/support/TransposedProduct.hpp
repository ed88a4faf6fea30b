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

template <class Scalar>
HostMatrix<Scalar> op(HostMatrix<Scalar> const& a, bool transposed, bool conjugated) {
  auto const result = op(a, transposed);
  return conjugated ? conjugate_of(result) : result;
}

/// The plan's counts and the product of op(A)·op(B), against the oracle of the operands transposed
/// and conjugated.
template <class Types>
void expect_op_product(HostMatrix<typename Types::scalar> const& a,
                       HostMatrix<typename Types::scalar> const& b,
                       araios::SpGemmOptions const& options) {
  auto const expected = reference_product(op(a, options.transpose_a, options.conjugate_a),
                                          op(b, options.transpose_b, options.conjugate_b));
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

/// Calls f with every way to conjugate operands, transposed or not, where one is.
template <class F>
void for_each_conjugation(F const& f) {
  for (int bits = 4; bits < 16; ++bits) {
    araios::SpGemmOptions options;
    options.transpose_a = (bits & 1) != 0;
    options.transpose_b = (bits & 2) != 0;
    options.conjugate_a = (bits & 4) != 0;
    options.conjugate_b = (bits & 8) != 0;
    SCOPED_TRACE("conjugations and transpositions " + std::to_string(bits));
    f(options);
  }
}

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
