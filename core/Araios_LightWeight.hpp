// SPDX-License-Identifier: BSD-3-Clause
// Launches of large functors on devices.
#pragma once

#include <Kokkos_Core.hpp>

namespace araios {

/// The same policy for functors of any size: without the hint, large ones go through constant
/// memory, and their launch takes four times as long.
template <class Policy>
auto as_light_weight(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

}  // namespace araios
