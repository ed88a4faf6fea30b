// SPDX-License-Identifier: BSD-3-Clause
// Elements of x in the columns of eight successive entries, by one AVX-512 gather.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The elements of eight entries.
[[gnu::always_inline]] inline __m512d eight_elements(double const* x, std::int32_t const* columns) {
  __m256i const places = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(columns));
  // Masked, with all lanes on: GCC 12 warns that the plain gather reads uninitialized memory.
  return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xFF, places, x, sizeof(double));
}

/// The elements of the entries that are `present`. Other lanes are zero and read no memory.
[[gnu::always_inline]] inline __m512d present_elements(double const* x, std::int32_t const* columns,
                                                       __mmask8 present) {
  __m512i const both_halves = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(present), columns);
  // The lower half. GCC 12 warns likewise of the intrinsic of that cast.
  __m256i const places = __builtin_shufflevector(both_halves, both_halves, 0, 1, 2, 3);
  return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), present, places, x, sizeof(double));
}

}  // namespace araios::inline ARAIOS_ISA::impl

#endif  // __AVX512F__
