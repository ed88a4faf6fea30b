// SPDX-License-Identifier: BSD-3-Clause
// Builds the problem of a command line.
#pragma once

#include "base/ExitCode.hpp"
#include "base/Failures.hpp"

#include <exception>

namespace araios::perf {

/// Builds a Problem from these arguments.
///
/// Throws: Failure; exceptions without a code of their own count as bad input.
template <class Problem, class... Arguments>
Problem load_problem(Arguments const&... arguments) {
  try {
    return Problem{arguments...};
  } catch (std::exception const& exception) {
    throw failure_of(exception, ExitCode::bad_input);
  }
}

}  // namespace araios::perf
