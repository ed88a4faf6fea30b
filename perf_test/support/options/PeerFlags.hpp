// SPDX-License-Identifier: BSD-3-Clause
// The flag by which the libraries beside this one are chosen.
#pragma once

#include "base/PeerFacts.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace araios::perf {

/// Adds --peers, a list of those that a driver has; without it `peers` are all of them that are in
/// this build. `remark` ends its help.
void add_peer_list(CLI::App& app, std::vector<Peer>& peers, std::vector<Peer> const& all_peers,
                   std::string const& remark = {});

/// Throws: Failure (unsupported) that tells how to get a peer that is not in this build.
void expect_built_in(std::vector<Peer> const& peers);

}  // namespace araios::perf
