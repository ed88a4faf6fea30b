// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room pattern.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: columns of C that a thread takes at once to record its rows in, until there are
/// recording_pieces_per_thread of them. Unit: columns.
inline constexpr std::int64_t recording_max_piece_columns = 64 * 1024;
inline constexpr std::int64_t recording_pieces_per_thread = 16;

/// Host: rows that a thread keeps in view as patterns of later ones, and how many searches among
/// them may fail before it gives up: so many at first, and one more for so many that find a row.
/// Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int shifted_row_cache = 16;
inline constexpr int shifted_row_cache_first_misses = 64;
inline constexpr int shifted_row_cache_hits_per_miss = 4;

/// Host: B counts as scattered where compressed work keeps more than this share of the work and B
/// has at least so many columns: the column sets of a short row are then put into order by
/// counting, not in a bitmap. Tuned on two cores of an AMD EPYC (Zen 4): on uniformly random
/// columns half the time; narrower or more regular patterns lose by it.
inline constexpr double scattered_compression = 0.95;
inline constexpr std::int64_t scattered_min_columns = 65'536;

/// Host: most rows that wait with the row whose columns they share until that is put into order.
/// Tuned on two cores of an AMD EPYC (Zen 4): without a bound their records leave the cache.
inline constexpr int vector_row_max_followers = 64;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
