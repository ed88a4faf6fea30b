// SPDX-License-Identifier: BSD-3-Clause
// SpMM on devices: the threads of a team hold neighbouring groups of rows and the same columns.
#pragma once

#include <Araios_SpMmOptions.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmGroupSums.hpp>
#include <spmm/Araios_SpMmLongGroups.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// How the threads of a launch share groups and columns. The threads of a team hold neighbouring
/// groups, with `lanes` threads each, and all of them the same columns. They walk the rows of B in
/// about the same order, so that they share them in L1.
struct TileShape {
  int lanes;
  int team_size;
  std::int64_t num_teams_of_groups;
  std::int64_t num_teams_of_columns;

  KOKKOS_FUNCTION int groups_per_team() const { return team_size / lanes; }
};

/// Multiplies the groups and columns of a team.
template <class Operands, int width>
struct MultiplyTiles {
  using sums_type = GroupSums<Operands, width>;
  using groups_type = typename sums_type::groups_type;
  static constexpr int largest_team = sums_type::largest_team;

  sums_type sums_of;
  TileShape shape;
  LongGroups<typename Operands::device_type> long_groups;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    groups_type const& a = sums_of.operands.a;
    // Successive teams hold the same columns, which stay in L2.
    std::int64_t const team_of_groups = member.league_rank() % shape.num_teams_of_groups;
    std::int64_t const team_of_columns = member.league_rank() / shape.num_teams_of_groups;
    std::int64_t const group =
        team_of_groups * shape.groups_per_team() + member.team_rank() / shape.lanes;
    std::int64_t const pack_of_columns =
        team_of_columns * shape.lanes + member.team_rank() % shape.lanes;
    std::int64_t const column = pack_of_columns * width;
    if (group >= a.num_groups() || column >= sums_of.operands.num_columns) return;
    std::int64_t const begin = a.begin(group);
    std::int64_t const end = a.end(group);
    typename sums_type::Sums sums = {};
    if (end - begin <= long_groups.most_entries) {
      sums_of.add(begin, end, column, sums);
    } else {
      if (pack_of_columns == 0) long_groups.note(group);
      if (long_groups.are_left()) return;
      sums_of.add_shares(group, column, sums);
    }
    sums_of.store(group, column, sums);
  }
};

/// Whether the groups of a team have on average at least `times` as many entries as B has rows. The
/// team then finds rows of B in L1.
template <class Groups>
bool reads_rows_of_b(Groups const& groups, std::int64_t groups_of_team, double times) {
  double const reads_of_all_teams =
      static_cast<double>(groups_of_team) * static_cast<double>(groups.columns.extent(0));
  double const rows_of_all =
      static_cast<double>(groups.num_cols) * static_cast<double>(groups.num_groups());
  return reads_of_all_teams >= times * rows_of_all;
}

/// Most lanes of a launch. A team of rows with fewer lanes, and more rows, finds more rows of B in
/// L1 once it reads each of them about once.
template <class Groups, int largest_team>
std::int64_t most_lanes(Groups const& groups) {
  constexpr int few = tuning::spmm_device_lanes_of_rows_read_often;
  if (Groups::rows_per_group > 1) return tuning::spmm_device_max_lanes;
  return reads_rows_of_b(groups, largest_team / few, 1) ? few : tuning::spmm_device_max_lanes;
}

/// Chooses the shape of a launch: as many lanes as the columns fill, and small teams. Teams are
/// large if they share what they read of B, have no long groups, and are enough to occupy the
/// device.
template <class Kernel>
TileShape tile_shape(typename Kernel::groups_type const& groups, std::int64_t packs_of_columns,
                     int concurrency, bool has_long_groups, SpMmOptions const& options) {
  std::int64_t const num_groups = groups.num_groups();
  auto const filled = std::bit_ceil(static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      packs_of_columns, 1,
      most_lanes<typename Kernel::groups_type, Kernel::largest_team>(groups))));
  int const lanes = options.lanes.value_or(static_cast<int>(filled));
  std::int64_t const num_teams_of_columns = (packs_of_columns + lanes - 1) / lanes;
  std::int64_t const num_threads = num_groups * num_teams_of_columns * lanes;
  // Large teams pay if they share rows of B. Otherwise they only wait for the longest of many
  // groups.
  bool const is_large =
      !has_long_groups && reads_rows_of_b(groups, Kernel::largest_team / lanes,
                                          tuning::spmm_device_reads_of_large_team);
  int team_size = is_large ? Kernel::largest_team : tuning::spmm_device_smallest_team;
  while (team_size > tuning::spmm_device_smallest_team &&
         num_threads / team_size < concurrency / tuning::spmm_device_largest_team) {
    team_size /= 2;
  }
  team_size = options.team_size.value_or(std::max(team_size, lanes));
  std::int64_t const groups_per_team = team_size / lanes;
  return {lanes, team_size, (num_groups + groups_per_team - 1) / groups_per_team,
          num_teams_of_columns};
}

/// Enqueues the product with `width` columns a thread, and that of long groups if they are left.
///
/// Throws: std::overflow_error when there are more teams than a launch can have;
///         std::invalid_argument when options ask for larger teams than the kernel can have.
template <int width, class ExecutionSpace, class Operands, class Device>
void multiply_tiles(ExecutionSpace const& exec, Operands const& operands,
                    SpMmOptions const& options, LongGroups<Device> const& long_groups) {
  using kernel_type = MultiplyTiles<Operands, width>;
  constexpr int largest_team = kernel_type::largest_team;
  TileShape const shape =
      tile_shape<kernel_type>(operands.a, (operands.num_columns + width - 1) / width,
                              exec.concurrency(), long_groups.are_left(), options);
  ARAIOS_EXPECTS(shape.team_size <= largest_team && shape.team_size % shape.lanes == 0,
                 "options ask for teams of " + std::to_string(shape.team_size) + " threads with " +
                     std::to_string(shape.lanes) + " lanes, expected at most " +
                     std::to_string(largest_team) + " threads, a multiple of the lanes");
  auto const num_teams = checked_cast<int>(shape.num_teams_of_groups * shape.num_teams_of_columns,
                                           "the number of teams of spmm");
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<largest_team, 1>>;
  Kokkos::parallel_for("araios::spmm::multiply_tiles",
                       policy_type(exec, num_teams, shape.team_size),
                       kernel_type{{operands}, shape, long_groups});
  if (long_groups.are_left()) multiply_long_groups<width>(exec, operands, long_groups);
}

/// Whether packs of `width` elements are aligned in every row.
template <int width, class Scalar>
bool packs_are_aligned(Scalar const* first, std::int64_t stride, std::int64_t num_columns) {
  auto const address = reinterpret_cast<std::uintptr_t>(first);
  return address % (sizeof(Scalar) * width) == 0 && stride % width == 0 && num_columns % width == 0;
}

/// Enqueues the product of all groups with the widest loads that the alignment of B and C allows.
template <class ExecutionSpace, class Operands, class Device>
void multiply_tiles(ExecutionSpace const& exec, Operands const& operands,
                    SpMmOptions const& options, LongGroups<Device> const& long_groups) {
  using scalar_type = typename Operands::scalar_type;
  constexpr int width =
      std::max<int>(1, tuning::spmm_device_load_bytes / static_cast<int>(sizeof(scalar_type)));
  auto const n = operands.num_columns;
  bool const c_is_aligned =
      !Operands::c_is_row_major ||
      packs_are_aligned<width>(operands.c.data(), static_cast<std::int64_t>(operands.c.stride(0)),
                               n);
  if (c_is_aligned && packs_are_aligned<width>(operands.b, operands.b_stride, n)) {
    multiply_tiles<width>(exec, operands, options, long_groups);
  } else {
    multiply_tiles<1>(exec, operands, options, long_groups);
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
