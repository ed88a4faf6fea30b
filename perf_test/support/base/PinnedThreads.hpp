// SPDX-License-Identifier: BSD-3-Clause
// Pins the threads of OpenMP, unless the environment says how.
#pragma once

#include <string>

namespace araios::perf {

/// Replaces this process by the same program with OMP_PROC_BIND=spread and OMP_PLACES=threads, if
/// Kokkos has OpenMP and the environment says nothing of the places of threads: OpenMP reads it
/// before main. Arguments and the process id stay. Returns where nothing is to be done. Where the
/// system cannot do it, prints a line on stderr, and threads stay free.
///
/// Pre: neither Kokkos nor another library runs threads, no output is open.
void pin_threads(std::string const& program, char* const* argv);

}  // namespace araios::perf
