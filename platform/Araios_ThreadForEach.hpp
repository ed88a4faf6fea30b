// SPDX-License-Identifier: BSD-3-Clause
// Launches with one thread for each of many items, whose lanes share the work on it.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The number of a thread over all teams of its launch.
template <class Member>
KOKKOS_FUNCTION std::int64_t thread_index(Member const& member) {
  return static_cast<std::int64_t>(member.league_rank()) * member.team_size() + member.team_rank();
}

/// A policy with one thread of `lanes` lanes for each of `count` items; the last team may have
/// surplus threads. On hosts a team is one thread with one lane.
///
/// Pre:    lanes is at most lanes_of_team.
/// Throws: std::overflow_error if the number of teams does not fit int.
template <class ExecutionSpace>
Kokkos::TeamPolicy<ExecutionSpace> thread_for_each(
    ExecutionSpace const& exec, std::int64_t count, int lanes,
    int lanes_of_team = tuning::device_lanes_per_team) {
  if constexpr (is_host_space_v<ExecutionSpace>) lanes = 1;
  int const threads = is_host_space_v<ExecutionSpace> ? 1 : lanes_of_team / lanes;
  return {exec, checked_cast<int>((count + threads - 1) / threads, "the number of teams"), threads,
          lanes};
}

}  // namespace araios::inline ARAIOS_ISA::impl
