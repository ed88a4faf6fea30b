// SPDX-License-Identifier: BSD-3-Clause
// Who holds a row of C: a thread or a team.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows of one owner: begin, begin + stride, … below end.
struct Rows {
  std::int64_t begin;
  std::int64_t end;
  std::int64_t stride;
};

/// Each thread of a team owns rows; its vector lanes work on a row together.
struct ThreadOwnsRow {
  static constexpr bool is_team = false;
  /// Whether one lane alone owns a row.
  template <class ExecutionSpace>
  static constexpr bool single_lane = is_host_space_v<ExecutionSpace>;

  /// The lanes of the owner that a member of the launch belongs to.
  template <class Member>
  KOKKOS_FUNCTION static ThreadLanes<Member> lanes(Member const& member) {
    return {member};
  }

  /// The rows of this owner among those of its team: every team_size-th row.
  template <class Member>
  KOKKOS_FUNCTION static Rows share(Member const& member, Rows const& rows) {
    return {rows.begin + member.team_rank(), rows.end, member.team_size()};
  }

  /// Asks for `bytes` of scratch for each owner.
  static auto scratch_request(int bytes) {
    return Kokkos::PerThread(static_cast<std::size_t>(bytes));
  }

  static constexpr int owners_per_team(int team_size) { return team_size; }

  /// Index of this owner among all owners of the launch.
  template <class Member>
  KOKKOS_FUNCTION static int owner_index(Member const& member) {
    return member.league_rank() * member.team_size() + member.team_rank();
  }
};

/// A team owns rows; all its lanes work on a row together.
struct TeamOwnsRow {
  static constexpr bool is_team = true;
  template <class ExecutionSpace>
  static constexpr bool single_lane = false;

  template <class Member>
  KOKKOS_FUNCTION static TeamLanes<Member> lanes(Member const& member) {
    return {member};
  }

  /// All rows of the team.
  template <class Member>
  KOKKOS_FUNCTION static Rows share(Member const&, Rows const& rows) {
    return rows;
  }

  static auto scratch_request(int bytes) {
    return Kokkos::PerTeam(static_cast<std::size_t>(bytes));
  }

  static constexpr int owners_per_team(int) { return 1; }

  template <class Member>
  KOKKOS_FUNCTION static int owner_index(Member const& member) {
    return member.league_rank();
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
