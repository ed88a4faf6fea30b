// SPDX-License-Identifier: BSD-3-Clause
// The operands of a product on the host, of one of the scalars.
#pragma once

#include "base/HostMatrix.hpp"

#include <variant>
#include <vector>

namespace araios::perf {

/// A and B. If B is A, both share their arrays.
template <class Scalar>
struct HostOperands {
  HostMatrixOf<Scalar> a;
  HostMatrixOf<Scalar> b;
  bool b_is_a = false;
  std::vector<Scalar> a_values_as_read;
};

using AnyHostOperands = std::variant<HostOperands<double>, HostOperands<Complex>>;

}  // namespace araios::perf
