// SPDX-License-Identifier: BSD-3-Clause
// A few numbers as one vector of a host: rows of small dense blocks.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#if defined(__AVX512VL__) && defined(__FMA__)
#include <immintrin.h>
#define ARAIOS_HAS_MASKED_VECTORS
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// `lanes` numbers. Compilers hold them in registers.
template <class Scalar, int lanes>
class ShortVector {
 public:
  explicit ShortVector(Scalar const* from) {
    for (int i = 0; i < lanes; ++i) elements_[i] = from[i];
  }
  void store(Scalar* to) const {
    for (int i = 0; i < lanes; ++i) to[i] = elements_[i];
  }
  /// Adds factor·other.
  void add_product(Scalar const& factor, ShortVector const& other) {
    for (int i = 0; i < lanes; ++i) elements_[i] += factor * other.elements_[i];
  }

 private:
  Scalar elements_[lanes];
};

#ifdef ARAIOS_HAS_MASKED_VECTORS
// Masked loads take a row of any length at once. Stores are of its exact length: loads of the next
// row, which overlap the masked part of a store, would wait until it has left the store buffer. A
// mask is passed where intrinsics without one cause warnings in GCC 12.

/// Stores the first `lanes` numbers.
template <int lanes>
void store_first(double* to, __m128d from) {
  if constexpr (lanes >= 2) {
    _mm_storeu_pd(to, from);
  } else if constexpr (lanes == 1) {
    _mm_store_sd(to, from);
  }
}
template <int lanes>
void store_first(double* to, __m256d from) {
  if constexpr (lanes >= 4) {
    _mm256_storeu_pd(to, from);
  } else {
    store_first<lanes>(to, _mm256_castpd256_pd128(from));
    if constexpr (lanes > 2) store_first<lanes - 2>(to + 2, _mm256_extractf128_pd(from, 1));
  }
}
template <int lanes>
void store_first(double* to, __m512d from) {
  if constexpr (lanes >= 8) {
    _mm512_storeu_pd(to, from);
  } else {
    store_first<lanes>(to, _mm512_castpd512_pd256(from));
    if constexpr (lanes > 4)
      store_first<lanes - 4>(to + 4, _mm512_maskz_extractf64x4_pd(0xF, from, 1));
  }
}
template <int lanes>
void store_first(float* to, __m128 from) {
  if constexpr (lanes >= 4) {
    _mm_storeu_ps(to, from);
  } else {
    if constexpr (lanes >= 2) _mm_storel_pi(reinterpret_cast<__m64*>(to), from);
    if constexpr (lanes == 3) _mm_store_ss(to + 2, _mm_movehl_ps(from, from));
    if constexpr (lanes == 1) _mm_store_ss(to, from);
  }
}
template <int lanes>
void store_first(float* to, __m256 from) {
  if constexpr (lanes >= 8) {
    _mm256_storeu_ps(to, from);
  } else {
    store_first<lanes>(to, _mm256_castps256_ps128(from));
    if constexpr (lanes > 4) store_first<lanes - 4>(to + 4, _mm256_extractf128_ps(from, 1));
  }
}

template <int lanes>
requires(lanes <= 4) class ShortVector<double, lanes> {
 public:
  explicit ShortVector(double const* from) : elements_{_mm256_maskz_loadu_pd(mask, from)} {}
  void store(double* to) const { store_first<lanes>(to, elements_); }
  void add_product(double factor, ShortVector const& other) {
    elements_ = _mm256_fmadd_pd(_mm256_set1_pd(factor), other.elements_, elements_);
  }

 private:
  static constexpr __mmask8 mask = (1U << lanes) - 1;
  __m256d elements_;
};

template <int lanes>
requires(lanes > 4 && lanes <= 8) class ShortVector<double, lanes> {
 public:
  explicit ShortVector(double const* from) : elements_{_mm512_maskz_loadu_pd(mask, from)} {}
  void store(double* to) const { store_first<lanes>(to, elements_); }
  void add_product(double factor, ShortVector const& other) {
    elements_ = _mm512_fmadd_pd(_mm512_set1_pd(factor), other.elements_, elements_);
  }

 private:
  static constexpr __mmask8 mask = (1U << lanes) - 1;
  __m512d elements_;
};

template <int lanes>
requires(lanes <= 8) class ShortVector<float, lanes> {
 public:
  explicit ShortVector(float const* from) : elements_{_mm256_maskz_loadu_ps(mask, from)} {}
  void store(float* to) const { store_first<lanes>(to, elements_); }
  void add_product(float factor, ShortVector const& other) {
    elements_ = _mm256_fmadd_ps(_mm256_set1_ps(factor), other.elements_, elements_);
  }

 private:
  static constexpr __mmask8 mask = (1U << lanes) - 1;
  __m256 elements_;
};
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
