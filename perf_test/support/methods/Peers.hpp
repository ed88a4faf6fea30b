// SPDX-License-Identifier: BSD-3-Clause
// The products of other libraries that can be measured beside this one's.
#pragma once

#include "base/CrsArrays.hpp"
#include "base/PeerFacts.hpp"
#include "measure/Method.hpp"
#include "methods/PeerProduct.hpp"
#include "options/Options.hpp"
#include "problem/Operands.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// Why a chosen peer is left out of all products of a run; empty when it is not.
std::string why_skipped(Peer peer, Options const& options);

/// Adds the methods of those peers that are called with plain arrays.
///
/// Pre: the arrays lie where the peers expect them: cuSPARSE on the current device, others on the
///      host.
void add_peers(PeerOperands const& operands, std::vector<Peer> const& peers, int num_threads,
               std::vector<std::unique_ptr<Method>>& methods);

/// Names and versions of the peers of this build but for Kokkos Kernels.
std::vector<std::pair<std::string, std::string>> peer_versions();

/// The operands as libraries with plain arrays take them.
template <class Space>
PeerOperands peer_operands(std::shared_ptr<Operands<Space, int>> const& operands) {
  bool const b_is_a = operands->b.values.data() == operands->a.values.data() &&
                      operands->b.graph.row_offsets.data() == operands->a.graph.row_offsets.data();
  return {arrays_of(operands->a), arrays_of(operands->b), b_is_a, operands};
}

}  // namespace araios::perf
