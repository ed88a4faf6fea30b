// SPDX-License-Identifier: BSD-3-Clause
// Vectors of 16 32-bit integers, where the compiler has AVX-512: common definitions.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::vector_lanes {

inline constexpr int lanes = 16;
/// A full mask, passed explicitly: intrinsics without a mask cause warnings in GCC 12.
inline constexpr __mmask16 all_lanes = 0xFFFF;

/// The first lanes: none for a count below 1, all from 16 on.
inline __mmask16 first_lanes(std::int64_t count) {
  return static_cast<__mmask16>(count >= lanes ? 0xFFFFU : count <= 0 ? 0U : (1U << count) - 1);
}

/// Shifts `x` by one lane; the last lane of `before` becomes the first.
inline __m512i lane_before(__m512i x, __m512i before) {
  return _mm512_maskz_alignr_epi32(all_lanes, x, before, lanes - 1);
}

}  // namespace araios::inline ARAIOS_ISA::impl::vector_lanes
#endif
