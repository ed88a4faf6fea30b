// SPDX-License-Identifier: BSD-3-Clause
// Decides how products by a semiring are summed onto a pattern.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Takes dot products where a walk has so many times their steps.
/// Unit: steps of a walk per step of a dot product. Not tuned: no measurement on record.
inline constexpr std::int64_t walk_steps_per_dot_step = 4;

/// Searches the columns of C in a row of B that is longer than so many times their number.
/// Unit: ratio. Not tuned: no measurement on record.
inline constexpr std::int64_t searched_row_min_ratio = 16;

/// Searches a row of A or a column of B for each entry of the other where it is longer than so many
/// times.
/// Unit: ratio. Not tuned: no measurement on record.
inline constexpr std::int64_t searched_operand_min_ratio = 16;

/// Cuts the rows into so many ranges of equal work for each thread of a host.
/// Unit: ranges per thread. Not tuned: no measurement on record.
inline constexpr std::int64_t ranges_per_owner = 64;

/// Sets the slots of a hash map for each column of a marked row.
/// Unit: slots per column. Not tuned: open addressing with at most half of the slots in use.
inline constexpr std::int64_t slots_per_marked_column = 2;

/// Fills so large a share of the slots of a hash map that collects the columns of a row of A·B.
/// Unit: ratio. Not tuned: as for marked rows.
inline constexpr double most_collected_occupancy = 0.5;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
