// SPDX-License-Identifier: BSD-3-Clause
// The flags of every driver that repeats methods in turn.
#pragma once

#include "options/RepeatedOptions.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace araios::perf {

/// Adds --mtx, whose help names a generator as an example.
void add_sources(CLI::App& app, RepeatedOptions& options, std::string const& example);

/// Adds --repeat and --calls.
void add_repetitions(CLI::App& app, RepeatedOptions& options);

/// Adds --peers, whose help ends with a remark.
void add_peers_flag(CLI::App& app, RepeatedOptions& options, std::string const& remark = {});

/// Adds --check.
void add_check(CLI::App& app, RepeatedOptions& options);

/// Adds --csv.
void add_csv(CLI::App& app, RepeatedOptions& options);

}  // namespace araios::perf
