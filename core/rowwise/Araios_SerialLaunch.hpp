// SPDX-License-Identifier: BSD-3-Clause
// Launches of kernels whose owners are threads. A single owner on hosts needs no launch.
#pragma once

#include <Araios_Selection.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_SerialMember.hpp>
#include <rowwise/Araios_RowwiseKernel.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Runs a host kernel whose owners are threads without scratch. The calling thread runs a single
/// owner itself, which avoids the latency of a launch.
///
/// Throws: as launch_teams.
template <class Kernel, class ExecutionSpace>
void run_by_threads(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                    char const* label) {
  call_or_launch(
      exec, kernel.ranges.num_owners == 1, [&] { kernel(SerialMember<ExecutionSpace>{}); },
      [&] { launch_teams<ThreadSequential>(exec, selection, kernel, 0, label); });
}

}  // namespace araios::inline ARAIOS_ISA::impl
