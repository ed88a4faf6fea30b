// SPDX-License-Identifier: BSD-3-Clause
// Decides whether a pattern counts as one of shifted rows.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Samples this many rows for ones that equal the row before, shifted by one column; the pattern
/// counts as shifted from the second number on.
/// Unit: rows. Not tuned: half of a sample that costs little.
inline constexpr int shifted_rows_samples = 128;
inline constexpr int shifted_rows_min_found = 64;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
