// SPDX-License-Identifier: BSD-3-Clause
// Decides how bins of rows launch: batches, occupancy, concurrency, and who scans long rows of A.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Sorting rows into bins.

/// Lets all teams scan a row of A of more entries than this.
/// Unit: entries. Not tuned: only rows far above the mean reach it.
inline constexpr int binning_longest_row_of_team = 8192;

/// Sets the part of such a row that a team scans at a time.
/// Unit: entries. Not tuned: half of the shortest such row.
inline constexpr int cooperative_scan_entries_of_part = 4096;

/// Bounds how many rows all teams scan. Further ones are scanned by their own team.
/// Unit: rows. Not tuned: bounds the memory of the counters.
inline constexpr int cooperative_scan_max_rows = 32;

/// Groups the turns whose row sizes are added up together by the prefix sum over teams.
/// Unit: turns. Not tuned: the count of a group has to fit eight bits.
inline constexpr int binning_turns_per_group = 64;

// Batches of loads and stores.

/// Sets how many merged entries a lane writes together.
/// Unit: entries. Not tuned: no measurement on record.
inline constexpr int lane_merge_window = 16;

/// Sets how many products a lane loads before it uses the first, in the bitmap of a thread.
/// Unit: products. Tuned: H100.
inline constexpr int thread_bitmap_batch = 1;

/// The same in the bitmap of a supernode, and in that of a team.
/// Unit: products. Tuned: H200.
inline constexpr int supernode_bitmap_batch = 3;
inline constexpr int team_bitmap_batch = 4;

// Occupancy and concurrency.

/// Launch bounds of the bitmap of a thread: lanes of a team, and teams resident on a
/// multiprocessor. Bounds the registers of a lane.
/// Unit: lanes, teams. Tuned: H100.
inline constexpr int thread_bitmap_max_lanes_of_team = 1024;
inline constexpr int thread_bitmap_resident_teams = 2;

/// Sets the shared memory of a team that takes a bitmap bin of threads, relative to a thread's:
/// ranks of teams take twice the bytes.
/// Unit: percent. Not tuned: bounds what wider ranks add to a bitmap.
inline constexpr std::size_t team_bytes_percent_of_thread = 150;

/// Gives the rows of a thread's bin to teams while these need at most so many times the lanes of
/// the device; the second where a thread takes much shared memory.
/// Unit: ratio. Tuned: H200.
inline constexpr int idle_lanes_rounds = 1;
inline constexpr int idle_lanes_rounds_of_bitmap = 2;

/// Runs bins on concurrent instances from this many on.
/// Unit: bins. Tuned: H200.
inline constexpr int concurrent_bins_min = 2;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
