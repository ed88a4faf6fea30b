// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room replay.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

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
inline constexpr std::int64_t replay_spread_positions = 32;
inline constexpr int replay_visit_batch = 4;
inline constexpr std::int64_t replay_few_products = 8;

/// Device, replay, building: lanes of a team that places blocks, and most blocks of each of its
/// threads. Tuned on one H100: with one block a thread whole calls of many take 1.1 times as long,
/// with eight where there are few 1.07 times.
inline constexpr int replay_placing_lanes = 512;
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
inline constexpr int replay_sorting_lanes = 128;
inline constexpr int replay_sorting_lanes_of_many = 1024;

/// Device, replay: teams of heavy entries for which a processor of the device keeps registers where
/// there are products of two widths and none is cut. Tuned on one H100: without a bound there were
/// 40 registers, and two R-MAT products took 1.03 and 1.06 times as long; but with it, those whose
/// entries are cut 1.08.
inline constexpr int replay_resident_teams = 16;

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

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
