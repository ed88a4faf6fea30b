// SPDX-License-Identifier: BSD-3-Clause
// A multiplicative hash that spreads keys over slots.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Multiplies the key by 2³² over the golden ratio and drops the lower `shift` bits. The upper bits
/// spread neighbouring keys, and keys that are equal modulo a power of two, as on a grid.
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
