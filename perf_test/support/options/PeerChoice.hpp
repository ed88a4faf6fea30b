// SPDX-License-Identifier: BSD-3-Clause
// Which of the chosen peers run, and why the others do not.
#pragma once

#include "base/OffsetType.hpp"
#include "base/PeerFacts.hpp"
#include "options/BackEnd.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace araios::perf {

/// Why no driver runs a peer on a back end with these offsets; empty if drivers do. Further reasons
/// of a driver are in its own why_skipped(peer, options), which the functions below call.
std::string why_skipped(Peer peer, BackEnd back_end, OffsetType offset);

/// A line for each chosen peer that is left out of all products of a run.
template <class AnyOptions>
std::string skipped_lines(AnyOptions const& options) {
  std::string lines;
  for (Peer const peer : options.peers) {
    std::string const reason = why_skipped(peer, options);
    if (reason.empty()) continue;
    lines += "peer " + std::string{name_of(peer)} + " is skipped: " + reason + "\n";
  }
  return lines;
}

/// The chosen peers that run a product. A matrix without rows or columns is for Kokkos Kernels
/// alone.
template <class AnyProblem, class AnyOptions>
std::vector<Peer> peers_of(AnyProblem const& problem, AnyOptions const& options) {
  std::vector<Peer> peers;
  for (Peer const peer : options.peers) {
    bool const takes_size = peer == Peer::kokkos_kernels || problem.has_size();
    if (takes_size && why_skipped(peer, options).empty()) peers.push_back(peer);
  }
  return peers;
}

/// A remark for the user if peers that would run are left out of one product.
template <class AnyProblem, class AnyOptions>
std::vector<std::string> remarks_on_peers(AnyProblem const& problem, AnyOptions const& options) {
  auto const would_run = [&options](Peer peer) {
    return peer != Peer::kokkos_kernels && why_skipped(peer, options).empty();
  };
  if (problem.has_size() || std::none_of(options.peers.begin(), options.peers.end(), would_run)) {
    return {};
  }
  return {"no peer but Kokkos Kernels runs on a matrix without rows or columns"};
}

}  // namespace araios::perf
