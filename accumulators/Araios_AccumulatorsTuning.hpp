// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room accumulators.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Hash begins per entry of a row's capacity, before rounding up to a power of two.
/// Tuned on two cores of an AMD EPYC (Zen 4): against 1, long rows gain up to a quarter.
inline constexpr int hash_scale = 2;

/// Linear probing: share of the slots in use from which new keys go to the second level.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2 (slow above 50 %).
inline constexpr double max_occupancy = 0.5;

/// Host: dense accumulators below this many keys, hash maps from it on.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.3 (k < 250 000).
inline constexpr std::int64_t dense_max_keys = 250'000;

/// Device, rows by bins: rows of B that one lane merges, and how many with more registers. Unit:
/// rows. Tuned on one H200.
inline constexpr int lane_merge_few_rows = 8;
inline constexpr int lane_merge_more_rows = 16;

/// Device, rows by bins, numeric phase: keys of a row that each lane of a thread holds in registers
/// to sort them; a row of more is ranked in scratch. A power of two. Tuned on one H100, where
/// counting in scratch instead takes 1.17 times as long for the numeric phase of lap3d27:64, 1.05
/// for copter2.
inline constexpr int probing_sort_max_registers = 8;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
