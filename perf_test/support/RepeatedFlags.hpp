// SPDX-License-Identifier: BSD-3-Clause
// The flags of every driver that repeats methods in turn.
#pragma once

#include "RepeatedOptions.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace araios::perf {

/// Adds --mtx, whose help names a generator as an example.
void add_sources(CLI::App& app, RepeatedOptions& options, std::string const& example);

/// Adds --repeat and --calls.
void add_repetitions(CLI::App& app, RepeatedOptions& options);

/// Adds --peers, by default `everyone`, a word for the peers that `help` lists, or none.
///
/// Pre: `everyone` outlives the parsing.
void add_peers(CLI::App& app, RepeatedOptions& options, char const* everyone,
               std::string const& help);

/// Adds --check.
void add_check(CLI::App& app, RepeatedOptions& options);

/// Adds --csv.
void add_csv(CLI::App& app, RepeatedOptions& options);

}  // namespace araios::perf
