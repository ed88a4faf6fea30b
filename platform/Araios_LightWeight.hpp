// SPDX-License-Identifier: BSD-3-Clause
// Launches of large functors on devices.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The same policy, for functors of any size. Without the hint large functors go through constant
/// memory, and their launch takes several times as long.
template <class Policy>
auto as_light_weight(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

template <class Kernel>
struct LaunchBoundsOfKernel {
  using type = Kokkos::LaunchBounds<>;
};
template <class Kernel>
requires requires { typename Kernel::launch_bounds; }
struct LaunchBoundsOfKernel<Kernel> {
  using type = typename Kernel::launch_bounds;
};

/// The launch bounds that a kernel names for the sake of occupancy, or Kokkos' own.
template <class Kernel>
using LaunchBoundsOf = typename LaunchBoundsOfKernel<Kernel>::type;

/// Whether the registers of a kernel suffice for teams of this policy, with `lanes_of_team` lanes
/// each. If not, half the threads may do.
template <class Policy, class Kernel>
bool allows_team(Policy const& policy, Kernel const& kernel, int lanes_of_team) {
  return lanes_of_team <= tuning::device_lanes_per_team ||
         policy.team_size() <= policy.team_size_max(kernel, Kokkos::ParallelForTag{});
}

}  // namespace araios::inline ARAIOS_ISA::impl
