// SPDX-License-Identifier: BSD-3-Clause
// Decides the tiles, teams and column blocks of sparse times dense.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Hosts: columns of B.

/// Blocks the columns of a row-major B, so that its rows stay in cache.
/// Unit: columns. Not tuned: no measurement on record.
inline constexpr int spmm_host_columns_per_block = 64;

/// Blocks the columns of a column-major B that are packed together.
/// Unit: columns. Not tuned: no measurement on record.
inline constexpr int spmm_host_columns_per_packed_block = 16;

/// Packs a column-major B from this many entries of A per row of B on.
/// Unit: entries per row. Not tuned: no measurement on record.
inline constexpr int spmm_host_least_reads_to_pack = 12;

/// Sets how many columns of an unpacked, column-major B are multiplied in one go.
/// Unit: columns. Not tuned: no measurement on record.
inline constexpr int spmm_host_unpacked_columns = 4;

// Hosts: register blocking and shares.

/// Sets the part of a row of B that is added to the sums in registers: of one row, and of a group
/// of rows.
/// Unit: bytes. Not tuned: sums have to fit the registers.
inline constexpr int spmm_host_tile_bytes = 128;
inline constexpr int spmm_host_group_tile_bytes = 64;

/// The SIMD vector that compilers choose for loops.
/// Unit: bytes. Not tuned: a property of the compilers.
inline constexpr int host_vector_bytes = 32;

/// Cuts the rows into so many shares per thread for a dynamic schedule.
/// Unit: shares per thread. Not tuned: no measurement on record.
inline constexpr int spmm_host_shares_per_thread = 16;

// Devices: what a thread loads.

/// The part of a row of B that a thread loads in one instruction.
/// Unit: bytes. Not tuned: the widest load there is.
inline constexpr int spmm_device_load_bytes = 16;

/// Sets for how many entries of A a thread loads rows of B before it uses the first.
/// Unit: entries. Tuned: H200.
inline constexpr int spmm_device_batch = 4;

/// Blocks the columns of a column-major B that are transposed together.
/// Unit: columns. Not tuned: no measurement on record.
inline constexpr int spmm_device_columns_per_block = 512;

// Devices: shape of a team.

/// Bounds the lanes along the columns of B; the second where groups have one row and read each row
/// of B about once or more.
/// Unit: lanes. Tuned: H200.
inline constexpr int spmm_device_max_lanes = 32;
inline constexpr int spmm_device_lanes_of_rows_read_often = 16;

/// Takes the largest team where it reads at least so many times as many rows of B as B has, and no
/// group is long.
/// Unit: ratio. Tuned: H200.
inline constexpr double spmm_device_reads_of_large_team = 0.5;

/// The largest team, which shares rows of B in cache, and the smallest, which waits for few groups.
/// Unit: lanes. Tuned: H200.
inline constexpr int spmm_device_largest_team = 1024;
inline constexpr int spmm_device_smallest_team = 128;

/// Counts the sums of a thread as large above this size, which costs occupancy.
/// Unit: bytes. Tuned: H200.
inline constexpr int spmm_device_large_sums = 128;

/// The largest team of threads with large sums.
/// Unit: lanes. Tuned: H200.
inline constexpr int spmm_device_team_of_large_sums = 512;

// Devices: long groups.

/// Lets a single thread add up a group of at most this many entries; the second in launches of few
/// products.
/// Unit: entries. Tuned: H200.
inline constexpr std::int64_t spmm_device_short_group = 512;
inline constexpr std::int64_t spmm_device_short_group_of_few_products = 256;

/// Counts a launch as one of few products up to this number, counted for each column of B.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t spmm_device_few_products = 1 << 24;

/// Counts a group as long only if it exceeds the mean so many times.
/// Unit: ratio. Tuned: H200.
inline constexpr std::int64_t spmm_device_long_group_factor = 4;

/// Cuts a long group into so many shares. A power of two.
/// Unit: shares. Tuned: H200.
inline constexpr int spmm_device_shares_of_long_group = 128;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
