// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers of the matrix-vector product.
#pragma once

#include "base/PeerFacts.hpp"
#include "options/SpMvOptions.hpp"

#include <string>

namespace araios::perf {

/// Why a chosen peer is left out of all products of a run; empty if it is not.
std::string why_skipped(Peer peer, SpMvOptions const& options);

}  // namespace araios::perf
