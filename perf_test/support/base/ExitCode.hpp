// SPDX-License-Identifier: BSD-3-Clause
// Exit codes of the drivers, and the exception that carries one.
#pragma once

#include <stdexcept>
#include <string>

namespace araios::perf {

/// The exit codes of a driver. If several failures occur in a run, the largest code is returned.
enum class ExitCode : int {
  success = 0,
  internal_error = 1,
  usage = 2,
  bad_input = 3,
  unsupported = 4,
  out_of_memory = 5,
  output_error = 6,
  wrong_result = 7,
  signal_base = 128
};

inline constexpr char const* exit_code_help =
    "Exit codes:\n"
    "  0    every product ran, and every check that was asked for passed\n"
    "  1    unexpected error inside the program or a library\n"
    "  2    usage: unknown flag, missing or malformed value, flags that contradict each other\n"
    "  3    bad input: a matrix that cannot be read, or shapes that do not fit\n"
    "  4    unsupported: not in this version or build, absent device, index type too narrow\n"
    "  5    out of memory, or over --memory-cap\n"
    "  6    an output file could not be opened, written or put in place\n"
    "  7    wrong result: a product differs from the serial reference\n"
    "  128+S  ended by signal S (130: interrupted from the keyboard); unfinished output files are "
    "removed\n"
    "A matrix that fails does not stop the others; the largest code of the run is returned.";

/// A failure with its exit code. The message says what failed, what was found and what was
/// expected.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, std::string const& message) : std::runtime_error{message}, code_{code} {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace araios::perf
