// SPDX-License-Identifier: BSD-3-Clause
// Decides huge pages and inline loops on hosts, and the teams that sort rows into bins.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Hosts.

/// Asks for huge pages from this size on. The C library reuses smaller blocks, whose pages exist.
/// Unit: bytes. Not tuned: follows from the C library.
inline constexpr std::size_t huge_pages_min_bytes = std::size_t{8} << 20;

/// The size of a huge page. Where pages are smaller, some of them are not touched.
/// Unit: bytes. Not tuned: a property of x86-64.
inline constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;

/// Runs a loop of up to this many elements on the calling thread, without a launch.
/// Unit: elements. Tuned: two threads of a Xeon.
inline constexpr std::int64_t host_steps_without_launch = 4000;

// Devices.

/// The lanes of a team, over all its threads.
/// Unit: lanes. Source: Deveci, Trott, Rajamanickam 2018, §2.
inline constexpr int device_lanes_per_team = 256;

/// Bounds the rows of a team that sorts rows into bins.
/// Unit: rows. Tuned: H200.
inline constexpr int binning_max_rows_per_team = 1024;

/// Leaves so many team slots of the device for each team of a launch whose teams wait for each
/// other, since registers cost occupancy.
/// Unit: slots per team. Tuned: H200.
inline constexpr int binning_slots_per_waiting_team = 2;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
