// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's products of sparse matrices.
#pragma once

#include "methods/PeerProduct.hpp"

#include <string>

namespace araios::perf {

/// Adds cusparseSpGEMM by each of its algorithms, and cusparseSpGEMMreuse, on the current device.
///
/// Pre: the arrays are in the memory of that device.
void add_cusparse(PeerOperands const& operands, PeerProducts& products);

std::string cusparse_version();

}  // namespace araios::perf
