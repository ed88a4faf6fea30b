// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room platform.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: memory of at least so many bytes is to lie in large pages (2 MiB on x86-64). Not tuned:
/// the C library hands smaller blocks out again, whose pages are there.
inline constexpr std::size_t huge_pages_min_bytes = std::size_t{8} << 20;

/// Host: bytes of a large page. Not tuned: those of x86-64; smaller pages are touched in part.
inline constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;

/// Host: elements of a loop up to which the calling thread runs it alone. Tuned on two cores of an
/// Intel Xeon, where a launch takes 2 to 4 µs.
inline constexpr std::int64_t host_steps_without_launch = 4000;

/// Device: lanes of one team, over all its threads. Source: the same, §2 (teams of 4 to 64
/// threads).
inline constexpr int device_lanes_per_team = 256;

/// Device: most rows of a team that sorts rows into bins; and, where such teams wait for each
/// other, how many a device could hold for each of them if they took no registers. Tuned on one
/// H200.
inline constexpr int binning_max_rows_per_team = 1024;
inline constexpr int binning_slots_per_waiting_team = 2;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
