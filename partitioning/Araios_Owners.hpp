// SPDX-License-Identifier: BSD-3-Clause
// Who holds a row of C: assigns the rows of a team's range to owners.
#pragma once

#include <Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// The rows of one owner: begin, begin + stride, … below end.
struct Rows {
  std::int64_t begin;
  std::int64_t end;
  std::int64_t stride;
};

/// Each thread of the team owns every team_size-th row of the team's range; its vector lanes work
/// on the row together.
struct ThreadOwnsRow {
  static constexpr bool is_team = false;
  /// A row is held by one lane alone.
  template <class ExecutionSpace>
  static constexpr bool single_lane = is_host_space_v<ExecutionSpace>;

  template <class Member, class F>
  KOKKOS_FUNCTION static void for_each_owner(Member const& member, std::int64_t begin,
                                             std::int64_t end, F const& f) {
    f(ThreadLanes<Member>{member}, Rows{begin + member.team_rank(), end, member.team_size()});
  }

  /// Asks for `bytes` of scratch for each owner.
  static auto scratch_request(int bytes) { return Kokkos::PerThread(bytes); }

  /// Index of this owner among all owners of the launch.
  template <class Member>
  KOKKOS_FUNCTION static int owner_index(Member const& member) {
    return member.league_rank() * member.team_size() + member.team_rank();
  }
};

/// The team owns the rows of its range, one after the other; all its lanes work on a row together.
struct TeamOwnsRow {
  static constexpr bool is_team = true;
  template <class ExecutionSpace>
  static constexpr bool single_lane = false;

  template <class Member, class F>
  KOKKOS_FUNCTION static void for_each_owner(Member const& member, std::int64_t begin,
                                             std::int64_t end, F const& f) {
    f(TeamLanes<Member>{member}, Rows{begin, end, 1});
  }

  /// Asks for `bytes` of scratch for each owner.
  static auto scratch_request(int bytes) { return Kokkos::PerTeam(bytes); }

  /// Index of this owner among all owners of the launch.
  template <class Member>
  KOKKOS_FUNCTION static int owner_index(Member const& member) {
    return member.league_rank();
  }
};

}  // namespace araios
