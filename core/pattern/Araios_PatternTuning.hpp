// SPDX-License-Identifier: BSD-3-Clause
// Decides how the two-phase host strategy records the pattern of C.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Memory.

/// Sets the piece of columns of C that a thread reserves at once for its records: so many pieces
/// for each thread, none larger than the bound.
/// Unit: columns, pieces per thread. Not tuned: no measurement on record.
inline constexpr std::int64_t recording_max_piece_columns = 64 * 1024;
inline constexpr std::int64_t recording_pieces_per_thread = 16;

/// Reserves one part in so many beyond the expected columns and places.
/// Unit: ratio. Not tuned: the ends of pieces differ from run to run.
inline constexpr std::int64_t recording_spare_share = 8;

// Rows that are copies of others.

/// Sets how many recent rows a thread keeps as patterns of later, shifted ones.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int shifted_row_cache = 16;

/// Lets so many searches of that cache fail before the thread disables it.
/// Unit: searches. Tuned: two threads of Zen 4.
inline constexpr int shifted_row_cache_first_misses = 64;

/// Allows one more failure for so many searches that succeed.
/// Unit: searches per failure. Tuned: two threads of Zen 4.
inline constexpr int shifted_row_cache_hits_per_miss = 4;

/// Bounds the followers of a deferred row, which share its columns once it is sorted, so that their
/// records stay in cache.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int vector_row_max_followers = 64;

// Sorting column sets by counting or in a bitmap.

/// Counts B as scattered where compression keeps more than this share of the work; column sets of
/// short rows are then sorted by counting.
/// Unit: ratio. Tuned: two threads of Zen 4.
inline constexpr double scattered_compression = 0.95;

/// Counts B as scattered only from this many columns on.
/// Unit: columns. Tuned: two threads of Zen 4.
inline constexpr std::int64_t scattered_min_columns = 65'536;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
