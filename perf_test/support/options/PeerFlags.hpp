// SPDX-License-Identifier: BSD-3-Clause
// The flag that selects the libraries to compare with.
#pragma once

#include "base/PeerFacts.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace araios::perf {

/// Adds --peers, a list out of `all_peers`. Without the flag, `peers` are all of them that are in
/// this build. `remark` is appended to the help.
void add_peer_list(CLI::App& app, std::vector<Peer>& peers, std::vector<Peer> const& all_peers,
                   std::string const& remark = {});

/// Checks that all these peers are in this build.
///
/// Throws: Failure (unsupported) that says how to get one that is not.
void expect_built_in(std::vector<Peer> const& peers);

}  // namespace araios::perf
