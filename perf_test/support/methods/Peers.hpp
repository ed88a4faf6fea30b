// SPDX-License-Identifier: BSD-3-Clause
// Products of other libraries that can be compared with this one's.
#pragma once

#include "base/CrsArrays.hpp"
#include "base/PeerFacts.hpp"
#include "measure/Method.hpp"
#include "methods/PeerProduct.hpp"
#include "options/Options.hpp"
#include "problem/Operands.hpp"

#include <memory>
#include <string>
#include <vector>

namespace araios::perf {

/// Why a chosen peer is left out of all products of a run; empty if it is not.
std::string why_skipped(Peer peer, Options const& options);

/// Adds the methods of the peers that are called with plain arrays.
///
/// Pre: the arrays are where the peers expect them: on the current device for cuSPARSE, on the host
///      for others.
void add_peers(PeerOperands const& operands, std::vector<Peer> const& peers, int num_threads,
               std::vector<std::unique_ptr<Method>>& methods);

/// Names and versions of the peers in this build, except Kokkos Kernels.
PeerVersions peer_versions();

/// The operands as plain arrays.
template <class Space>
PeerOperands peer_operands(std::shared_ptr<Operands<Space, int>> const& operands) {
  bool const b_is_a = operands->b.values.data() == operands->a.values.data() &&
                      operands->b.graph.row_offsets.data() == operands->a.graph.row_offsets.data();
  return {arrays_of(operands->a), arrays_of(operands->b), b_is_a, operands};
}

}  // namespace araios::perf
