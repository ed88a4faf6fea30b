// SPDX-License-Identifier: BSD-3-Clause
// Vectors of 16 32-bit integers, where the compiler has AVX-512: what all who use them need.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::vector_lanes {

inline constexpr int lanes = 16;
/// Named where the intrinsics without a mask would do: in GCC 12's these use what it warns of.
inline constexpr __mmask16 all_lanes = 0xFFFF;

/// The first lanes: none for a count below 1, all from 16 on.
inline __mmask16 first_lanes(std::int64_t count) {
  return static_cast<__mmask16>(count >= lanes ? 0xFFFFU : count <= 0 ? 0U : (1U << count) - 1);
}

/// What stands before each lane of `x`: the lane before it, and before the first one the last of
/// `before`.
inline __m512i lane_before(__m512i x, __m512i before) {
  return _mm512_maskz_alignr_epi32(all_lanes, x, before, lanes - 1);
}

}  // namespace araios::inline ARAIOS_ISA::impl::vector_lanes
#endif
