// SPDX-License-Identifier: BSD-3-Clause
// Keys spread over slots by a multiplication.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// The range of the integers over the golden ratio, which is odd.
template <class Unsigned>
inline constexpr Unsigned golden_multiplier{};
template <>
inline constexpr std::uint32_t golden_multiplier<std::uint32_t>{0x9E3779B9U};
template <>
inline constexpr std::uint64_t golden_multiplier<std::uint64_t>{0x9E3779B97F4A7C15U};

/// The upper bits, all but `shift`, of a multiple of the key: they spread neighbours, and keys that
/// are equal modulo a power of two, as those of a grid are.
///
/// Units:  shift: bits.
/// Source: Knuth, The Art of Computer Programming 3, section 6.4.
template <class Unsigned>
KOKKOS_FORCEINLINE_FUNCTION constexpr Unsigned multiplicative_hash(Unsigned key, int shift) {
  return key * golden_multiplier<Unsigned> >> shift;
}

}  // namespace araios
