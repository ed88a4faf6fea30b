// SPDX-License-Identifier: BSD-3-Clause
// Decides the first buffer of bhSPARSE merges, and the teams of RBSparse tables.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// bhSPARSE: sets the buffer of a merged row at first. It doubles until the longest row fits.
/// Unit: keys. Not tuned: doubling makes the first size matter little.
inline constexpr int bhsparse_first_buffer = 1024;

/// RBSparse, devices: sets the slots for each lane of the team that owns a row, within
/// device_min_lanes_per_team and device_lanes_per_team lanes.
/// Unit: slots per lane. Not tuned: no measurement on record.
inline constexpr int rbsparse_slots_per_lane = 4;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
