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

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
