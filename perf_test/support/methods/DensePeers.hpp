// SPDX-License-Identifier: BSD-3-Clause
// Versions of the libraries that multiply a sparse matrix by vectors or dense matrices.
#pragma once

#include "base/PeerFacts.hpp"

namespace araios::perf {

/// Those in this build, except Kokkos Kernels.
PeerVersions versions_of_dense_peers();

}  // namespace araios::perf
