// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's product of sparse matrices.
#pragma once

#include "methods/PeerProduct.hpp"

#include <string>

namespace araios::perf {

/// Adds mkl_sparse_sp2m on num_threads threads, with rows of C sorted by mkl_sparse_order and
/// unsorted.
void add_mkl(PeerOperands const& operands, int num_threads, PeerProducts& products);

std::string mkl_version();

}  // namespace araios::perf
