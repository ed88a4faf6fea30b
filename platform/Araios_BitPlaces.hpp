// SPDX-License-Identifier: BSD-3-Clause
// The places of bits in a word, by a count of bits.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// The place of the lowest bit that is set, from 0 on.
///
/// On devices Kokkos 4.5 searches for it, 35 instructions, but counts bits in one.
/// Pre: bits is not 0.
template <std::unsigned_integral Word>
KOKKOS_FORCEINLINE_FUNCTION int lowest_bit(Word bits) {
  return Kokkos::popcount(static_cast<Word>(~bits & (bits - 1)));
}

/// Bits above those of a mask of low bits.
/// Pre: mask + 1 is a power of two.
template <std::unsigned_integral Word>
KOKKOS_FORCEINLINE_FUNCTION int bits_above(Word mask) {
  return std::numeric_limits<Word>::digits - Kokkos::popcount(mask);
}

}  // namespace araios::inline ARAIOS_ISA::impl
