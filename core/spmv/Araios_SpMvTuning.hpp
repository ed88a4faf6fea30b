// SPDX-License-Identifier: BSD-3-Clause
// Decides how SpMV cuts the merge path, and which code sums a group of rows.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Hosts: shares of the merge path.

/// Lets the calling thread walk a path of up to this length alone.
/// Unit: steps. Tuned: two threads of Zen 4.
inline constexpr std::int64_t spmv_host_steps_of_one_thread = 4000;

/// Sets the length of a share. Longer rows are summed in parts, one for each share.
/// Unit: steps. Not tuned: no measurement on record.
inline constexpr std::int64_t spmv_host_steps_per_share = 1024;

/// Clamps the number of shares; at least so many threads have one.
/// Unit: shares. Not tuned: no measurement on record.
inline constexpr int spmv_host_least_shares = 16;
inline constexpr int spmv_host_max_shares = 1024;

/// Shortens the block of the calling thread by what the others walk while it still wakes them.
/// Unit: steps. Tuned: two threads of Zen 4.
inline constexpr std::int64_t spmv_host_steps_ahead_of_caller = 200;

// Hosts: groups of rows.

/// Groups so many successive rows, which are summed by the same code.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int spmv_host_rows_of_group = 8;

/// Bounds the entries of a group.
/// Unit: entries. Tuned: two threads of Zen 4.
inline constexpr std::int64_t spmv_host_entries_of_group = 1024;

/// Classifies so many groups before the first of them is summed.
/// Unit: groups. Tuned: two threads of Zen 4.
inline constexpr int spmv_host_group_batch = 64;

/// Sums rows from this length on in several partial sums.
/// Unit: entries. Tuned: two threads of Zen 4.
inline constexpr int spmv_host_long_row = 8;

// Hosts: branches that the processor may learn.

/// Counts the branches of matrices of fewer rows as learnable over repeated products.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int spmv_host_learnable_rows = 12'000;

/// The same for matrices whose merge path is shorter than this.
/// Unit: steps. Tuned: two threads of Zen 4.
inline constexpr std::int64_t spmv_host_learnable_steps = 230'000;

/// Where lengths are learnable: sums the rows of a group by SIMD from this mean length on.
/// Unit: entries. Tuned: two threads of Zen 4.
inline constexpr int spmv_host_vector_row = 6;

/// Where lengths are learnable: pads a group of spmv_host_rows_of_group rows to `length` if it has
/// at least so many entries.
/// Unit: entries. Tuned: two threads of Zen 4.
constexpr int spmv_host_least_filling(int length) { return 6 * length - 12; }

// Hosts: gathers.

/// Whether a SIMD gather is faster than the loads that it replaces.
/// Unit: flag. Tuned: two threads of Zen 4 and of a Xeon.
#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) || \
    defined(__znver5__)
inline constexpr bool host_gathers_pay = false;
#else
inline constexpr bool host_gathers_pay = true;
#endif

/// With gathers: sums a run of so many groups, whose rows have the same one to three entries, by
/// the code of their length.
/// Unit: groups. Tuned: two threads of a Xeon with AVX-512.
inline constexpr int spmv_host_groups_of_even_run = 4;

// Devices: tiles of the merge path.

/// Sets the shape of a tile: threads of its team, and steps of each. Odd steps avoid bank
/// conflicts in shared memory.
/// Unit: threads, steps per thread. Tuned: H200.
inline constexpr int spmv_device_threads_per_tile = 64;
inline constexpr int spmv_device_steps_per_thread = 11;

/// Asks for so many teams resident on a multiprocessor, which bounds registers.
/// Unit: teams. Tuned: H200.
inline constexpr int spmv_device_least_teams = 14;

/// Sets the threads that search for the two ends of a tile. Even.
/// Unit: threads. Tuned: H200.
inline constexpr int spmv_device_searching_threads = 32;

/// Reserves so many steps of a tile's room to complete the row at its end. Longer rows are summed
/// in parts.
/// Unit: steps. Tuned: H200.
inline constexpr int spmv_device_steps_behind_tile = 128;

// Devices: rows within a tile.

/// Bounds the lanes that add up one row.
/// Unit: lanes. Tuned: H200.
inline constexpr int spmv_device_lanes_of_row = 32;

/// Sums a tile by segments where a row exceeds the even share of its lanes so many times.
/// Unit: ratio. Tuned: H200.
inline constexpr int spmv_device_long_row_factor = 4;

// Devices: rows over several tiles.

/// Counts a row as very long from this length on: a team sums several of its tiles as one part.
/// Unit: entries. Tuned: H200.
inline constexpr std::int64_t spmv_device_very_long_row = 294'912;

/// Sets the tiles of such a part.
/// Unit: tiles. Tuned: H200.
inline constexpr int spmv_device_tiles_of_part = 3;

/// Sets how much of the parts of a row a thread awaits in one go.
/// Unit: bytes. Tuned: H200.
inline constexpr int spmv_device_part_batch_bytes = 80;

// Devices: what a thread loads before it uses the first.

/// Sets the batch of row ends, of rows, and of products of a row.
/// Unit: row ends, rows, products. Tuned: H100.
inline constexpr int spmv_device_row_end_batch = 4;
inline constexpr int spmv_device_row_batch = 2;
inline constexpr int spmv_device_product_batch = 4;

/// Sets the batch of carry-outs of other threads.
/// Unit: sums. Tuned: H200.
inline constexpr int spmv_device_carry_batch = 8;

/// Sets the batch of sums of a team's threads.
/// Unit: sums. Tuned: H100.
inline constexpr int spmv_device_sum_batch = 8;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
