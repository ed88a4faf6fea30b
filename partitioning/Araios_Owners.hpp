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

}  // namespace araios
