// SPDX-License-Identifier: BSD-3-Clause
// Ends an interrupted run with a message and an exit code, and removes partial output.
#include "base/Interrupt.hpp"

#include "base/ExitCode.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

namespace araios::perf {
namespace {

// A signal handler must not allocate, and reads only entries that are complete before the counter
// includes them.
std::array<char*, max_removed_files> removed_files{};
std::atomic<int> num_removed_files{0};
static_assert(std::atomic<int>::is_always_lock_free);

// A line of progress may stand on a terminal.
constexpr char line_end[] = "\n";
bool is_terminal = false;
constexpr char message[] = "interrupted: unfinished output files are removed\n";

void end_interrupted(int signal) {
  int const count = num_removed_files.load();
  for (int i = 0; i < count; ++i) unlink(removed_files[static_cast<std::size_t>(i)]);
  [[maybe_unused]] auto written = is_terminal ? write(STDERR_FILENO, line_end, 1) : 0;
  written = write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(static_cast<int>(ExitCode::signal_base) + signal);
}

}  // namespace

void install_interrupt_handler() {
  is_terminal = isatty(STDERR_FILENO) != 0;
  for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, end_interrupted);
}

void remove_on_interrupt(std::string const& path) {
  // Never freed, because a signal may arrive until the process ends.
  int const count = num_removed_files.load();
  removed_files[static_cast<std::size_t>(count)] = strdup(path.c_str());
  num_removed_files.store(count + 1);
}

}  // namespace araios::perf
