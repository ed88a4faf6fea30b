// SPDX-License-Identifier: BSD-3-Clause
// Decides the class of a row on devices: merged, probed or in a bitmap, by a thread or a team.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Rows that a thread owns.

/// Compares the products of a row with one another up to this many.
/// Unit: products. Tuned: H200.
inline constexpr int few_products_max = 32;

/// Bounds the products of a row that a thread owns.
/// Unit: products. Tuned: H200.
inline constexpr int thread_max_row_work = 8192;

/// Bounds the entries of a row of A that a thread walks one by one; the second where rows of B are
/// long.
/// Unit: entries. Tuned: H200.
inline constexpr int thread_max_length_of_a = 64;
inline constexpr int thread_max_length_of_a_with_long_b = 160;

/// Counts rows of B as long from this mean length on.
/// Unit: entries. Tuned: H200.
inline constexpr int thread_min_length_of_b = 32;

// Symbolic phase.

/// Probes rows whose size is at most this bound: in the smaller and the larger tables of a thread,
/// and by teams where the bitmap of a thread does not hold the row.
/// Unit: keys. Tuned: H200.
inline constexpr int short_probing_max_capacity = 64;
inline constexpr int probing_max_capacity = 256;
inline constexpr int team_probing_max_capacity = 2048;

/// Bounds the bitmap of a thread: the smaller and the larger one.
/// Unit: words. Tuned: H200.
inline constexpr int symbolic_short_bitmap_max_words = 256;
inline constexpr int symbolic_bitmap_max_words = 1024;

// Numeric phase: probing.

/// Probes rows of at most this size: always, where the bitmap does not fit a thread, and where its
/// words are many for its keys (by teams).
/// Unit: entries. Tuned: H200.
inline constexpr int short_probing_max_keys = 32;
inline constexpr int probing_max_keys = 128;
inline constexpr int team_probing_max_keys = 1024;

/// Counts a row as sparse, so that it is probed, above this many words of a bitmap for each key.
/// Unit: words per key. Tuned: H200.
inline constexpr int bitmap_max_words_per_key = 3;

// Numeric phase: bitmaps.

/// Bounds the shared memory of a thread that ranks a bitmap: the smaller and the larger one.
/// Unit: bytes. Tuned: H200.
inline constexpr int numeric_short_bitmap_max_bytes = 4096;
inline constexpr int numeric_bitmap_max_bytes = 12288;

/// Bounds the shared memory of a team that keeps values beside its bitmap. Above it values
/// accumulate in C, which leaves more occupancy.
/// Unit: bytes. Tuned: H200.
inline constexpr std::int64_t team_bitmap_max_bytes = 13 * 1024;

/// Accumulates values in C above this many products per key, where atomics in shared memory would
/// wait for each other.
/// Unit: products per key. Tuned: H200.
inline constexpr int team_bitmap_max_products_per_key = 256;

/// Sets the window of a bitmap that a team ranks at a time, where rows fill the device.
/// Unit: words. Tuned: H200.
inline constexpr int bitmap_window_words = 2048;

// RBSparse and bhSPARSE.

/// RBSparse: expects so many products for each slot of a row's table.
/// Unit: products per slot. Source: Tang, Zhao, Huang, Dai 2019, §4.3, §4.4.
inline constexpr double rbsparse_products_per_slot = 3.14159265358979323846;

/// RBSparse: gives all rows tables of one size up to this spread of work, variance over mean.
/// Unit: products. Source: Tang, Zhao, Huang, Dai 2019, §4.3, §4.4.
inline constexpr double rbsparse_balanced_spread = 0.5;

/// RBSparse: the smallest and the largest table.
/// Unit: slots. Source: Tang, Zhao, Huang, Dai 2019, §4.3, §4.4.
inline constexpr int rbsparse_least_slots = 32;
inline constexpr int rbsparse_most_slots = 2048;

/// bhSPARSE, devices: lets a thread merge rows of up to this many products. Teams merge longer
/// ones.
/// Unit: products. Tuned: H200.
inline constexpr int bhsparse_most_merged_by_thread = 8192;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
