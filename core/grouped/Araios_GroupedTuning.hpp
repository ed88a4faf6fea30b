// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room grouped.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// bhSPARSE: keys that the buffers of merged rows hold at first; they double until the longest row
/// fits.
inline constexpr int bhsparse_first_buffer = 1024;

/// RBSparse, device: slots for each lane of the team that owns a row, down to
/// device_min_lanes_per_team and up to device_lanes_per_team lanes.
inline constexpr int rbsparse_slots_per_lane = 4;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
