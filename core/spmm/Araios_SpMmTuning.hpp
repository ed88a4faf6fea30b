// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room spmm.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: columns of B that SpMM multiplies at once, so that their rows stay in cache; and of a B in
/// column-major order, which are copied together first. Unit: columns.
inline constexpr int spmm_host_columns_per_block = 64;
inline constexpr int spmm_host_columns_per_packed_block = 16;

/// Host: a row of B in column-major order that fewer entries of A read on average is not copied.
/// Unit: entries.
inline constexpr int spmm_host_least_reads_to_pack = 12;

/// Host: columns of B that are multiplied at once as they lie.
inline constexpr int spmm_host_unpacked_columns = 4;

/// Host: bytes of a row of B that are added to the sums of a row at once, and the same for the sums
/// of a group of rows.
inline constexpr int spmm_host_tile_bytes = 128;
inline constexpr int spmm_host_group_tile_bytes = 64;

/// Host: bytes of a vector as compilers choose them for loops.
inline constexpr int host_vector_bytes = 32;

/// Host: shares of the rows for each thread, so that a dynamic schedule can even out caches.
inline constexpr int spmm_host_shares_per_thread = 16;

/// Device: bytes of a row of B that a thread loads at once: the widest load there is.
inline constexpr int spmm_device_load_bytes = 16;

/// Device: entries whose rows of B a thread loads before it uses the first. Tuned on one H200.
inline constexpr int spmm_device_batch = 4;

/// Device: most threads of a team side by side over the columns of B; and where its groups have one
/// row, and so many entries that they read each row of B about once. Tuned on one H200: with half
/// the lanes a random float matrix of 4096 rows with 98 % of zeros takes 0.95 of the time, matrices
/// of meshes and networks 1.16 times as long.
inline constexpr int spmm_device_max_lanes = 32;
inline constexpr int spmm_device_lanes_of_rows_read_often = 16;

/// Device: threads of a team, all on the same columns of B, so that they meet its rows in cache:
/// the most, where these read so many times as many rows of B as it has, and no group is long; the
/// fewest elsewhere. With sums of more than spmm_device_large_sums bytes a thread a team has at
/// most spmm_device_team_of_large_sums. Tuned on one H200, with 16 to 1024 columns: random matrices
/// of order 8192 and 4096 take up to 1.20 times as long by few threads where they read 0.6 times as
/// many rows or more (by rows 0.90 to 1.09 times), and meshes and networks, which read fewer, 0.35
/// to 1.02.
inline constexpr double spmm_device_reads_of_large_team = 0.5;
inline constexpr int spmm_device_largest_team = 1024;
inline constexpr int spmm_device_smallest_team = 128;
inline constexpr int spmm_device_large_sums = 128;
inline constexpr int spmm_device_team_of_large_sums = 512;

/// Device: entries of a group up to which a thread adds them up alone, if they are not more than so
/// many times the mean; products, counted for each column of B, up to which these are fewer; and
/// into how many shares longer groups are cut. Tuned on one H200, by rows, 16, 64 and 256 columns:
/// without fewer entries four of seven networks take 1.2 to 1.4 times as long with 16 columns; with
/// fewer for all products two take 1.5 times as long with 256.
inline constexpr std::int64_t spmm_device_short_group = 512;
inline constexpr std::int64_t spmm_device_short_group_of_few_products = 256;
inline constexpr std::int64_t spmm_device_few_products = 1 << 24;
inline constexpr std::int64_t spmm_device_long_group_factor = 4;
inline constexpr int spmm_device_shares_of_long_group = 128;

/// Device: columns of a B in column-major order that are copied to row-major order at once.
inline constexpr int spmm_device_columns_per_block = 512;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
