// SPDX-License-Identifier: BSD-3-Clause
// Every threshold of devices alone, with its unit, its source and where it was tuned.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Device: rows that one owner works on. Unit: rows. Source: team work sizes of Deveci, Trott,
/// Rajamanickam 2018.
inline constexpr int device_rows_per_owner = 4;

/// Device: lanes of one team, over all its threads. Source: the same, §2 (teams of 4 to 64
/// threads).
inline constexpr int device_lanes_per_team = 256;

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

/// Device, rows by bins: rows of B that one lane merges, and how many with more registers. Unit:
/// rows. Tuned on one H200.
inline constexpr int lane_merge_few_rows = 8;
inline constexpr int lane_merge_more_rows = 16;

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

/// Device, rows by bins: entries of each lane that merges which are written together.
inline constexpr int lane_merge_window = 16;

/// Device, rows by bins: most products of a row that are compared with one another. Unit: products.
/// Tuned on one H200.
inline constexpr int few_products_max = 32;

/// Device, rows by bins: most products of a row that a thread owns. Unit: products.
/// Tuned on one H200.
inline constexpr int thread_max_row_work = 8192;

/// Device, rows by bins: entries of a row of A up to which a thread walks them one by one; beyond
/// the first bound only where rows of B have thread_min_length_of_b entries on average, since each
/// takes the time of one memory access at least. Unit: entries. Tuned on one H200.
inline constexpr int thread_max_length_of_a = 64;
inline constexpr int thread_max_length_of_a_with_long_b = 160;
inline constexpr int thread_min_length_of_b = 32;

/// Device, rows by bins: entries of A that a lane looks up at once while it bounds a row, how many
/// a lane shall have on average, how many of a row for each lane of its thread beyond which several
/// lanes of the team bound it, then more of them, and then all. Unit: entries. The third tuned on
/// one H200, by 16 and 32.
inline constexpr int binning_entries_at_once = 4;
inline constexpr int binning_mean_entries_per_lane = 8;
inline constexpr int binning_max_entries_per_lane = 32;
inline constexpr int binning_longest_row_of_few_parts = 128;
inline constexpr int binning_longest_row_of_parts = 2048;

/// Device, rows by bins: entries of a row of A beyond which all teams bound it, entries of the part
/// that one of them takes at a time, and how many such rows there may be: others are bounded by
/// their team. Not tuned.
inline constexpr int binning_longest_row_of_team = 8192;
inline constexpr int binning_entries_of_published_part = 4096;
inline constexpr int binning_most_published_rows = 32;

/// Device, rows by bins, symbolic phase: upper bounds of the row size up to which rows are probed,
/// by teams beyond the second, where they have more words than the bitmap of a thread. Tuned on one
/// H200.
inline constexpr int short_probing_max_capacity = 64;
inline constexpr int probing_max_capacity = 256;
inline constexpr int team_probing_max_capacity = 2048;

/// Device, rows by bins, symbolic phase: words of the bitmap of a thread. Tuned on one H200.
inline constexpr int symbolic_short_bitmap_max_words = 256;
inline constexpr int symbolic_bitmap_max_words = 1024;

/// Device, rows by bins, numeric phase: row sizes up to which rows are probed: the first always,
/// the second where the bitmap does not fit a thread, the third, by teams, where its words are many
/// for its keys. Unit: entries. Tuned on one H200.
inline constexpr int short_probing_max_keys = 32;
inline constexpr int probing_max_keys = 128;
inline constexpr int team_probing_max_keys = 1024;

/// Device, rows by bins, numeric phase: keys of a row that each lane of a thread holds in registers
/// to sort them; a row of more is ranked in scratch. A power of two. Tuned on one H100, where
/// counting in scratch instead takes 1.17 times as long for the numeric phase of lap3d27:64, 1.05
/// for copter2.
inline constexpr int probing_sort_max_registers = 8;

/// Device, rows by bins, numeric phase: scratch of a thread that ranks a bitmap, and most words of
/// it for each key. Unit: bytes, words. Tuned on one H200.
inline constexpr int numeric_short_bitmap_max_bytes = 4096;
inline constexpr int numeric_bitmap_max_bytes = 12288;
inline constexpr int bitmap_max_words_per_key = 3;

/// Device, rows by bins, numeric phase: scratch of a team that keeps values beside its bitmap, and
/// most products of a row for each of its keys; beyond them values accumulate in C, where more
/// teams run at once and additions to one key do not wait for each other. Unit: bytes, products.
/// Tuned on one H200.
inline constexpr std::int64_t team_bitmap_max_bytes = 13 * 1024;
inline constexpr int team_bitmap_max_products_per_key = 256;

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
inline constexpr int twin_rows_of_leader = 12;
inline constexpr int twin_rows_at_once = 3;
inline constexpr int twin_share_of_rows = 4;

/// Device, rows by bins: products that a lane reads before it uses the first, in the bitmap of a
/// thread, in that of twins, and in that of a team. Tuned on one H200; that of a thread on an H100,
/// where 2 take 48 registers instead of 40: numeric phases of lap3d27:48 took 1.12 times as long,
/// of ca-CondMat_lcc 1.07, thirteen others 0.98 to 1.01.
inline constexpr int thread_bitmap_batch = 1;
inline constexpr int twin_bitmap_batch = 3;
inline constexpr int team_bitmap_batch = 4;

/// Device, rows by bins: teams that the registers of a thread's bitmap allow a multiprocessor at
/// once, and lanes of each. Tuned on one H100, where it leaves 32 registers instead of 48: the
/// numeric phase of lap3d27:48 takes 0.82 of the time, of others 0.95 to 1.01.
inline constexpr int thread_bitmap_max_lanes_of_team = 1024;
inline constexpr int thread_bitmap_teams_at_once = 2;

/// Device, rows by bins: words of the window of a team that ranks a bitmap, where rows fill the
/// device. Tuned on one H200.
inline constexpr int bitmap_window_words = 2048;

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

/// Device, rows by bins: the rows of a bin of threads go to teams while these need at most so many
/// times the lanes that the device has: once, and where a thread takes much scratch twice. Tuned on
/// one H200: astro-ph 1.15 to 1.2 times the speed, where bitmaps took little scratch 0.92.
inline constexpr int idle_lanes_rounds = 1;
inline constexpr int idle_lanes_rounds_of_bitmap = 2;

/// Device, rows by bins: how many times the lanes for the rows of a bin a device must have for them
/// to share the launch of another bin.
inline constexpr int shared_launch_idle_lanes = 32;

/// Device, rows by bins: fewest bins that run side by side. Tuned on one H200, by 2 and 3: bcsstk33
/// 1.2, 13 others 0.96 to 1.06 without a tendency.
inline constexpr int bins_side_by_side_min = 2;

/// Device, replay: entries of C whose products are counted from a common first one.
inline constexpr std::int64_t replay_block_entries = 64;

/// Device, replay: most products of an entry of C that one lane adds up. Tuned on one H200. Where
/// an entry has more, and entries of more than a lower bound need no more lanes than so many
/// percent of all others, that bound: bounds of 16 and 32 took 0.92 of the time on debian_relations
/// (8 and 2 percent) and 0.99 on wiki-Vote (33 and 4), but 1.2 and 1.05 on astro-ph (114 and 47).
/// Units: products, percent.
inline constexpr std::int64_t replay_heavy_entry = 64;
inline constexpr std::int64_t replay_less_heavy_entry = 32;
inline constexpr std::int64_t replay_least_heavy_entry = 16;
inline constexpr std::int64_t replay_heavy_lanes_percent = 10;

/// Device, replay: lanes that add up a heavier entry, or a part of it, the lanes of their team, the
/// heaviest entry that so few add up, in products, and the products of a part: where any entry is
/// heavier, all are cut into parts. Tuned on one H200: entries of 93 000 products take 1.03 times
/// the time with parts of 256 products, 1.05 with 1024, 1.17 with 2048, and 1.2 with a team for
/// each entry in a launch beside the other entries. Teams of 256 lanes take 1.02 to 1.06 times that
/// of teams of 128.
inline constexpr int replay_lanes_of_heavy_entry = 32;
inline constexpr int replay_lanes_of_team = 128;
inline constexpr std::int64_t replay_heaviest_entry_of_thread = 4096;
inline constexpr std::int64_t replay_products_of_part = 512;

/// Device, replay, building: most steps in which one thread visits a row: so many times the mean
/// products of a lane of the device, within these bounds; and where no row takes more than the last
/// number, none is shared. Units: steps per product, steps. Tuned on one H100, whole calls with a
/// plan: with at most 256 steps bcsstk33 takes 1.17 times as long and facebook_MIT8 0.95, with 1000
/// 1.04 and 1.17; with at least 64 debian_relations 1.01. The last on one H200: lp_stocfor3, whose
/// longest row takes 38 steps, takes 0.75 of the time.
inline constexpr std::int64_t replay_row_steps_of_mean = 3;
inline constexpr std::int64_t replay_min_row_steps = 32;
inline constexpr std::int64_t replay_max_row_steps = 480;
inline constexpr std::int64_t replay_unshared_row_steps = 48;

/// Device, replay, building: products on average and most entries of A of a thread's share of a row
/// that takes more steps, into how many parts shares are cut where they would leave threads idle,
/// places in all rows whose shares are taken by turns, entries or products that a lane reads of a
/// share at once, and most products of an entry of such a row that one lane puts into order. Units:
/// products, entries. Tuned on one H200: shares of 512 products, four at once, take 0.88 of the
/// time of 16 threads for each 64 entries on debian_relations and qp_A_boyd1, 0.92 on wiki-Vote; by
/// turns, and beside other rows, 0.81 to 0.93, 0.90 and 0.94 of that. Halves on one H100: visits
/// and order of debian_relations' heavy rows take 0.74 and 0.71 of the time, quarters no less;
/// those of wiki-Vote, which has more shares than threads, 1.01, and 1.08 by quarters.
inline constexpr std::int64_t replay_products_of_share = 512;
inline constexpr std::int64_t replay_max_entries_of_share = 64;
inline constexpr int replay_most_parts_of_share = 2;
inline constexpr std::int64_t replay_spread_places = 32;
inline constexpr int replay_visits_at_once = 4;
inline constexpr std::int64_t replay_few_products = 8;

/// Device, replay, building: lanes of a team that places blocks, and most blocks of each of its
/// threads. Tuned on one H100: with one block a thread whole calls of many take 1.1 times as long,
/// with eight where there are few 1.07 times.
inline constexpr int replay_lanes_that_place = 512;
inline constexpr std::int64_t replay_max_blocks_of_thread = 8;

/// Device, replay: bits that tell how many products an entry has beyond its first, where that
/// suffices for all. Unit: bits. Three hold what stencils of seven points need; not tuned.
inline constexpr int replay_bits_of_few = 3;

/// Device, replay, building: lanes that count, place or list the entries of a block: the fewer, the
/// more blocks share the steps of a warp's sums and scans. Tuned on H200s: symbolic and first
/// numeric phases of 22 products took 1.007 times as long with 32 that count; 1.016 with 16 that
/// place, 1.0 with 4.
inline constexpr int replay_lanes_of_block = 8;

/// Device, replay, building: products of an entry of C that a team keeps in scratch while it puts
/// them into order, and most words of 32 entries of A, a bit each, among which it does so at once;
/// lanes of such a team, and of one where scratch does not hold the products of all entries.
inline constexpr std::int64_t replay_products_in_scratch = 1024;
inline constexpr int replay_marks_words = 4096;
inline constexpr int replay_lanes_that_order = 128;
inline constexpr int replay_lanes_that_order_many = 1024;

/// Device, replay: share of rows that are twins and number of products from which on bins take less
/// time. Units: percent, products. Tuned on one H200, bins and replay in ms: cant 0.79 and 1.03,
/// elasticity 0.21 and 0.28, brick3d:32 1.62 and 2.02, two thirds of each twins; but bcsstk33, half
/// of it, 0.33 and 0.18, and bcsstk16 of 19 million products 0.13 and 0.09.
inline constexpr std::int64_t replay_outrun_twins_percent = 60;
inline constexpr std::int64_t replay_outrun_min_work = 40'000'000;

/// Device, replay: most products of an entry on average for which a lane takes two entries, and how
/// many entries there must be for each lane that the device has. Tuned on one H200: one entry a
/// lane takes 1.1 to 1.2 times as long where the mean is 1 to 2, two of them 1.03 to 1.25 times
/// where it is 2.4 to 16.
inline constexpr double replay_pairs_max_mean = 2;
inline constexpr int replay_pairs_min_entries_of_lane = 4;

/// Device, replay: teams of heavy entries for which a processor of the device keeps registers where
/// there are products of two widths and none is cut. Tuned on one H100: without a bound there were
/// 40 registers, and two R-MAT products took 1.03 and 1.06 times as long; but with it, those whose
/// entries are cut 1.08.
inline constexpr int replay_teams_at_once = 16;

/// Device, replay: products that a lane adds without a branch between them, a power of two.
/// Tuned on one H200; wide ones by 4 took 1.03 times as long on an H100 (qp_A_boyd1).
inline constexpr unsigned replay_batch = 8;

/// Device, replay: what is left of light entries when so many products are taken at a time is read
/// side by side, a power of two up to a batch. Tuned on one H200, time over that of entries added
/// up one by one: mc2depi_structure 0.91, lap2d5:1500 0.92, NotreDame_www 0.95, lap3d7:100 and
/// copter2 0.97, m133-b3_reordered 1.02, er:262144:8 1.04; with 8, 1.05 of the time with 4 over 24
/// products. With 32 registers in place of 40 lap2d5:1500, er:262144:8 and lap3d7:100 take 1.12 to
/// 1.23; beside heavy entries it takes 1.05 to 1.1.
inline constexpr unsigned replay_first_products = 4;

/// Device: turns whose sizes of rows are added up together while teams sort rows into bins.
inline constexpr int binning_turns_per_group = 64;

/// Device: most rows of a team that sorts rows into bins; and, where such teams wait for each
/// other, how many a device could hold for each of them if they took no registers. Tuned on one
/// H200.
inline constexpr int binning_max_rows_per_team = 1024;
inline constexpr int binning_slots_per_waiting_team = 2;

/// Device: products of the longest row from which rows that teams own are shared by several teams
/// each, if there are lanes for at least so many; lanes of such a team, most teams of a row, and
/// what the bitmaps of such rows may take together. Units: products, teams, lanes, teams, bytes.
/// Tuned on one H200: by two teams orani678 takes 1.4 times as long.
inline constexpr std::int64_t shared_row_min_work = 1 << 16;
inline constexpr int shared_row_min_teams = 8;
inline constexpr int shared_row_lanes_of_team = 256;
inline constexpr int shared_row_max_teams = 256;
inline constexpr std::size_t shared_rows_max_bytes = std::size_t{64} << 20;

/// RBSparse, device: slots for each lane of the team that owns a row, down to
/// device_min_lanes_per_team and up to device_lanes_per_team lanes.
inline constexpr int rbsparse_slots_per_lane = 4;

/// bhSPARSE, device: products of a row up to which a thread merges it; longer ones have a team, the
/// larger the fewer they are. Tuned on one H200: with teams for all rows of 5000 products matrices
/// of many such rows took three times as long.
inline constexpr int bhsparse_most_merged_by_thread = 8192;

/// Device: threads of a team that walks one tile of the merge path of SpMV, and steps of each.
/// Odd steps spread the threads' reads over the banks of scratch. Tuned on one H200.
inline constexpr int spmv_device_threads_per_tile = 64;
inline constexpr int spmv_device_steps_per_thread = 11;

/// Device: teams that a multiprocessor is to hold at once, where it can: compilers else take more
/// registers. Tuned on one H200, which then has 72 registers a thread, just enough, and 16 KiB of
/// scratch a team.
inline constexpr int spmv_device_least_teams = 14;

/// Device: threads of a team that search for the ends of its tile; more issue instructions in vain.
/// An even number. Tuned on one H200.
inline constexpr int spmv_device_searching_threads = 32;

/// Device: most lanes that add up one row of a tile, and how many times their even share of a tile
/// a row may be long for it. Tuned on one H200.
inline constexpr int spmv_device_lanes_of_row = 32;
inline constexpr int spmv_device_long_row_factor = 4;

/// Device: of the steps that a team of SpMV has room for, how many lie behind its tile: it takes
/// them to complete the row at its end. Longer rows are added up by parts. Tuned on one H200.
inline constexpr int spmv_device_steps_behind_tile = 128;

/// Device: entries from which on one team adds up several tiles within a row as one part, and how
/// many. Tuned on one H200: a row of a million ascending columns before, behind and without short
/// rows takes 1.07, 1.19 and 1.09 times as long with parts of one tile.
inline constexpr std::int64_t spmv_device_very_long_row = 294'912;
inline constexpr int spmv_device_tiles_of_part = 3;

/// Device: bytes of parts of a row that a thread awaits at once, and parts that are counted and
/// added up as a group where a row has more. All threads of a team await a group at once. Tuned on
/// one H200: a row of a million ascending columns before, behind and without short rows takes 1.06,
/// 1.10 and 1.11 times as long with parts awaited one by one in groups of 32.
inline constexpr int spmv_device_bytes_of_parts_at_once = 80;
inline constexpr int spmv_device_parts_of_group = 640;

/// Device: row ends, rows, products of a row, sums that other threads carry out, and sums of the
/// threads of a team that a thread reads at once. The fourth tuned on one H200; the others on one
/// H100: products one by one take 1.04 times as long over 14 matrices, eight 1.02 times; rows one
/// by one 1.02 times over 22, three 1.01 times.
inline constexpr int spmv_device_row_ends_at_once = 4;
inline constexpr int spmv_device_rows_at_once = 2;
inline constexpr int spmv_device_products_at_once = 4;
inline constexpr int spmv_device_carries_at_once = 8;
inline constexpr int spmv_device_sums_at_once = 8;

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
