// SPDX-License-Identifier: BSD-3-Clause
// Factors of the rows of a bundle, one in each lane, which add products to sums on hosts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// A factor for each row of a bundle; zero in other lanes.
template <class Scalar, int lanes>
struct LaneFactors {
  Scalar of_lane[lanes];

  [[gnu::always_inline]] static LaneFactors load(Scalar const* factors) {
    LaneFactors loaded;
    for (int lane = 0; lane < lanes; ++lane) loaded.of_lane[lane] = factors[lane];
    return loaded;
  }
  [[gnu::always_inline]] void store(Scalar* to) const {
    for (int lane = 0; lane < lanes; ++lane) to[lane] = of_lane[lane];
  }
  /// Adds the products with a value to `lanes` sums.
  [[gnu::always_inline]] void add(Scalar value, Scalar* sums) const {
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += of_lane[lane] * value;
  }
};

#ifdef __AVX512F__
// By intrinsics, since compilers do not make vectors of loops as short as these.

template <>
struct LaneFactors<double, 4> {
  __m256d of_lane;

  [[gnu::always_inline]] static LaneFactors load(double const* factors) {
    return {_mm256_loadu_pd(factors)};
  }
  [[gnu::always_inline]] void store(double* to) const { _mm256_storeu_pd(to, of_lane); }
  [[gnu::always_inline]] void add(double value, double* sums) const {
    _mm256_storeu_pd(sums, _mm256_fmadd_pd(of_lane, _mm256_set1_pd(value), _mm256_loadu_pd(sums)));
  }
};

template <>
struct LaneFactors<double, 8> {
  __m512d of_lane;

  [[gnu::always_inline]] static LaneFactors load(double const* factors) {
    return {_mm512_loadu_pd(factors)};
  }
  [[gnu::always_inline]] void store(double* to) const { _mm512_storeu_pd(to, of_lane); }
  [[gnu::always_inline]] void add(double value, double* sums) const {
    _mm512_storeu_pd(sums, _mm512_fmadd_pd(of_lane, _mm512_set1_pd(value), _mm512_loadu_pd(sums)));
  }
};
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
