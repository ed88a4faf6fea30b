// SPDX-License-Identifier: BSD-3-Clause
// Vectors of 32-bit keys, as wide as the compiler supports: by AVX-512, or by the vector extensions
// of GNU compilers (AVX2 or SSE2).
#pragma once

#ifdef __AVX512F__
#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <immintrin.h>
#endif
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

#ifdef __AVX512F__

using KeyVector = __m512i;
inline constexpr int key_lanes = vector_lanes::lanes;

/// Moves the smaller key of each lane to x and the larger one to y. Keys are unsigned.
[[gnu::always_inline]] inline void order_keys(KeyVector& x, KeyVector& y) {
  KeyVector const smaller = _mm512_maskz_min_epu32(vector_lanes::all_lanes, x, y);
  y = _mm512_maskz_max_epu32(vector_lanes::all_lanes, x, y);
  x = smaller;
}

#else

#ifdef __AVX2__
inline constexpr int key_lanes = 8;
#else
inline constexpr int key_lanes = 4;
#endif
/// Keys are signed, since SSE2 and AVX2 compare signed integers.
using KeyVector [[gnu::vector_size(key_lanes * sizeof(std::int32_t))]] = std::int32_t;

[[gnu::always_inline]] inline void order_keys(KeyVector& x, KeyVector& y) {
  KeyVector const smaller = x < y ? x : y;
  y = x < y ? y : x;
  x = smaller;
}

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
