// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS' product of sparse matrices.
#pragma once

#include "methods/PeerProduct.hpp"

#include <string>

namespace araios::perf {

/// Adds GrB_mxm over (+, ·) on num_threads threads: with rows of C sorted by GrB_MATERIALIZE, and
/// with rows left jumbled, as GrB_COMPLETE may leave them.
void add_graphblas(PeerOperands const& operands, int num_threads, PeerProducts& products);

std::string graphblas_version();

}  // namespace araios::perf
