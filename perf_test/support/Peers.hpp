// SPDX-License-Identifier: BSD-3-Clause
// The libraries that can be measured beside this one: which are in this build, and when they run.
#pragma once

#include "Method.hpp"
#include "Operands.hpp"
#include "Options.hpp"
#include "PeerProduct.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace araios::perf {

/// What is known of a peer before anything runs.
struct PeerFacts {
  Peer peer;
  std::string_view name;  ///< on the command line
  bool is_built_in;
  std::string_view how_to_get;
};

/// All peers there are, in the order in which they run.
std::vector<PeerFacts> const& all_peers();

std::string_view name_of(Peer peer);

/// Why a peer of this build is left out of all products of a run; empty when it is not.
std::string why_skipped(Peer peer, Options const& options);

/// Why peers that would run but for Kokkos Kernels are left out of one product; empty when they are
/// not.
std::string why_peers_are_skipped(Problem const& problem, Options const& options);

/// Adds the methods of the chosen peers that are called with plain arrays.
///
/// Pre: the arrays lie where the back end of `options` has its memory.
void add_peers(PeerOperands const& operands, Options const& options, int num_threads,
               std::vector<std::unique_ptr<Method>>& methods);

/// Names and versions of the peers of this build but for Kokkos Kernels.
std::vector<std::pair<std::string, std::string>> peer_versions();

template <class Matrix>
CrsArrays arrays_of(Matrix const& matrix) {
  auto const& graph = matrix.graph;
  return {graph.num_rows,           graph.num_cols,       static_cast<int>(graph.columns.extent(0)),
          graph.row_offsets.data(), graph.columns.data(), matrix.values.data()};
}

/// The operands as libraries with plain arrays take them.
template <class Space>
PeerOperands peer_operands(std::shared_ptr<Operands<Space, int>> const& operands) {
  bool const b_is_a = operands->b.values.data() == operands->a.values.data() &&
                      operands->b.graph.row_offsets.data() == operands->a.graph.row_offsets.data();
  return {arrays_of(operands->a), arrays_of(operands->b), b_is_a, operands};
}

}  // namespace araios::perf
