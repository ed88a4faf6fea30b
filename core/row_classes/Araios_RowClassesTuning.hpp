// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room row_classes.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// RBSparse: products that are expected for each slot of a row's table, the spread of work up to
/// which all rows get tables of one size (variance over mean), and the slots of the smallest and of
/// the largest table. Source: Tang, Zhao, Huang, Dai 2019, §4.3, §4.4.
inline constexpr double rbsparse_products_per_slot = 3.14159265358979323846;
inline constexpr double rbsparse_balanced_spread = 0.5;
inline constexpr int rbsparse_least_slots = 32;
inline constexpr int rbsparse_most_slots = 2048;

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

/// Device, rows by bins: words of the window of a team that ranks a bitmap, where rows fill the
/// device. Tuned on one H200.
inline constexpr int bitmap_window_words = 2048;

/// bhSPARSE, device: products of a row up to which a thread merges it; longer ones have a team, the
/// larger the fewer they are. Tuned on one H200: with teams for all rows of 5000 products matrices
/// of many such rows took three times as long.
inline constexpr int bhsparse_most_merged_by_thread = 8192;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
