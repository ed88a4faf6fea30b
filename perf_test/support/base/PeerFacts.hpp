// SPDX-License-Identifier: BSD-3-Clause
// Other libraries to compare with: their names, and whether they are in this build.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace araios::perf {

/// Names of libraries and their versions.
using PeerVersions = std::vector<std::pair<std::string, std::string>>;

enum class Peer { kokkos_kernels, mkl, graphblas, eigen, cusparse };

/// What is known of a peer before a run.
struct PeerFacts {
  Peer peer;
  std::string_view name;  ///< on the command line
  bool is_built_in;
  std::string_view how_to_get;
};

PeerFacts const& facts_of(Peer peer);

inline std::string_view name_of(Peer peer) { return facts_of(peer).name; }

/// Why a peer is not in this build, and how to get it; empty if it is.
std::string why_absent(Peer peer);

}  // namespace araios::perf
