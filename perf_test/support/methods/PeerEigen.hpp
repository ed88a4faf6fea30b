// SPDX-License-Identifier: BSD-3-Clause
// Eigen's product of sparse matrices.
#pragma once

#include "methods/PeerProduct.hpp"

#include <string>

namespace araios::perf {

/// Adds C = A·B of row-major matrices, on one thread. Eigen sorts the rows of C by two transposes.
void add_eigen(PeerOperands const& operands, PeerProducts& products);

std::string eigen_version();

}  // namespace araios::perf
