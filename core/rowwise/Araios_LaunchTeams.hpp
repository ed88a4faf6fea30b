// SPDX-License-Identifier: BSD-3-Clause
// Launches of kernels whose owners are teams or their threads.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Enqueues a kernel with the team size and the vector length of the selection.
///
/// Throws: Unsupported if this execution space cannot run such teams.
template <class ExecutionSpace, class Kernel, class ScratchRequest>
void enqueue_teams(ExecutionSpace const& exec, Selection const& selection, int league,
                   ScratchRequest const& request, Kernel const& kernel, std::string const& label) {
  using policy_type = TeamPolicyOf<ExecutionSpace>;
  // Query with the smallest team first. Depending on the version of Kokkos, a team that is too
  // large ends the process when the policy is made, or leaks a scratch slot when it is launched.
  policy_type smallest{exec, 1, 1, selection.vector_length};
  smallest.set_scratch_size(0, request);
  int const largest_team = smallest.team_size_max(kernel, Kokkos::ParallelForTag{});
  if (selection.team_size > largest_team) {
    throw Unsupported{"team size " + std::to_string(selection.team_size) + ": " +
                      ExecutionSpace::name() + " runs this kernel with at most " +
                      std::to_string(largest_team)};
  }
  policy_type policy{exec, league, selection.team_size, selection.vector_length};
  policy.set_scratch_size(0, request);
  Kokkos::parallel_for(label, policy, kernel);
}

/// Calls a kernel of thread owners for each thread of a team.
template <class ExecutionSpace>
struct CallByThreads {
  ErasedKernel<HostThread<ExecutionSpace>> kernel;
  std::size_t scratch_bytes;

  template <class Member>
  void operator()(Member const& member) const {
    std::byte* scratch = nullptr;
    if (scratch_bytes > 0) {
      // Without the slack, which aligns it.
      auto const size = static_cast<std::ptrdiff_t>(scratch_bytes) - scratch_alignment;
      scratch = static_cast<std::byte*>(
          member.thread_scratch(0).get_shmem_aligned(size, scratch_alignment));
    }
    kernel({ThreadOwnsRow::owner_index(member), scratch});
  }
};

template <class ExecutionSpace>
[[gnu::noinline]] void launch_host_threads(ExecutionSpace const& exec, Selection const& selection,
                                           int league, std::size_t scratch_bytes,
                                           ErasedKernel<HostThread<ExecutionSpace>> const& kernel,
                                           std::string const& label) {
  auto const bytes = checked_cast<int>(scratch_bytes, "the scratch of an owner in bytes");
  enqueue_teams(exec, selection, league, ThreadOwnsRow::scratch_request(bytes),
                CallByThreads<ExecutionSpace>{kernel, scratch_bytes}, label);
}

template <class ExecutionSpace, class Member>
[[gnu::noinline]] void launch_host_teams(ExecutionSpace const& exec, Selection const& selection,
                                         int league, std::size_t scratch_bytes,
                                         ErasedKernel<Member> const& kernel,
                                         std::string const& label) {
  auto const bytes = checked_cast<int>(scratch_bytes, "the scratch of an owner in bytes");
  enqueue_teams(exec, selection, league, TeamOwnsRow::scratch_request(bytes), kernel, label);
}

/// Enqueues a kernel with the team shape of the selection.
///
/// Units:  scratch_bytes per owner, by scratch_bytes_with_slack or 0.
/// Throws: Unsupported if this execution space cannot run such teams.
template <class Partitioning, class Kernel, class ExecutionSpace>
void launch_teams(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                  std::size_t scratch_bytes, std::string const& label) {
  int const league = kernel.ranges.num_owners / Partitioning::owners_per_team(selection.team_size);
  if constexpr (!is_host_space_v<ExecutionSpace>) {
    auto const bytes = checked_cast<int>(scratch_bytes, "the scratch of an owner in bytes");
    enqueue_teams(exec, selection, league, Partitioning::scratch_request(bytes), kernel, label);
  } else if constexpr (Partitioning::is_team) {
    using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;
    launch_host_teams(exec, selection, league, scratch_bytes, ErasedKernel<Member>{kernel}, label);
  } else {
    using Member = HostThread<ExecutionSpace>;
    launch_host_threads(exec, selection, league, scratch_bytes, ErasedKernel<Member>{kernel},
                        label);
  }
}

/// Runs a host kernel whose owners are threads without scratch. The calling thread runs a single
/// owner itself, which avoids the latency of a launch.
///
/// Throws: as launch_teams.
template <class Kernel, class ExecutionSpace>
void run_by_threads(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                    char const* label) {
  using Member = HostThread<ExecutionSpace>;
  ErasedKernel<Member> const erased{kernel};
  int const num_owners = kernel.ranges.num_owners;
  call_or_launch(
      exec, num_owners == 1, [&] { erased(Member{}); },
      [&] {
        launch_host_threads(exec, selection, num_owners / selection.team_size, 0, erased, label);
      });
}

}  // namespace araios::inline ARAIOS_ISA::impl
