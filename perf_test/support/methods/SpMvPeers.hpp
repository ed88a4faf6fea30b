// SPDX-License-Identifier: BSD-3-Clause
// When other libraries run beside this one's matrix-vector product.
#pragma once

#include "base/PeerFacts.hpp"
#include "options/SpMvOptions.hpp"

#include <string>

namespace araios::perf {

/// Why a chosen peer is left out of all products of a run; empty when it is not.
std::string why_skipped(Peer peer, SpMvOptions const& options);

}  // namespace araios::perf
