// SPDX-License-Identifier: BSD-3-Clause
// The product of sparse matrices of SuiteSparse:GraphBLAS.
#pragma once

#include "methods/PeerProduct.hpp"

#include <string>

namespace araios::perf {

/// Adds GrB_mxm over (+, ·) on as many threads: with rows of C sorted by GrB_MATERIALIZE, and with
/// rows left jumbled, as GrB_COMPLETE may leave them.
void add_graphblas(PeerOperands const& operands, int num_threads, PeerProducts& products);

std::string graphblas_version();

}  // namespace araios::perf
