// SPDX-License-Identifier: BSD-3-Clause
// The shape of launches whose teams take neighbouring rows: those that sort or list rows.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios {

/// Teams of a launch that sorts rows into bins.
struct BinningShape {
  int team_size;
  int vector_length;
  int rows_per_thread;
};

/// The shape for rows of so many entries of A on average: enough teams for every multiprocessor.
template <class ExecutionSpace>
BinningShape binning_shape(ExecutionSpace const& exec, std::int64_t num_rows, int vector_length) {
  int const lanes = is_host_space_v<ExecutionSpace> ? 1 : tuning::device_lanes_per_team;
  int const team_size = lanes / vector_length;
  std::int64_t const teams =
      std::max<std::int64_t>(exec.concurrency() / lanes * tuning::binning_teams_per_slot, 1);
  std::int64_t const rows = num_rows / (teams * team_size);
  int const most = std::max(tuning::binning_max_rows_per_team / team_size, 1);
  return {team_size, vector_length, static_cast<int>(std::clamp<std::int64_t>(rows, 1, most))};
}

/// A launch that sorts rows into bins.
struct BinningLaunch {
  BinningShape shape;
  int num_teams;

  int rows_per_team() const { return shape.team_size * shape.rows_per_thread; }
  /// Sums that the teams of a launch that writes row offsets exchange.
  std::size_t num_sums() const { return 2 * static_cast<std::size_t>(num_teams); }
};

template <class ExecutionSpace>
BinningLaunch binning_launch(ExecutionSpace const& exec, std::int64_t num_rows, int vector_length) {
  BinningLaunch launch{binning_shape(exec, num_rows, vector_length), 0};
  launch.num_teams = checked_cast<int>(
      (num_rows + launch.rows_per_team() - 1) / launch.rows_per_team(), "the number of teams");
  return launch;
}

}  // namespace araios
