// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room bins.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Device, rows by bins: entries of each lane that merges which are written together.
inline constexpr int lane_merge_window = 16;

/// Device, rows by bins: entries of a row of A beyond which all teams bound it, entries of the part
/// that one of them takes at a time, and how many such rows there may be: others are bounded by
/// their team. Not tuned.
inline constexpr int binning_longest_row_of_team = 8192;
inline constexpr int cooperative_scan_entries_of_part = 4096;
inline constexpr int cooperative_scan_max_rows = 32;

/// Device, rows by bins: products that a lane reads before it uses the first, in the bitmap of a
/// thread, in that of twins, and in that of a team. Tuned on one H200; that of a thread on an H100,
/// where 2 take 48 registers instead of 40: numeric phases of lap3d27:48 took 1.12 times as long,
/// of ca-CondMat_lcc 1.07, thirteen others 0.98 to 1.01.
inline constexpr int thread_bitmap_batch = 1;
inline constexpr int supernode_bitmap_batch = 3;
inline constexpr int team_bitmap_batch = 4;

/// Device, rows by bins: teams that the registers of a thread's bitmap allow a multiprocessor at
/// once, and lanes of each. Tuned on one H100, where it leaves 32 registers instead of 48: the
/// numeric phase of lap3d27:48 takes 0.82 of the time, of others 0.95 to 1.01.
inline constexpr int thread_bitmap_max_lanes_of_team = 1024;
inline constexpr int thread_bitmap_resident_teams = 2;

/// Device, rows by bins: the rows of a bin of threads go to teams while these need at most so many
/// times the lanes that the device has: once, and where a thread takes much scratch twice. Tuned on
/// one H200: astro-ph 1.15 to 1.2 times the speed, where bitmaps took little scratch 0.92.
inline constexpr int idle_lanes_rounds = 1;
inline constexpr int idle_lanes_rounds_of_bitmap = 2;

/// Device, rows by bins: fewest bins that run side by side. Tuned on one H200, by 2 and 3: bcsstk33
/// 1.2, 13 others 0.96 to 1.06 without a tendency.
inline constexpr int concurrent_bins_min = 2;

/// Device: turns whose sizes of rows are added up together while teams sort rows into bins.
inline constexpr int binning_turns_per_group = 64;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
