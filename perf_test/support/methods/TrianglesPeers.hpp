// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers that count triangles.
#pragma once

#include "base/PeerFacts.hpp"
#include "options/TrianglesOptions.hpp"

#include <string>

namespace araios::perf {

/// Why a chosen peer is left out of all graphs of a run; empty if it is not.
std::string why_skipped(Peer peer, TrianglesOptions const& options);

/// Those in this build.
PeerVersions versions_of_triangles_peers();

}  // namespace araios::perf
