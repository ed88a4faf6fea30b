// SPDX-License-Identifier: BSD-3-Clause
// The common part of the drivers' command lines.
#pragma once

#include "options/Options.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace araios::perf {

/// Makes flags case-insensitive, and adds --help, --version and the text below the flags:
/// `explanations`, then the exit codes.
void begin_command_line(CLI::App& app, std::string const& explanations);

/// Adds --offset.
void add_offset_type(CLI::App& app, OffsetType& type, std::string const& help);

/// Parses the command line. Returns false if it only asked for help or the version, which are
/// printed.
///
/// Throws: Failure (usage) that names the flag, what was found and what was expected.
bool parse_command_line(CLI::App& app, int argc, char const* const* argv);

}  // namespace araios::perf
