// SPDX-License-Identifier: BSD-3-Clause
// Which teams, rows and scratch a selection gets: pure functions.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_SelectionTuning.hpp>
#include <selection/Araios_SmallProducts.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace araios::inline ARAIOS_ISA::impl::selection_detail {

/// A value that the caller gave, checked against its range, or the heuristic's.
template <class T>
T given_or(std::optional<T> const& given, T chosen, T smallest, T largest, char const* name) {
  T const value = given.value_or(chosen);
  ARAIOS_EXPECTS(!given || (smallest <= value && value <= largest),
                 std::string{"options."} + name + " is " + std::to_string(value) +
                     ", expected a value from " + std::to_string(smallest) + " to " +
                     std::to_string(largest));
  return value;
}

/// Entries of a mean row in its accumulator: known in the numeric phase, assumed before.
inline std::int64_t mean_row_entries(ProblemStats const& stats, PhaseKind phase, bool compress) {
  std::int64_t const rows = std::max<std::int64_t>(stats.m, 1);
  if (phase == PhaseKind::numeric) return stats.nnz_c / rows;
  return (compress ? stats.compressed_work : stats.work) / tuning::assumed_compression_factor /
         rows;
}

/// Lanes of a thread: the power of two nearest to the mean row length of B.
inline int vector_length(DeviceTraits const& device, ProblemStats const& stats) {
  if (device.is_host || stats.k == 0) return 1;
  auto const mean = static_cast<std::uint64_t>(stats.nnz_b / stats.k);
  auto const below = static_cast<int>(std::bit_floor(std::max<std::uint64_t>(mean, 1)));
  // Halfway between two powers of two lies 3/2 of the smaller one.
  int const nearest =
      2 * mean > std::uint64_t{3} * static_cast<std::uint64_t>(below) ? 2 * below : below;
  return std::min(nearest, device.max_vector_length);
}

/// Whether each thread of a host gets one share of the rows. Shares that are the same in each call
/// find in the caches of their cores what the last call left there. This needs shares that are cut
/// by rows and entries of A together, as in kernels that record or know the pattern of C. With more
/// products, handing rows out on demand balances better.
inline bool has_one_share_a_thread(DeviceTraits const& device, ProblemStats const& stats,
                                   SpGemmOptions const& options, Selection const& selection) {
  bool const cut_by_work = selection.records_pattern || stats.pattern_recorded;
  return device.is_host && cut_by_work && leaves_choices_open(options) &&
         stats.work <= tuning::host_static_chunks_max_products;
}

inline ScheduleKind schedule(DeviceTraits const& device, ProblemStats const& stats,
                             SpGemmOptions const& options, Selection const& selection) {
  bool const in_shares = has_one_share_a_thread(device, stats, options, selection);
  return options.schedule.value_or(in_shares ? ScheduleKind::static_chunks
                                             : ScheduleKind::dynamic_chunks);
}

inline int rows_per_team(DeviceTraits const& device, ProblemStats const& stats,
                         SpGemmOptions const& options, Selection const& selection,
                         int owners_per_team) {
  if (!device.is_host) return owners_per_team * tuning::device_rows_per_owner;
  if (is_small_product(device, stats, options)) return std::max(static_cast<int>(stats.m), 1);
  if (selection.schedule == ScheduleKind::static_chunks &&
      has_one_share_a_thread(device, stats, options, selection)) {
    return static_cast<int>(
        std::clamp<std::int64_t>((stats.m + device.concurrency - 1) / device.concurrency, 1,
                                 std::numeric_limits<int>::max()));
  }
  std::int64_t const wanted = std::int64_t{device.concurrency} * tuning::host_teams_per_thread;
  return static_cast<int>(
      std::clamp<std::int64_t>(stats.m / wanted, 1, tuning::host_max_rows_per_team));
}

/// Shape of a team on devices. Scratch is that of the whole team, for first-level accumulators.
struct TeamShape {
  int lanes = tuning::device_lanes_per_team;
  int vector_length = 1;
  std::size_t scratch_bytes = tuning::device_scratch_bytes_per_team;
};

/// Shape for threads that own rows. While a mean row does not fit the scratch of a thread, fewer
/// threads with more lanes each share the scratch.
inline TeamShape shape_for_threads(DeviceTraits const& device, ProblemStats const& stats,
                                   PhaseKind phase, bool compress) {
  TeamShape shape;
  if (!stats.columns_increase) return shape;
  shape.vector_length = vector_length(device, stats);
  auto const row_bytes = static_cast<std::size_t>(mean_row_entries(stats, phase, compress)) *
                         tuning::linked_list_bytes_per_entry;
  auto const fits = [&] {
    return row_bytes * static_cast<std::size_t>(shape.lanes / shape.vector_length) <=
           shape.scratch_bytes;
  };
  while (!fits() && shape.vector_length < device.max_vector_length) shape.vector_length *= 2;
  return shape;
}

/// Shape for teams that own rows. If a mean row needs little, teams are small and take little
/// scratch, so that more of them run at the same time. If it needs much, they are large.
inline TeamShape shape_for_teams(DeviceTraits const& device, ProblemStats const& stats,
                                 PhaseKind phase, bool compress) {
  TeamShape shape;
  auto const row_bytes = static_cast<std::size_t>(mean_row_entries(stats, phase, compress)) *
                         tuning::linear_probing_bytes_per_entry;
  if (row_bytes > shape.scratch_bytes) {
    shape.lanes = tuning::device_max_lanes_per_team;
    shape.scratch_bytes =
        std::min(tuning::device_max_scratch_bytes_per_team, device.max_scratch_bytes);
  }
  while (row_bytes <= shape.scratch_bytes / 2 && shape.lanes > tuning::device_min_lanes_per_team) {
    shape.lanes /= 2;
    shape.scratch_bytes /= 2;
  }
  shape.vector_length = std::min(shape.lanes, device.max_vector_length);
  return shape;
}

/// Team size, vector length, rows of a team and scratch of an owner.
inline void choose_teams(DeviceTraits const& device, ProblemStats const& stats,
                         SpGemmOptions const& options, PhaseKind phase, Selection& selection) {
  constexpr int many = std::numeric_limits<int>::max();
  bool const team = owner_is_team(selection.partitioning);
  TeamShape shape{1, 1, 0};
  if (!device.is_host && groups_rows(options.method)) {
    bool const whole_warps = options.method == MethodKind::bhsparse;
    shape = {tuning::device_lanes_per_team,
             whole_warps ? device.max_vector_length : vector_length(device, stats), 0};
  } else if (!device.is_host) {
    shape = team ? shape_for_teams(device, stats, phase, selection.compress)
                 : shape_for_threads(device, stats, phase, selection.compress);
  }
  selection.vector_length = given_or(options.vector_length, shape.vector_length, 1,
                                     device.max_vector_length, "vector_length");
  int team_size = std::max(1, shape.lanes / selection.vector_length);
  bool const one_lane =
      team && !stats.columns_increase && !lets_equal_keys_meet(selection.partitioning);
  if (one_lane) {
    team_size = 1;
    selection.vector_length = options.vector_length.value_or(1);
  }
  if (!team && options.scratch_bytes.value_or(0) > 0) {
    // Fewer threads, if each asks for so much scratch that they do not all fit.
    auto const fitting = device.max_scratch_bytes / *options.scratch_bytes;
    team_size =
        static_cast<int>(std::clamp<std::size_t>(fitting, 1, static_cast<std::size_t>(team_size)));
  }
  selection.team_size = given_or(options.team_size, team_size, 1, many, "team_size");
  int const owners = team ? 1 : selection.team_size;
  selection.rows_by_work = device.is_host && !options.rows_per_team;
  selection.rows_per_team =
      given_or(options.rows_per_team, rows_per_team(device, stats, options, selection, owners), 1,
               many, "rows_per_team");
  auto const owners_per_team = static_cast<std::size_t>(owners);
  selection.scratch_bytes =
      given_or(options.scratch_bytes, shape.scratch_bytes / owners_per_team, std::size_t{0},
               device.max_scratch_bytes / owners_per_team, "scratch_bytes");
}

}  // namespace araios::inline ARAIOS_ISA::impl::selection_detail
