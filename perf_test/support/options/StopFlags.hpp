// SPDX-License-Identifier: BSD-3-Clause
// The flags of every driver that say when repetitions end.
#pragma once

#include "base/StopRule.hpp"

#include <CLI/CLI.hpp>

namespace araios::perf {

/// Adds --repeat, --min-time and --max-noise.
void add_stop_rule(CLI::App& app, StopRule& rule);

}  // namespace araios::perf
