// SPDX-License-Identifier: BSD-3-Clause
// Counters of a launch, which its last team hands to the host without a copy.
#pragma once

#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Counters of teams, and the memory in which the last team leaves them for the host.
///
/// Positions names the counters: the host reads those below `read` after a fence, `teams_ended`
/// counts the teams that have ended, and `count` is the number of all.
///
/// Shapes: counters Positions::count, zero before the launch; found at least Positions::read.
template <class Positions, class Device>
struct CounterBoard {
  Kokkos::View<std::int64_t*, Device> counters;
  Kokkos::View<std::int64_t*, Kokkos::SharedHostPinnedSpace> found;

  /// Called by each team when it ends. The last team hands all counts to the host and zeroes the
  /// counters for the next launch. Returns true for that team alone.
  ///
  /// Pre: a barrier of the team separates the call from all counting before it.
  template <class Team>
  KOKKOS_FUNCTION bool hand_over_if_last(Team const& team) const {
    int is_last = 0;
    team.single(
        [&](int& result) {
          auto const num_teams = static_cast<std::int64_t>(team.member.league_size());
          auto* const num_ended = &counters(Positions::teams_ended);
          result = Shared::is_last_done(num_ended, num_teams) ? 1 : 0;
        },
        is_last);
    if (is_last == 0) return false;
    team.for_each(Positions::count, [&](int i) {
      std::int64_t const counted = Kokkos::atomic_exchange(&counters(i), std::int64_t{0});
      if (i < Positions::read) found(i) = counted;
    });
    return true;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
