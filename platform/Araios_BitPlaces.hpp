// SPDX-License-Identifier: BSD-3-Clause
// Positions of bits in a word, found by counting bits.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// The position of the lowest set bit, counted from 0.
///
/// On devices Kokkos 4.5 finds it by a search, but counts bits in a single instruction.
///
/// Pre: bits is not 0.
template <std::unsigned_integral Word>
KOKKOS_FORCEINLINE_FUNCTION int lowest_bit(Word bits) {
  return Kokkos::popcount(static_cast<Word>(~bits & (bits - 1)));
}

/// The number of bits above a mask of low bits.
///
/// Pre: mask + 1 is a power of two.
template <std::unsigned_integral Word>
KOKKOS_FORCEINLINE_FUNCTION int bits_above(Word mask) {
  return std::numeric_limits<Word>::digits - Kokkos::popcount(mask);
}

}  // namespace araios::inline ARAIOS_ISA::impl
