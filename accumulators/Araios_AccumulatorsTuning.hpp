// SPDX-License-Identifier: BSD-3-Clause
// Decides the sizes of the accumulators, and which rows merge in registers.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Sizes of the general accumulators.

/// Sets the hash begins for each entry of a row's capacity, before it rounds up to a power of two.
/// Unit: ratio. Tuned: two threads of Zen 4.
inline constexpr int hash_scale = 2;

/// Linear probing: sends new keys to the second level once this share of the slots is in use.
/// Unit: ratio. Source: Deveci, Trott, Rajamanickam 2018, §3.1.2.
inline constexpr double max_occupancy = 0.5;

/// Hosts: selects dense accumulators below this many keys, hash maps from it on.
/// Unit: keys. Source: Deveci, Trott, Rajamanickam 2018, §3.3.
inline constexpr std::int64_t dense_max_keys = 250'000;

// Devices: accumulators in registers.

/// Bounds the rows of B that one lane merges: few, and more with more registers.
/// Unit: rows of B. Tuned: H200.
inline constexpr int lane_merge_few_rows = 8;
inline constexpr int lane_merge_more_rows = 16;

// Devices: accumulators in shared memory.

/// Ranks the keys of a hash map by comparing each with all others up to this many, and by a bitonic
/// sort beyond.
/// Unit: keys. Not tuned: measured on and off alone.
inline constexpr int probing_rank_by_counting_max = 128;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
