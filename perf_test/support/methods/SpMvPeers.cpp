// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers of the matrix-vector product.
#include "methods/SpMvPeers.hpp"

#include "options/PeerChoice.hpp"

namespace araios::perf {

std::string why_skipped(Peer peer, SpMvOptions const& options) {
  return why_skipped(peer, options.space.back_end, options.offset);
}

}  // namespace araios::perf
