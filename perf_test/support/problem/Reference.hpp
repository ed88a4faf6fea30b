// SPDX-License-Identifier: BSD-3-Clause
// A serial reference of the product, and a row-by-row comparison with it.
#pragma once

#include "base/HostMatrix.hpp"

#include <string>

namespace araios::perf {

struct Comparison {
  bool values = true;  ///< compare values, not only the pattern
  bool sorted = true;  ///< columns of a row of C must ascend
};

/// A·B, rows sorted by column.
///
/// Cost: O(work) additions on one thread; independent of the library's kernels.
template <class Scalar>
HostMatrixOf<Scalar> reference_product(HostMatrixOf<Scalar> const& a,
                                       HostMatrixOf<Scalar> const& b);

/// Describes where C first differs from A·B; empty if it does not.
///
/// The pattern must be that of the products, including sums that cancel, with each column once. A
/// value may differ from the sum of its products by eps · work(row) · Σ|a·b|. Real and imaginary
/// part are compared one by one, each as a sum of two real products for each product.
///
/// Cost: O(work) additions, and memory for one row of C or, where that is less, for the columns of
///       B; independent of the library's kernels.
template <class Scalar>
std::string difference_from_reference(HostMatrixOf<Scalar> const& a, HostMatrixOf<Scalar> const& b,
                                      HostResultOf<Scalar> const& c, Comparison const& comparison);

}  // namespace araios::perf
