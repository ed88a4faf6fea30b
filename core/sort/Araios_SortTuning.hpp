// SPDX-License-Identifier: BSD-3-Clause
// Decides how hosts sort a row of C: by counting, through a bitmap, or by comparison.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Sorts rows of up to this length by counting the smaller keys of each key.
/// Unit: entries. Tuned: two threads of Zen 4.
inline constexpr int sort_by_counting_max = 64;

/// Sorts a longer row through a bitmap of its key range while that has at most
/// size · ⌈log2 size⌉ / sort_keys_per_word words of 64 keys.
/// Unit: comparisons per word. Tuned: two threads of Zen 4.
inline constexpr int sort_keys_per_word = 2;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
