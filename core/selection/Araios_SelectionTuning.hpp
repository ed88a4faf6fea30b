// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room selection.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Linear probing: the least of these shares that may be asked for, so that slots can be counted.
inline constexpr double least_max_occupancy = 1e-3;

/// Products that are taken for one entry of C before its size is known. Source: the same, §3.3.
inline constexpr std::int64_t assumed_compression_factor = 8;

/// Bytes that an entry of C takes in a first-level accumulator, for choosing its scratch: keys of
/// four and values of eight bytes, with hash_scale begins or max_occupancy.
inline constexpr std::size_t linked_list_bytes_per_entry = 24;
inline constexpr std::size_t linear_probing_bytes_per_entry = 32;

/// Host: the pattern of C is recorded where all rows are short, or there are at least so many
/// products for each element of the arrays over all columns, one for each thread. Tuned on two
/// cores of an Intel Xeon, over 143 products: a first product is then within 10 % of the best other
/// method in 94 % of them.
inline constexpr std::int64_t recording_min_products_per_column = 2;

/// Host: rows with equal columns, or columns moved by one from row to row, that are filled
/// together, where at least one row in bundle_min_share goes with the row before. Tuned on two
/// cores of an AMD EPYC (Zen 4).
inline constexpr int bundle_max_rows = 4;
inline constexpr std::int64_t bundle_min_share = 8;

/// Host: products of a row on average from which on rows whose columns are moved by one are summed
/// together at their destinations. Unit: products. Tuned on two cores of an AMD EPYC (Zen 4): with
/// 9 repeated products take 0.77 to 0.88 of the time, with 4.5 (luxembourg_osm) 1.08.
inline constexpr std::int64_t shifted_rows_min_products = 8;

/// Host: teams that each thread gets on average, so that a dynamic schedule can even out rows.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int host_teams_per_thread = 64;

/// Host: most rows of one team. Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int host_max_rows_per_team = 256;

/// Host: products, rows and columns together, and entries of A and B together, up to which the
/// calling thread does a whole product alone. Tuned on two cores of an Intel Xeon.
inline constexpr std::int64_t host_small_product_steps = 15'000;

/// Host: products up to which rows are shared out in equal parts, one a thread. Tuned on two cores
/// of an AMD EPYC (Zen 4): on demand, first products of up to 100 000 take up to 1.3 times as long,
/// repeated ones up to 1.6 times; above 300 000, equal shares take up to 1.4 times as long.
inline constexpr std::int64_t host_static_chunks_max_products = 150'000;

/// Device: rows that one owner works on. Unit: rows. Source: team work sizes of Deveci, Trott,
/// Rajamanickam 2018.
inline constexpr int device_rows_per_owner = 4;

/// Device: most lanes of one team whose rows need more scratch than usual. Source: the same, §3.3.
inline constexpr int device_max_lanes_per_team = 512;

/// Device: fewest lanes of one team that owns a row: a team below it leaves lanes idle.
inline constexpr int device_min_lanes_per_team = 32;

/// Device: scratch of one team for first-level accumulators. Unit: bytes. Source: the same, §3.3.
inline constexpr std::size_t device_scratch_bytes_per_team = 16 * 1024;

/// Device: most scratch of one team, for long rows. Unit: bytes. Source: the same, §3.3.
inline constexpr std::size_t device_max_scratch_bytes_per_team = 32 * 1024;

/// Device: mean work of a row from which kklp replaces kkmem. Unit: products. Source: the same,
/// §3.3.
inline constexpr std::int64_t device_kklp_min_row_work = 256;

/// Device: most bytes of the memory pool, however many owners there are; beyond it owners wait.
inline constexpr std::size_t device_max_pool_bytes = std::size_t{1} << 30;

/// Device, rows by bins: products of rows of C that one lane merges are at most so many times those
/// of a row of mean length, since a lane takes half a microsecond for each column, whatever the
/// others do; for few rows of B at least the first and at most the second of these numbers, and for
/// more rows none below the third and at most the fourth. A device that could hold so many times
/// the rows has too few lanes at work to hide their waits: no lane has more than the least then.
/// Units: times, products, times. Tuned on one H200.
inline constexpr double lane_merge_mean_rows = 2;
inline constexpr int lane_merge_least_products = 32;
inline constexpr int lane_merge_few_products = 64;
inline constexpr int lane_merge_least_products_of_more_rows = 64;
inline constexpr int lane_merge_more_products = 256;
inline constexpr int lane_merge_idle_lanes = 16;

/// Device, rows by bins: entries of A that a lane looks up at once while it bounds a row, how many
/// a lane shall have on average, how many of a row for each lane of its thread beyond which several
/// lanes of the team bound it, then more of them, and then all. Unit: entries. The third tuned on
/// one H200, by 16 and 32.
inline constexpr int binning_entry_batch = 4;
inline constexpr int binning_mean_entries_per_lane = 8;
inline constexpr int binning_max_entries_per_lane = 32;
inline constexpr int binning_longest_row_of_few_parts = 128;
inline constexpr int binning_longest_row_of_parts = 2048;

/// The scratch where rows have so many products for each column of C on average: the others have
/// few products for each key, or too many, whose additions wait for each other. Unit: bytes,
/// products. Tuned on one H200: gen:er:3000:100 (3.3 products) takes 0.74 of the time,
/// facebook_MIT8 (1.9) 0.85; musae_crocodile (1.1) would take 1.03 times, orani678 (0.8) 1.1 times.
inline constexpr std::int64_t full_rows_bitmap_max_bytes = 46 * 1024;
inline constexpr double full_rows_min_products_per_column = 1.5;
inline constexpr double full_rows_max_products_per_column = 16;

/// Device, rows by bins: most rows of one leader, itself among them, how many of them accumulate
/// values at the same time, and the share of all rows from which on twins are handled together: one
/// in so many. Unit: rows. Not tuned; used on one H200.
inline constexpr int supernode_max_rows = 12;
inline constexpr int supernode_row_batch = 3;
inline constexpr int supernode_share_of_rows = 4;

/// Device, rows by bins: scratch for each lane that leaves all lanes at work; a thread that probes
/// and takes more gets more lanes. Unit: bytes. Tuned on one H100, which has as much: with as many
/// lanes as a row of B has entries the numeric phase of debian_relations takes 1.35 times as long,
/// NotreDame_www 1.09; where a plan finds columns, that kernel 2.1 times, with 64 bytes 0.98, with
/// 224 bytes 1.15.
inline constexpr std::size_t bin_scratch_bytes_of_lane = 112;

/// Device, rows by bins: lanes of a team whose threads own rows; least and most of one that owns a
/// row by a bitmap, and by probing. Tuned on one H200; the first on an H100, where twice as many
/// teams of 64 take more scratch for themselves: ca-CondMat_lcc, amg_laplace3d_sa_L1_A 1.01 times
/// as long.
inline constexpr int bin_lanes_of_threads = 128;
inline constexpr int bitmap_min_lanes_of_team = 256;
inline constexpr int bitmap_max_lanes_of_team = 512;
inline constexpr int probing_min_lanes_of_team = 64;
inline constexpr int probing_max_lanes_of_team = 256;

/// Device, rows by bins: how many times the lanes for the rows of a bin a device must have for them
/// to share the launch of another bin.
inline constexpr int split_launch_idle_lanes = 32;

/// Device, replay: share of rows that are twins and number of products from which on bins take less
/// time. Units: percent, products. Tuned on one H200, bins and replay in ms: cant 0.79 and 1.03,
/// elasticity 0.21 and 0.28, brick3d:32 1.62 and 2.02, two thirds of each twins; but bcsstk33, half
/// of it, 0.33 and 0.18, and bcsstk16 of 19 million products 0.13 and 0.09.
inline constexpr std::int64_t replay_outrun_supernodes_percent = 60;
inline constexpr std::int64_t replay_outrun_min_work = 40'000'000;

/// Device, replay: most products of an entry on average for which a lane takes two entries, and how
/// many entries there must be for each lane that the device has. Tuned on one H200: one entry a
/// lane takes 1.1 to 1.2 times as long where the mean is 1 to 2, two of them 1.03 to 1.25 times
/// where it is 2.4 to 16.
inline constexpr double replay_pairs_max_mean = 2;
inline constexpr int replay_pairs_min_entries_of_lane = 4;

/// Device: products of the longest row from which rows that teams own are shared by several teams
/// each, if there are lanes for at least so many; lanes of such a team, most teams of a row, and
/// what the bitmaps of such rows may take together. Units: products, teams, lanes, teams, bytes.
/// Tuned on one H200: by two teams orani678 takes 1.4 times as long.
inline constexpr std::int64_t split_row_min_work = 1 << 16;
inline constexpr int split_row_min_teams = 8;
inline constexpr int split_row_lanes_of_team = 256;
inline constexpr int split_row_max_teams = 256;
inline constexpr std::size_t split_rows_max_bytes = std::size_t{64} << 20;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
