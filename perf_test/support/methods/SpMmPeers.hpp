// SPDX-License-Identifier: BSD-3-Clause
// Conditions for peers of the sparse × dense product.
#pragma once

#include "base/PeerFacts.hpp"
#include "options/SpMmOptions.hpp"

#include <string>

namespace araios::perf {

/// Why a chosen peer is left out of all products of a run; empty if it is not.
std::string why_skipped(Peer peer, SpMmOptions const& options);

}  // namespace araios::perf
