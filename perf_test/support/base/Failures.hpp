// SPDX-License-Identifier: BSD-3-Clause
// Which exit code an exception deserves.
#pragma once

#include "base/ExitCode.hpp"

#include <exception>
#include <string>

namespace araios::perf {

/// The exception as a failure; `otherwise` for exceptions without a code of their own.
Failure failure_of(std::exception const& exception, ExitCode otherwise = ExitCode::internal_error);

/// The same failure with `subject` before its message.
Failure about(std::string const& subject, Failure const& failure);

}  // namespace araios::perf
