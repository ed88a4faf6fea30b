// SPDX-License-Identifier: BSD-3-Clause
// The flag by which the libraries beside this one are chosen.
#pragma once

#include "Options.hpp"

#include <CLI/CLI.hpp>

#include <vector>

namespace araios::perf {

/// Adds --peers; without it `peers` are all of this build.
///
/// Throws, when the command line is read: Failure (unsupported) that tells how to get a peer that
/// was named and is not in this build.
void add_peer_list(CLI::App& app, std::vector<Peer>& peers);

}  // namespace araios::perf
