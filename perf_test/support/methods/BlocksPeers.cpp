// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers of products of blocks.
#include "methods/BlocksPeers.hpp"

#include "base/TypesOfBuild.hpp"
#include "options/PeerChoice.hpp"
#include "options/VisitTypes.hpp"

namespace araios::perf {

std::string why_skipped(Peer peer, BlocksOptions const& options) {
  std::string reason = why_skipped(peer, options.space.back_end, OffsetType::int32);
  if (!reason.empty()) return reason;
  bool const is_compiled_in = visit_space(
      options.space.back_end, []<class Space>(Space*) { return is_default_space_v<Space>; });
  return is_compiled_in ? "" : "not compiled in for this execution space";
}

}  // namespace araios::perf
