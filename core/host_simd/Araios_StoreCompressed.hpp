// SPDX-License-Identifier: BSD-3-Clause
// Compressed stores of vector lanes, where the compiler has AVX-512.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Stores the lanes in `present` contiguously. Returns their number.
inline int store_compressed(std::int32_t* target, __mmask16 present, __m512i lanes) {
  int const count = std::popcount(static_cast<std::uint32_t>(present));
  // Compressed in a register, then stored with a mask: compressing stores to memory are slow on Zen
  // 4.
  _mm512_mask_storeu_epi32(target, static_cast<__mmask16>((1U << count) - 1),
                           _mm512_maskz_compress_epi32(present, lanes));
  return count;
}
inline int store_compressed(double* target, __mmask8 present, __m512d lanes) {
  int const count = std::popcount(static_cast<std::uint32_t>(present));
  _mm512_mask_storeu_pd(target, static_cast<__mmask8>((1U << count) - 1),
                        _mm512_maskz_compress_pd(present, lanes));
  return count;
}

}  // namespace araios::inline ARAIOS_ISA::impl
#endif
