// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers of the sparse × dense product.
#include "methods/SpMmPeers.hpp"

#include "base/TypesOfBuild.hpp"
#include "options/PeerChoice.hpp"
#include "options/VisitSpMmTypes.hpp"

namespace araios::perf {

std::string why_skipped(Peer peer, SpMmOptions const& options) {
  std::string reason = why_skipped(peer, options.space.back_end, OffsetType::int32);
  if (peer != Peer::kokkos_kernels || !reason.empty()) return reason;
  bool const is_compiled_in = visit_types(options, []<class Space, class Scalar>(Space*, Scalar) {
    return has_dense_peer_v<Space, Scalar>;
  });
  return is_compiled_in ? "" : "not compiled in for this scalar and execution space";
}

}  // namespace araios::perf
