// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers that count triangles.
#include "methods/TrianglesPeers.hpp"

#include "PeersOfBuild.hpp"
#include "methods/PeerGraphBlas.hpp"
#include "options/PeerChoice.hpp"

namespace araios::perf {

std::string why_skipped(Peer peer, TrianglesOptions const& options) {
  return why_skipped(peer, options.space.back_end, OffsetType::int32);
}

PeerVersions versions_of_triangles_peers() {
  PeerVersions versions;
  if constexpr (peers_of_build::graphblas) versions.emplace_back("graphblas", graphblas_version());
  return versions;
}

}  // namespace araios::perf
