// SPDX-License-Identifier: BSD-3-Clause
// Transpose of vectors of 32-bit lanes, where the compiler has AVX-512.
#pragma once

#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

namespace araios::inline ARAIOS_ISA::impl::vector_lanes {

/// Lane j of vector i becomes lane i of vector j, for the first `wanted` lanes: 8 or 16.
///
/// Shapes: vectors 16, transposed `wanted`.
template <int wanted = lanes>
[[gnu::always_inline]] inline void transpose(__m512i const* vectors, __m512i* transposed) {
  __m512i pairs[lanes];
  for (int i = 0; i < lanes; i += 2) {
    pairs[i] = _mm512_maskz_unpacklo_epi32(all_lanes, vectors[i], vectors[i + 1]);
    pairs[i + 1] = _mm512_maskz_unpackhi_epi32(all_lanes, vectors[i], vectors[i + 1]);
  }
  // For each group of four vectors: lane j of every 128-bit quarter.
  __m512i fours[lanes];
  for (int i = 0; i < lanes; i += 4) {
    fours[i] = _mm512_maskz_unpacklo_epi64(0xFF, pairs[i], pairs[i + 2]);
    fours[i + 1] = _mm512_maskz_unpackhi_epi64(0xFF, pairs[i], pairs[i + 2]);
    fours[i + 2] = _mm512_maskz_unpacklo_epi64(0xFF, pairs[i + 1], pairs[i + 3]);
    fours[i + 3] = _mm512_maskz_unpackhi_epi64(0xFF, pairs[i + 1], pairs[i + 3]);
  }
  constexpr int even_quarters = 0x88;
  constexpr int odd_quarters = 0xDD;
  auto const even = [](__m512i x, __m512i y) {
    return _mm512_maskz_shuffle_i32x4(all_lanes, x, y, even_quarters);
  };
  auto const odd = [](__m512i x, __m512i y) {
    return _mm512_maskz_shuffle_i32x4(all_lanes, x, y, odd_quarters);
  };
  for (int i = 0; i < 4; ++i) {
    __m512i const even_low = even(fours[i], fours[4 + i]);
    __m512i const even_high = even(fours[8 + i], fours[12 + i]);
    __m512i const odd_low = odd(fours[i], fours[4 + i]);
    __m512i const odd_high = odd(fours[8 + i], fours[12 + i]);
    transposed[i] = even(even_low, even_high);
    transposed[4 + i] = even(odd_low, odd_high);
    if constexpr (wanted > 8) {
      transposed[8 + i] = odd(even_low, even_high);
      transposed[12 + i] = odd(odd_low, odd_high);
    }
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl::vector_lanes
#endif
