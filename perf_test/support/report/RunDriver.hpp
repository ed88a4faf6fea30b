// SPDX-License-Identifier: BSD-3-Clause
// The common main program of the drivers, from command line to exit code.
#pragma once

#include "base/Console.hpp"
#include "base/DeviceMemory.hpp"
#include "base/Failures.hpp"
#include "base/Interrupt.hpp"
#include "base/PinnedThreads.hpp"
#include "options/BackEnd.hpp"

#include <Kokkos_Core.hpp>

#include <exception>
#include <optional>
#include <string>

namespace araios::perf {

/// Parses the command line, pins threads, builds Files from the options, and measures while Kokkos
/// is initialized. Does nothing more if the command line only asks for help.
template <class Options, class Files>
void parse_and_measure(int argc, char* const* argv, Complaints& complaints,
                       std::optional<Options> (*parse)(int, char const* const*),
                       void (*measure)(Options const&, Files&, Complaints&)) {
  std::optional<Options> const options = parse(argc, argv);
  if (!options) return;
  pin_threads(complaints.program(), argv);
  Kokkos::InitializationSettings const settings = initialization_settings(options->space);
  install_interrupt_handler();
  Files files{*options};
  Kokkos::ScopeGuard const kokkos{settings};
  keep_freed_device_memory();
  measure(*options, files, complaints);
}

/// The body of a driver's main. Files are found and opened before Kokkos is initialized, so that a
/// run does not fail only at its end.
///
/// Returns the exit code; exceptions are reported as errors.
template <class Options, class Files>
int run_driver(std::string const& program, int argc, char* const* argv,
               std::optional<Options> (*parse)(int, char const* const*),
               void (*measure)(Options const&, Files&, Complaints&)) {
  Complaints complaints{program};
  try {
    parse_and_measure(argc, argv, complaints, parse, measure);
  } catch (std::exception const& exception) {
    complaints.add(failure_of(exception));
  }
  return static_cast<int>(complaints.code());
}

}  // namespace araios::perf
