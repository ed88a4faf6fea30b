// SPDX-License-Identifier: BSD-3-Clause
// The exit code of an exception.
#pragma once

#include "base/ExitCode.hpp"

#include <exception>
#include <string>

namespace araios::perf {

/// The exception as a failure, with the code `otherwise` if it has no code of its own.
Failure failure_of(std::exception const& exception, ExitCode otherwise = ExitCode::internal_error);

/// The same failure with `subject` before its message.
Failure about(std::string const& subject, Failure const& failure);

}  // namespace araios::perf
