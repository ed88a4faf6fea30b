// SPDX-License-Identifier: BSD-3-Clause
// Elements of x in the columns of successive entries, by scalar loads. Needs AVX2.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX2__
#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Two successive columns. One load reads two columns of 32 bits, since loads are the bottleneck.
template <class Ordinal>
[[gnu::always_inline]] inline std::pair<std::int64_t, std::int64_t> two_columns(
    Ordinal const* columns) {
  if constexpr (sizeof(Ordinal) == sizeof(std::uint32_t)) {
    std::uint64_t both;
    std::memcpy(&both, columns, sizeof(both));
    return {static_cast<std::int64_t>(both & 0xFFFFFFFFU), static_cast<std::int64_t>(both >> 32)};
  } else {
    return {columns[0], columns[1]};
  }
}

template <class Ordinal>
[[gnu::always_inline]] inline __m128d two_elements(double const* x, Ordinal const* columns) {
  auto const [first, second] = two_columns(columns);
  return _mm_setr_pd(x[first], x[second]);
}

template <class Ordinal>
[[gnu::always_inline]] inline __m256d four_elements(double const* x, Ordinal const* columns) {
  auto const [first, second] = two_columns(columns);
  auto const [third, fourth] = two_columns(columns + 2);
  return _mm256_setr_pd(x[first], x[second], x[third], x[fourth]);
}

/// Masks the entries of a row of `size` entries. Products from entry i on are zero behind the row.
///
/// Units: size: at most 32 entries.
class RowPresence {
 public:
#if defined(__AVX512VL__) && defined(__BMI2__)
  [[gnu::always_inline]] explicit RowPresence(std::int64_t size)
      : present_{_bzhi_u32(~0U, static_cast<unsigned>(size))} {}

  [[gnu::always_inline]] __m256d products(int i, __m256d x, __m256d y) const {
    return _mm256_maskz_mul_pd(lanes(i, 0xF), x, y);
  }
  [[gnu::always_inline]] __m128d products(int i, __m128d x, __m128d y) const {
    return _mm_maskz_mul_pd(lanes(i, 0x3), x, y);
  }
  [[gnu::always_inline]] __m256d add_products(__m256d sums, int i, __m256d x, __m256d y) const {
    return _mm256_mask3_fmadd_pd(x, y, sums, lanes(i, 0xF));
  }

 private:
  [[gnu::always_inline]] __mmask8 lanes(int i, unsigned all) const {
    return static_cast<__mmask8>((present_ >> i) & all);
  }

  unsigned present_;
#else
  [[gnu::always_inline]] explicit RowPresence(std::int64_t size) : size_{size} {}

  [[gnu::always_inline]] __m256d products(int i, __m256d x, __m256d y) const {
    __m256i const present =
        _mm256_cmpgt_epi64(_mm256_set1_epi64x(size_ - i), _mm256_setr_epi64x(0, 1, 2, 3));
    return _mm256_and_pd(_mm256_castsi256_pd(present), _mm256_mul_pd(x, y));
  }
  [[gnu::always_inline]] __m128d products(int i, __m128d x, __m128d y) const {
    return _mm256_castpd256_pd128(
        products(i, _mm256_castpd128_pd256(x), _mm256_castpd128_pd256(y)));
  }
  [[gnu::always_inline]] __m256d add_products(__m256d sums, int i, __m256d x, __m256d y) const {
    return _mm256_add_pd(sums, products(i, x, y));
  }

 private:
  std::int64_t size_;
#endif
};

}  // namespace araios::inline ARAIOS_ISA::impl

#endif  // __AVX2__
