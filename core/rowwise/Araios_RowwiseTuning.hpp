// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room rowwise.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: a row is sorted through a bitmap of its key range while the bitmap has at most
/// size · ⌈log2 size⌉ / sort_keys_per_word words of 64 keys, otherwise by comparison.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int sort_keys_per_word = 2;

/// Host: longest row that is sorted by counting the smaller keys of each key. Unit: entries.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int sort_by_counting_max = 64;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
