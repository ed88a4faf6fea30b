// SPDX-License-Identifier: BSD-3-Clause
// Elements of x in the columns of successive entries, by one gather, where the compiler has
// AVX-512.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Those of eight entries.
[[gnu::always_inline]] inline __m512d eight_elements(double const* x, std::int32_t const* columns) {
  __m256i const places = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(columns));
  // With all lanes masked in, since GCC 12 believes that other gathers read uninitialized memory.
  return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xFF, places, x, sizeof(double));
}

/// Zero in lanes that are not `present`, for which no memory is read.
[[gnu::always_inline]] inline __m512d present_elements(double const* x, std::int32_t const* columns,
                                                       __mmask8 present) {
  __m512i const both_halves = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(present), columns);
  // What a cast does, of whose intrinsic GCC 12 believes the same.
  __m256i const places = __builtin_shufflevector(both_halves, both_halves, 0, 1, 2, 3);
  return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), present, places, x, sizeof(double));
}

}  // namespace araios::inline ARAIOS_ISA::impl

#endif  // __AVX512F__
