// SPDX-License-Identifier: BSD-3-Clause
// Every threshold of the library, with its unit, its source and where it was tuned: those of hosts
// and devices alike here, those of either alone in the headers that it includes.
#pragma once

#include <platform/Araios_DeviceTuning.hpp>
#include <platform/Araios_HostTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Share of the work that compressed work may keep for compression to pay.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.2 (more than 15 % must be saved).
inline constexpr double compression_cutoff = 0.85;

/// Columns in one column set of a compressed row. Source: the same, §3.2.
inline constexpr int columns_per_block = 32;

/// Hash begins per entry of a row's capacity, before rounding up to a power of two.
/// Tuned on two cores of an AMD EPYC (Zen 4): against 1, long rows gain up to a quarter.
inline constexpr int hash_scale = 2;

/// Linear probing: share of the slots in use from which new keys go to the second level.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2 (slow above 50 %).
inline constexpr double max_occupancy = 0.5;

/// Linear probing: the least of these shares that may be asked for, so that slots can be counted.
inline constexpr double least_max_occupancy = 1e-3;

/// Products that are taken for one entry of C before its size is known. Source: the same, §3.3.
inline constexpr std::int64_t assumed_compression_factor = 8;

/// Bytes that an entry of C takes in a first-level accumulator, for choosing its scratch: keys of
/// four and values of eight bytes, with hash_scale begins or max_occupancy.
inline constexpr std::size_t linked_list_bytes_per_entry = 24;
inline constexpr std::size_t linear_probing_bytes_per_entry = 32;

/// RBSparse: products that are expected for each slot of a row's table, the spread of work up to
/// which all rows get tables of one size (variance over mean), and the slots of the smallest and of
/// the largest table. Source: Tang, Zhao, Huang, Dai 2019, §4.3, §4.4.
inline constexpr double rbsparse_products_per_slot = 3.14159265358979323846;
inline constexpr double rbsparse_balanced_spread = 0.5;
inline constexpr int rbsparse_least_slots = 32;
inline constexpr int rbsparse_most_slots = 2048;

/// bhSPARSE: keys that the buffers of merged rows hold at first; they double until the longest row
/// fits.
inline constexpr int bhsparse_first_buffer = 1024;

/// Rows of a group of GroupedCoo where the caller does not say. Tuned on one H200: at 98 to 99.5 %
/// of zeros two rows are slower by up to a seventh, eight by a quarter.
inline constexpr int grouped_coo_rows_per_group = 4;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
