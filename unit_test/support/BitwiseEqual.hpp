// SPDX-License-Identifier: BSD-3-Clause
// Comparison of matrices bit by bit.
#pragma once

#include "HostMatrix.hpp"

#include <cstring>

namespace araios_test {

/// Whether two matrices have the same pattern, and values of the same bits.
template <class Scalar>
bool are_bitwise_equal(HostMatrix<Scalar> const& x, HostMatrix<Scalar> const& y) {
  return x.pattern.num_rows == y.pattern.num_rows && x.pattern.num_cols == y.pattern.num_cols &&
         x.pattern.row_offsets == y.pattern.row_offsets && x.pattern.columns == y.pattern.columns &&
         x.values.size() == y.values.size() &&
         (x.values.empty() ||
          std::memcmp(x.values.data(), y.values.data(), x.values.size() * sizeof(Scalar)) == 0);
}

}  // namespace araios_test
