// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room spmv.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: steps of the merge path of SpMV in one share, until there are spmv_host_max_shares of
/// them. Rows of more entries are summed in parts, one for each share.
inline constexpr std::int64_t spmv_host_steps_per_share = 1024;

/// Host: most shares of one merge path.
inline constexpr int spmv_host_max_shares = 1024;

/// Host: fewest shares of a merge path that threads walk together: so many threads have some.
inline constexpr int spmv_host_least_shares = 16;

/// Host: steps of a merge path that another thread walks while the calling thread still returns
/// from waking it, and again before the calling thread may go on, both by a system call of libgomp
/// where it comes last. Tuned on two cores of an AMD EPYC (Zen 4): paths of 5000 steps take 0.92 to
/// 0.99 of the time with 150 to 450, those of 8000 to 16 000 as long with 200, 1.02 to 1.05 times
/// with 600.
inline constexpr std::int64_t spmv_host_steps_ahead_of_caller = 200;

/// Host: steps of a merge path that the calling thread walks alone. Tuned on two cores of an AMD
/// EPYC (Zen 4), where a step takes half a nanosecond and a launch 0.5 µs while a line of the cache
/// takes 50 ns from core to core: on two threads paths of 3500 steps take 1.1 times as long, those
/// of 4700 to 5000 steps 0.75 of the time; where a line takes 240 ns, these take 1.2 to 1.4 times
/// as long.
inline constexpr std::int64_t spmv_host_steps_of_one_thread = 4000;

/// Host: rows from this length on are summed in parts. Unit: entries.
/// Tuned on two cores of an AMD EPYC (Zen 4): twice as fast on rows of 60 entries in cache.
inline constexpr int spmv_host_long_row = 8;

/// Host: average length of the rows of a group from which they are summed by vectors that take
/// elements of x by single loads, where the processor may learn the lengths. Unit: entries. Tuned
/// on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_vector_row = 6;

/// Host: successive rows that SpMV sums in one way, and most entries of all together. Units: rows,
/// entries. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_rows_of_group = 8;
inline constexpr std::int64_t spmv_host_entries_of_group = 1024;

/// Host: groups whose ways are found before the first of them is summed. With 256 even rows take as
/// long. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_group_batch = 64;

/// Host: successive groups whose rows have the same one to three entries from which they are summed
/// by code for their length where gathers pay: to go there and back costs two mispredictions. Tuned
/// on two cores of an Intel Xeon (Emerald Rapids): from one on, road networks take 1.08 of the
/// time.
inline constexpr int spmv_host_groups_of_even_run = 4;

/// Host: matrices of fewer rows may have their branches learned by the processor when they are
/// multiplied again and again; in others a row whose end is mispredicted takes longer than entries
/// that are multiplied for nothing. Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4): with
/// 9000 matrices of 11 000 rows take up to 1.3 times as long, with 20 000 those of 17 000 up to 1.4
/// times.
inline constexpr int spmv_host_learnable_rows = 12'000;

/// Host: the same for matrices of more rows whose merge path has fewer steps, of which each thread
/// has a part to learn. Unit: steps. Tuned on two cores of an AMD EPYC (Zen 4): on two threads
/// matrices of 14 000 to 27 000 rows and 65 000 to 227 000 steps take 0.88 to 1.02 of the time; on
/// one those of more than 200 000 up to 1.16 times as long.
inline constexpr std::int64_t spmv_host_learnable_steps = 230'000;

/// Host: fewest entries of a group of spmv_host_rows_of_group rows, none longer than `length`, that
/// are summed as if all were as long, where the processor may learn the lengths. Tuned on two cores
/// of an AMD EPYC (Zen 4): twelve entries more have 0.99 of the speed, 68 less 0.95.
constexpr int spmv_host_least_filling(int length) { return 6 * length - 12; }

/// Host: whether a gather of vector lanes takes less time than the loads that it stands for. Tuned
/// on two cores each of an Intel Xeon, where it does, and of an AMD EPYC (Zen 4): there SpMV by
/// gathers has 0.7 of the speed of plain loops.
#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) || \
    defined(__znver5__)
inline constexpr bool host_gathers_pay = false;
#else
inline constexpr bool host_gathers_pay = true;
#endif

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
inline constexpr int spmv_device_part_batch_bytes = 80;
inline constexpr int spmv_device_parts_of_group = 640;

/// Device: row ends, rows, products of a row, sums that other threads carry out, and sums of the
/// threads of a team that a thread reads at once. The fourth tuned on one H200; the others on one
/// H100: products one by one take 1.04 times as long over 14 matrices, eight 1.02 times; rows one
/// by one 1.02 times over 22, three 1.01 times.
inline constexpr int spmv_device_row_end_batch = 4;
inline constexpr int spmv_device_row_batch = 2;
inline constexpr int spmv_device_product_batch = 4;
inline constexpr int spmv_device_carry_batch = 8;
inline constexpr int spmv_device_sum_batch = 8;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
