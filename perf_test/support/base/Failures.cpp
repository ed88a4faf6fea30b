// SPDX-License-Identifier: BSD-3-Clause
// The exit code of an exception.
#include "base/Failures.hpp"

#include <Araios_Errors.hpp>
#include <platform/Araios_Allocate.hpp>

#include <new>
#include <stdexcept>

namespace araios::perf {
namespace {

template <class Exception>
bool is(std::exception const& exception) {
  return dynamic_cast<Exception const*>(&exception) != nullptr;
}

ExitCode code_of(std::exception const& exception, ExitCode otherwise) {
  if (auto const* const failure = dynamic_cast<Failure const*>(&exception)) return failure->code();
  if (is<std::bad_alloc>(exception)) return ExitCode::out_of_memory;
  // Peers let failed allocations of Kokkos through.
  auto const* const error = dynamic_cast<std::runtime_error const*>(&exception);
  if (error != nullptr && impl::is_failed_allocation(*error)) return ExitCode::out_of_memory;
  if (is<std::overflow_error>(exception) || is<Unsupported>(exception)) {
    return ExitCode::unsupported;
  }
  if (is<std::invalid_argument>(exception)) return ExitCode::bad_input;
  return otherwise;
}

}  // namespace

Failure failure_of(std::exception const& exception, ExitCode otherwise) {
  return Failure{code_of(exception, otherwise), exception.what()};
}

Failure about(std::string const& subject, Failure const& failure) {
  return Failure{failure.code(), subject + ": " + failure.what()};
}

}  // namespace araios::perf
