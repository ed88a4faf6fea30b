// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers that count triangles.
#include "methods/TrianglesPeers.hpp"

#include "options/PeerChoice.hpp"

namespace araios::perf {

std::string why_skipped(Peer peer, TrianglesOptions const& options) {
  return why_skipped(peer, options.space.back_end, OffsetType::int32);
}

}  // namespace araios::perf
