// SPDX-License-Identifier: BSD-3-Clause
// Launches of owners that are threads, without one where a host needs a single owner.
#pragma once

#include <Araios_Lanes.hpp>
#include <Araios_Partitioning.hpp>
#include <Araios_RowwiseKernel.hpp>
#include <Araios_Selection.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace araios {

/// The calling thread as the only member of the only team, with what kernels without scratch ask.
template <class ExecutionSpace>
struct CallingThread {
  using execution_space = ExecutionSpace;

  static constexpr int league_rank() { return 0; }
  static constexpr int team_rank() { return 0; }
  static constexpr int team_size() { return 1; }
};

/// Runs a kernel whose owners are threads without scratch: where there is a single one on a host,
/// the calling thread is it, which begins sooner than a launch; tools that listen to Kokkos'
/// kernels do not see it.
///
/// Throws: as launch_teams.
template <class Kernel, class ExecutionSpace>
void launch_or_call(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                    std::string const& label) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (kernel.ranges.num_owners == 1) {
      exec.fence(label);
      return kernel(CallingThread<ExecutionSpace>{});
    }
  }
  launch_teams<ThreadSequential>(exec, selection, kernel, 0, label);
}

}  // namespace araios
