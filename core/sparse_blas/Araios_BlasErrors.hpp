// SPDX-License-Identifier: BSD-3-Clause
// Errors of calls of the C++ Sparse BLAS: the name of the call, and what rows are in them.
#pragma once

#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <stdexcept>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// What errors of Araios mean that speak of rows, where an operand is a csc_view.
inline std::string note_of_columns(bool has_columns) {
  return has_columns ? " (what a csc_view has in its columns is called its rows)" : "";
}

/// call(), with a note behind what std::invalid_argument says.
template <class Call>
decltype(auto) with_note(std::string const& note, Call const& call) {
  try {
    return call();
  } catch (std::invalid_argument const& error) {
    throw std::invalid_argument{error.what() + note};
  }
}

/// call() as one call of the Sparse BLAS, whose name goes before what std::invalid_argument says.
///
/// Throws: as expect_callable; OutOfMemory; what the call throws.
template <class ExecutionSpace, class Call>
void run_named(char const* name, Call const& call) {
  expect_callable<ExecutionSpace>();
  try {
    or_out_of_memory(name, 0, call);
  } catch (std::invalid_argument const& error) {
    throw std::invalid_argument{std::string{name} + ": " + error.what()};
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
