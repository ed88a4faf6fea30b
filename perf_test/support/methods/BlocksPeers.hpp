// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers of products of blocks.
#pragma once

#include "base/PeerFacts.hpp"
#include "options/BlocksOptions.hpp"

#include <string>

namespace araios::perf {

/// Why a chosen peer is left out of all products of a run; empty if it is not.
std::string why_skipped(Peer peer, BlocksOptions const& options);

}  // namespace araios::perf
