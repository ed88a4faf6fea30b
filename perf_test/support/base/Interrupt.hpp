// SPDX-License-Identifier: BSD-3-Clause
// Ends an interrupted run with a message and an exit code, and removes partial output.
#pragma once

#include <string>

namespace araios::perf {

/// From here on SIGINT, SIGTERM, SIGHUP and SIGPIPE end the process with exit code 128 + signal.
void install_interrupt_handler();

/// Registers a file that is removed when the run is interrupted.
///
/// Pre: called by one thread; at most max_removed_files times.
void remove_on_interrupt(std::string const& path);

inline constexpr int max_removed_files = 8;

}  // namespace araios::perf
