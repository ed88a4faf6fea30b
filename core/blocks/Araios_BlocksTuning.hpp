// SPDX-License-Identifier: BSD-3-Clause
// Decides how products of blocks are summed.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Takes blocks of at most so many rows and columns.
/// Unit: rows. Not tuned: products of their sizes fit an int by far.
inline constexpr int most_rows_of_block = 1024;

/// Hosts: sums a row of C of at most so many bytes on the stack before it is streamed.
/// Unit: bytes. Not tuned: half of a usual L1 and of the smallest stacks of threads.
inline constexpr std::size_t staged_row_bytes = 1 << 15;

/// Devices: sums a row of C in scratch if the longest one has at most so many bytes.
/// Unit: bytes. Not tuned: leaves scratch for a third of the warps of an SM.
inline constexpr std::size_t scratch_row_bytes = 12 << 10;

/// Devices: gives the threads of a team at most so much scratch, but one of them what it needs.
/// Unit: bytes. Not tuned: what Kokkos grants a team of any device.
inline constexpr std::size_t scratch_team_bytes = 40 << 10;

/// Devices: holds a block of A in registers if it has at most so many bytes.
/// Unit: bytes. Not tuned: half of the registers of a lane where an SM is half full.
inline constexpr std::size_t register_block_bytes = 128;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
