// SPDX-License-Identifier: BSD-3-Clause
// Keys spread over slots by a multiplication.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The upper bits, all but `shift`, of the key times 2³² over the golden ratio: they spread
/// neighbours, and keys that are equal modulo a power of two, as those of a grid are.
///
/// Units:  shift: bits.
/// Source: Knuth, The Art of Computer Programming 3, section 6.4.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint32_t multiplicative_hash(std::uint32_t key,
                                                                        int shift) {
  return key * 0x9E3779B9U >> shift;
}

/// The same with 2⁶⁴.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint64_t multiplicative_hash(std::uint64_t key,
                                                                        int shift) {
  return key * 0x9E3779B97F4A7C15U >> shift;
}

}  // namespace araios::inline ARAIOS_ISA::impl
