// SPDX-License-Identifier: BSD-3-Clause
// Decides method, teams, schedule and bins of a product from counts, options and device.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Sizes that are assumed before they are known.

/// Bounds the option max_occupancy from below, so that slots can be counted.
/// Unit: ratio. Not tuned: a check of the argument.
inline constexpr double least_max_occupancy = 1e-3;

/// Assumes so many products for one entry of C before its size is known.
/// Unit: products per entry. Source: Deveci, Trott, Rajamanickam 2018, §3.3.
inline constexpr std::int64_t assumed_compression_factor = 8;

/// Assumes this size of an entry of C in a first-level accumulator: linked lists, linear probing.
/// Unit: bytes per entry. Not tuned: keys of 4 and values of 8 bytes at the default options.
inline constexpr std::size_t linked_list_bytes_per_entry = 24;
inline constexpr std::size_t linear_probing_bytes_per_entry = 32;

// Hosts: schedule.

/// Runs a product on the calling thread alone while products, dimensions and entries are each at
/// most this many.
/// Unit: products, rows plus columns, entries. Tuned: two threads of a Xeon.
inline constexpr std::int64_t host_small_product_steps = 15'000;

/// Hands out rows in static chunks, one a thread, up to this many products.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t host_static_chunks_max_products = 150'000;

/// Sets the teams per thread of a dynamic schedule.
/// Unit: teams per thread. Tuned: two threads of Zen 4.
inline constexpr int host_teams_per_thread = 64;

/// Bounds the rows of a team.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int host_max_rows_per_team = 256;

// Hosts: recorded patterns and bundles of rows.

/// Bounds all arrays over columns together: the first number of elements, and the second for each
/// entry and product of a call. Arrays of doubles with a mark each then take less than 16 MiB, and
/// 64 bytes for each of these. Where not even one array fits, none is kept. Unit: elements;
/// elements per entry or product. Not tuned: bounds of memory.
inline constexpr std::int64_t affordable_elements_at_least = std::int64_t{7} << 18;
inline constexpr std::int64_t affordable_elements_per_entry = 7;

/// Records the pattern of C from so many products on for each element of the SPAs of all threads,
/// or where all rows are short.
/// Unit: products per column and thread. Tuned: two threads of a Xeon.
inline constexpr std::int64_t recording_min_products_per_column = 2;

/// Bundles so many rows with equal or shifted columns.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int bundle_max_rows = 4;

/// Bundles rows where more than one row in so many goes with the row before.
/// Unit: reciprocal share of rows. Tuned: two threads of Zen 4.
inline constexpr std::int64_t bundle_min_share = 8;

/// Bundles shifted rows in the scatter map from this mean length on.
/// Unit: products per row. Tuned: two threads of Zen 4.
inline constexpr std::int64_t shifted_rows_min_products = 8;

// Devices: the general kernels.

/// Gives each owner so many rows.
/// Unit: rows. Source: Deveci, Trott, Rajamanickam 2018, team work sizes.
inline constexpr int device_rows_per_owner = 4;

/// Bounds the lanes of a team whose rows need much shared memory.
/// Unit: lanes. Source: Deveci, Trott, Rajamanickam 2018, §3.3.
inline constexpr int device_max_lanes_per_team = 512;

/// Bounds the lanes of a team that owns a row from below.
/// Unit: lanes. Not tuned: a warp; smaller teams leave lanes idle.
inline constexpr int device_min_lanes_per_team = 32;

/// Sets the shared memory of a team for first-level accumulators.
/// Unit: bytes. Source: Deveci, Trott, Rajamanickam 2018, §3.3.
inline constexpr std::size_t device_scratch_bytes_per_team = 16 * 1024;

/// Bounds it where rows are long.
/// Unit: bytes. Source: Deveci, Trott, Rajamanickam 2018, §3.3.
inline constexpr std::size_t device_max_scratch_bytes_per_team = 32 * 1024;

/// Replaces kkmem by kklp from this mean work of a row on.
/// Unit: products. Source: Deveci, Trott, Rajamanickam 2018, §3.3.
inline constexpr std::int64_t device_kklp_min_row_work = 256;

/// Bounds the memory pool, however many owners there are. Beyond it owners wait.
/// Unit: bytes. Not tuned: a cap on memory.
inline constexpr std::size_t device_max_pool_bytes = std::size_t{1} << 30;

// Devices, bins: rows that one lane merges.

/// Lets a lane merge rows of C with at most so many times the products of a row of mean length.
/// Unit: ratio. Tuned: H200.
inline constexpr double lane_merge_mean_rows = 2;

/// Clamps that bound for few rows of B.
/// Unit: products. Tuned: H200.
inline constexpr int lane_merge_least_products = 32;
inline constexpr int lane_merge_few_products = 64;

/// For more rows of B: merges none where the bound is below the first, and caps it at the second.
/// Unit: products. Tuned: H200.
inline constexpr int lane_merge_least_products_of_more_rows = 64;
inline constexpr int lane_merge_more_products = 256;

/// Takes the least bound where the device has more than so many lanes for each row: too few lanes
/// work to hide latency.
/// Unit: lanes per row. Tuned: H200.
inline constexpr int lane_merge_idle_lanes = 16;

// Devices, bins: bounding rows by the entries of A.

/// Sets how many entries of A a lane looks up in one go.
/// Unit: entries. Not tuned: no measurement on record.
inline constexpr int binning_entry_batch = 4;

/// Gives a lane so many entries on average.
/// Unit: entries per lane. Not tuned: no measurement on record.
inline constexpr int binning_mean_entries_per_lane = 8;

/// Shares a row among several lanes of the team above so many entries for each lane of its thread.
/// Unit: entries per lane. Tuned: H200.
inline constexpr int binning_max_entries_per_lane = 32;

/// Cuts such a row into more parts above the first length, and gives it the whole team above the
/// second.
/// Unit: entries. Not tuned: no measurement on record.
inline constexpr int binning_longest_row_of_few_parts = 128;
inline constexpr int binning_longest_row_of_parts = 2048;

// Devices, bins: shared memory.

/// Replaces team_bitmap_max_bytes where rows of C are nearly full.
/// Unit: bytes. Tuned: H200.
inline constexpr std::int64_t full_rows_bitmap_max_bytes = 46 * 1024;

/// Counts rows as nearly full between these means: below there are few products per key, above
/// atomics wait for each other.
/// Unit: products per column of C. Tuned: H200.
inline constexpr double full_rows_min_products_per_column = 1.5;
inline constexpr double full_rows_max_products_per_column = 16;

/// Gives a thread that takes more shared memory per lane more lanes, which keeps occupancy.
/// Unit: bytes per lane. Tuned: H100.
inline constexpr std::size_t bin_scratch_bytes_of_lane = 112;

// Devices, bins: supernodes.

/// Bounds the rows of a supernode.
/// Unit: rows. Not tuned: checked on H200 alone.
inline constexpr int supernode_max_rows = 12;

/// Sets how many of them accumulate values at the same time.
/// Unit: rows. Not tuned: checked on H200 alone.
inline constexpr int supernode_row_batch = 3;

/// Uses the kernel of supernodes where at least one row in so many belongs to one.
/// Unit: reciprocal share of rows. Not tuned: checked on H200 alone.
inline constexpr int supernode_share_of_rows = 4;

// Devices, bins: teams.

/// Sets the lanes of a team whose threads own rows.
/// Unit: lanes. Tuned: H100.
inline constexpr int bin_lanes_of_threads = 128;

/// Clamps the lanes of a team that owns a row by a bitmap.
/// Unit: lanes. Tuned: H200.
inline constexpr int bitmap_min_lanes_of_team = 256;
inline constexpr int bitmap_max_lanes_of_team = 512;

/// Clamps the lanes of a team that owns a row by probing.
/// Unit: lanes. Tuned: H200.
inline constexpr int probing_min_lanes_of_team = 64;
inline constexpr int probing_max_lanes_of_team = 256;

/// Joins a bin to the launch of another where the device has so many times the lanes of its rows.
/// Unit: ratio. Not tuned: no measurement on record.
inline constexpr int split_launch_idle_lanes = 32;

// Devices, bins: rows that several teams share.

/// Shares team-owned rows among several teams from this work of the longest row on.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t split_row_min_work = 1 << 16;

/// Shares them only if the device has lanes for at least so many teams per row.
/// Unit: teams. Tuned: H200.
inline constexpr int split_row_min_teams = 8;

/// Sets the lanes of such a team.
/// Unit: lanes. Tuned: H200.
inline constexpr int split_row_lanes_of_team = 256;

/// Bounds the teams of a row.
/// Unit: teams. Tuned: H200.
inline constexpr int split_row_max_teams = 256;

/// Shares no rows where their bitmaps take more memory than this.
/// Unit: bytes. Tuned: H200.
inline constexpr std::size_t split_rows_max_bytes = std::size_t{64} << 20;

// Devices: replay.

/// Prefers bins to replay where at least this share of the rows belongs to supernodes.
/// Unit: percent. Tuned: H200.
inline constexpr std::int64_t replay_outrun_supernodes_percent = 60;

/// Prefers them only from this many products on.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_outrun_min_work = 40'000'000;

/// Gives a lane two entries of C where they have at most so many products on average.
/// Unit: products per entry. Tuned: H200.
inline constexpr double replay_pairs_max_mean = 2;

/// Gives it two only where there are so many entries for each lane of the device.
/// Unit: entries per lane. Tuned: H200.
inline constexpr int replay_pairs_min_entries_of_lane = 4;

// Lanes of a thread.

/// Gives a thread that walks rows of B at least so many lanes; the second where a row takes much
/// scratch, since fewer threads run at the same time then.
/// Unit: lanes. Tuned: H200.
inline constexpr int least_lanes_of_thread = 4;
inline constexpr int least_lanes_with_much_scratch = 16;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
