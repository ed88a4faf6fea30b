// SPDX-License-Identifier: BSD-3-Clause
// The flags of drivers that repeat methods in turn.
#pragma once

#include "options/RepeatedOptions.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace araios::perf {

/// Adds --mtx; its help names a generator as an example.
void add_sources(CLI::App& app, RepeatedOptions& options, std::string const& example);

/// Adds the flags of the stop rule, and --calls.
void add_repetitions(CLI::App& app, RepeatedOptions& options);

/// Adds --peers; `remark` is appended to its help.
void add_peers_flag(CLI::App& app, RepeatedOptions& options, std::string const& remark = {});

/// Checks that --mtx names a matrix, and that all peers are in this build.
///
/// Throws: Failure (usage, or unsupported).
void expect_sources_and_peers(RepeatedOptions const& options);

/// Adds --check.
void add_check(CLI::App& app, RepeatedOptions& options);

/// Adds --csv and --json.
void add_record_files(CLI::App& app, RepeatedOptions& options);

}  // namespace araios::perf
