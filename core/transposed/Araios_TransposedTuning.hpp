// SPDX-License-Identifier: BSD-3-Clause
// Decides how products by a transpose are cut into parts and blocks.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Gives a part of the rows at least so many steps, one a row and one an entry.
/// Unit: steps. Not tuned: as long a path one thread of spmv walks alone.
inline constexpr std::int64_t transposed_host_steps_per_part = 4000;

/// Bounds the parts of a result that does not depend on the number of threads.
/// Unit: parts. Not tuned: no measurement on record.
inline constexpr std::int64_t transposed_host_parts_for_any_threads = 32;

/// Looks for the columns of a part unless all parts together have so many times as many entries as
/// sums for all columns.
/// Unit: ratio. Not tuned: a look costs the bytes of the columns, a sum is written and read.
inline constexpr std::int64_t transposed_host_entries_per_sum = 8;

/// Adds up the sums of all parts for so many elements of the result at once, in L1.
/// Unit: elements. Not tuned: no measurement on record.
inline constexpr int transposed_host_elements_of_chunk = 512;

/// Multiplies so many columns of a dense matrix in one pass over A.
/// Unit: columns. Not tuned: no measurement on record.
inline constexpr int transposed_columns_per_block = 16;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
