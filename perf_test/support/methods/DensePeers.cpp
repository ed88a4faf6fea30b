// SPDX-License-Identifier: BSD-3-Clause
// Versions of the libraries that multiply a sparse matrix by vectors or dense matrices.
#include "methods/DensePeers.hpp"

#include "PeersOfBuild.hpp"
#include "methods/PeerCuSparse.hpp"
#include "methods/PeerMkl.hpp"

namespace araios::perf {

PeerVersions versions_of_dense_peers() {
  PeerVersions versions;
  if constexpr (peers_of_build::mkl) versions.emplace_back("mkl", mkl_version());
  if constexpr (peers_of_build::cusparse) versions.emplace_back("cusparse", cusparse_version());
  return versions;
}

}  // namespace araios::perf
