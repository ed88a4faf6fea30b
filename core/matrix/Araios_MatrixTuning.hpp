// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room matrix.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: rows that are looked at to tell whether a pattern has many that are the row before, moved
/// by one column, and how many of them have to be.
inline constexpr int shifted_rows_samples = 128;
inline constexpr int shifted_rows_min_found = 64;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
