// SPDX-License-Identifier: BSD-3-Clause
// The shape of launches whose teams take contiguous rows: those that bin or list rows.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A launch that sorts rows into bins.
struct BinningLaunch {
  int team_size;
  int vector_length;
  int rows_per_thread;
  int num_teams;

  int rows_per_team() const { return team_size * rows_per_thread; }
  /// Numbers that teams exchange in a launch that writes row offsets.
  std::size_t num_sums() const { return 2 * static_cast<std::size_t>(num_teams); }
};

/// Lanes of a team that bins rows, and how many such teams a device holds concurrently.
template <class ExecutionSpace>
int binning_lanes_per_team() {
  return is_host_space_v<ExecutionSpace> ? 1 : tuning::device_lanes_per_team;
}
template <class ExecutionSpace>
std::int64_t binning_slots(ExecutionSpace const& exec) {
  return std::max(exec.concurrency() / binning_lanes_per_team<ExecutionSpace>(), 1);
}

/// The launch whose threads take `rows_per_thread` rows each, clamped to the limit of a team.
template <class ExecutionSpace>
BinningLaunch binning_launch_of(std::int64_t num_rows, int vector_length,
                                std::int64_t rows_per_thread) {
  int const team_size = binning_lanes_per_team<ExecutionSpace>() / vector_length;
  std::int64_t const most = std::max(tuning::binning_max_rows_per_team / team_size, 1);
  auto const rows = static_cast<int>(std::clamp<std::int64_t>(rows_per_thread, 1, most));
  BinningLaunch launch{team_size, vector_length, rows, 0};
  launch.num_teams = checked_cast<int>(
      (num_rows + launch.rows_per_team() - 1) / launch.rows_per_team(), "the number of teams");
  return launch;
}

/// The launch for teams that do not wait for each other: enough teams for every multiprocessor.
template <class ExecutionSpace>
BinningLaunch binning_launch(ExecutionSpace const& exec, std::int64_t num_rows, int vector_length) {
  std::int64_t const threads =
      binning_slots(exec) * (binning_lanes_per_team<ExecutionSpace>() / vector_length);
  return binning_launch_of<ExecutionSpace>(num_rows, vector_length, num_rows / threads);
}

/// The launch for teams that wait for those before them, with one lane for each row. All its teams
/// are resident together, unless the limit of rows for each team makes them more.
template <class ExecutionSpace>
BinningLaunch binning_launch_at_once(ExecutionSpace const& exec, std::int64_t num_rows) {
  std::int64_t const teams =
      std::max<std::int64_t>(binning_slots(exec) / tuning::binning_slots_per_waiting_team, 1);
  std::int64_t const threads = teams * binning_lanes_per_team<ExecutionSpace>();
  return binning_launch_of<ExecutionSpace>(num_rows, 1, (num_rows + threads - 1) / threads);
}

}  // namespace araios::inline ARAIOS_ISA::impl
