// SPDX-License-Identifier: BSD-3-Clause
// Decides how triple products sum rows, and the memory that they take.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Hosts.

/// Sums up to so many rows of equal columns in R together.
/// Unit: rows. Not tuned: the doubles of a vector of AVX-512.
inline constexpr int fused_max_rows_together = 8;
/// Takes half a vector up to so many rows.
/// Unit: rows. Not tuned: half of the above.
inline constexpr int fused_few_rows_together = 4;

/// Sums rows together from so many rows of C for each bundle on average.
/// Unit: rows per bundle. Not tuned: a bundle costs about as much as a row.
inline constexpr std::int64_t fused_min_rows_of_bundle = 2;

/// Sums in arrays over the columns that a row spans while these are at most one element for so many
/// products of R·A, and a number for small problems; beyond, in hash tables. Leaves room for many
/// threads beside a quarter of A·P.
/// Unit: products per element, elements. Not tuned: bounds the memory of many threads.
inline constexpr std::int64_t fused_products_per_window_element = 128;
inline constexpr std::int64_t fused_window_elements_at_least = std::int64_t{1} << 16;

/// Gives owners together, if they are several, at most one byte for so many bytes of R·A, but at
/// least as many bytes as follow.
/// Unit: reciprocal share of bytes, bytes. Not tuned: the promise of the room.
inline constexpr std::size_t fused_share_of_intermediate = 4;
inline constexpr std::size_t fused_owner_bytes_at_least = std::size_t{8} << 20;

/// Asks for the marks of several columns at once, with AVX-512, in rows of at least so many.
/// Unit: columns. Tuned: two threads of a Xeon with AVX-512.
inline constexpr std::uint64_t fused_columns_of_gather = 10;

/// Lists the columns of a row that is formed in one pass from its marks while these are at most so
/// many for each column; beyond, sorts the columns.
/// Unit: marks per column. Tuned: two threads of a Xeon with AVX-512.
inline constexpr std::int64_t fused_marks_per_column = 64;

/// Cuts the rows into so many ranges of equal work for each owner.
/// Unit: ranges per owner. Not tuned: keeps threads from waiting for one range.
inline constexpr std::int64_t fused_ranges_of_owner = 16;

/// Prefetches a row of A or P so many entries ahead.
/// Unit: entries. Tuned: two threads of a Xeon with AVX-512.
inline constexpr std::int64_t fused_entries_ahead = 6;

// Hash tables.

/// Sets the slots of a table for each column that it must hold, before it rounds up to a power of
/// two.
/// Unit: slots per column. Source: as max_occupancy of accumulators.
inline constexpr std::int64_t fused_slots_per_column = 2;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
