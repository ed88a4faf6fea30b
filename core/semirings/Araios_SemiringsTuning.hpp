// SPDX-License-Identifier: BSD-3-Clause
// Decides how products by a semiring are summed onto a pattern.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Takes dot products on hosts where a walk has so many times their steps.
/// Unit: steps of a walk per step of a dot product. Tuned: one thread of a Xeon.
inline constexpr std::int64_t walk_steps_per_dot_step = 2;

/// The same on devices.
/// Unit: steps of a walk per step of a dot product. Not tuned: no measurement on record.
inline constexpr std::int64_t device_walk_steps_per_dot_step = 4;

/// Counts an entry of a transposed B as so many steps of a walk.
/// Unit: steps per entry. Tuned: one thread of a Xeon.
inline constexpr std::int64_t walk_steps_per_transposed_entry = 16;

/// Searches the columns of C in a row of B that is longer than so many times their number.
/// Unit: ratio. Tuned: one thread of a Xeon.
inline constexpr std::int64_t searched_row_min_ratio = 64;

/// Devices: searches a row of A or a column of B that is longer than so many times the other.
/// Unit: ratio. Not tuned: no measurement on record.
inline constexpr std::int64_t searched_operand_min_ratio = 16;

/// Cuts the rows into so many ranges of equal work for each thread of a host.
/// Unit: ranges per thread. Not tuned: no measurement on record.
inline constexpr std::int64_t ranges_per_owner = 64;

/// Looks up so many columns of a row of B before the products of those that are found.
/// Unit: columns. Not tuned: their places fill 1 KiB.
inline constexpr int looked_up_columns = 128;

/// Gathers at most so many products of a row of C before they are added.
/// Unit: products. Not tuned: twice the columns of a look-up, so that one always fits.
inline constexpr int gathered_products = 2 * looked_up_columns;

/// Gathers products of at most so many look-ups before they are added.
/// Unit: look-ups. Not tuned: a few products for each.
inline constexpr int gathered_blocks = 64;

/// Sets the slots of a hash map for each column of a marked row.
/// Unit: slots per column. Not tuned: open addressing with at most half of the slots in use.
inline constexpr std::int64_t slots_per_marked_column = 2;

/// Fills so large a share of the slots of a hash map that collects the columns of a row of A·B.
/// Unit: ratio. Not tuned: as for marked rows.
inline constexpr double most_collected_occupancy = 0.5;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
