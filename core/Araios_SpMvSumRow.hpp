// SPDX-License-Identifier: BSD-3-Clause
// The sum of one row of A·x on hosts.
#pragma once

#include <Araios_Tuning.hpp>

#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace araios {

/// Sums product(begin), …, product(end - 1). Long rows are summed in four interleaved parts, whose
/// additions do not wait for each other. Inlined, because a call costs as much as a short row.
template <class Scalar, class Product>
[[gnu::always_inline]] inline Scalar sum_of_products(std::int64_t begin, std::int64_t end,
                                                     Product const& product) {
  Scalar sum{};
  if (end - begin >= tuning::spmv_host_long_row) {
    Scalar first{};
    Scalar second{};
    Scalar third{};
    Scalar fourth{};
    for (; begin + 4 <= end; begin += 4) {
      first += product(begin);
      second += product(begin + 1);
      third += product(begin + 2);
      fourth += product(begin + 3);
    }
    sum = (first + second) + (third + fourth);
  }
  for (; begin < end; ++begin) sum += product(begin);
  return sum;
}

/// Sums a row by vectors, the last of which reaches over its end: rows whose lengths differ have no
/// loop for what is left of them, whose end is mispredicted. Types without vector code have none.
///
/// A specialization has sum(values, columns, x, begin, end): the sum of a row of at least one
/// entry, in an order that depends on its length alone. Reads `entries_behind` entries behind the
/// row, and elements of x in their columns; their products are formed and left out, so
/// floating-point exceptions may be those of a neighbour.
template <class Scalar>
struct SumRowByVectors {
  static constexpr bool exists = false;
  static constexpr int entries_behind = 0;
};

#ifdef __AVX2__

template <>
struct SumRowByVectors<double> {
  static constexpr bool exists = true;
  static constexpr int entries_behind = 3;

  template <class Ordinal>
  [[gnu::always_inline]] static double sum(double const* values, Ordinal const* columns,
                                           double const* x, std::int64_t begin, std::int64_t end) {
    __m256d sums = _mm256_setzero_pd();
    for (; begin + lanes < end; begin += lanes) {
      sums = _mm256_add_pd(sums, products(values + begin, columns + begin, x));
    }
    __m256i const lane = _mm256_setr_epi64x(0, 1, 2, 3);
    __m256i const present = _mm256_cmpgt_epi64(_mm256_set1_epi64x(end - begin), lane);
    sums = _mm256_add_pd(sums, _mm256_and_pd(_mm256_castsi256_pd(present),
                                             products(values + begin, columns + begin, x)));
    __m128d const halves = _mm_add_pd(_mm256_castpd256_pd128(sums), _mm256_extractf128_pd(sums, 1));
    return _mm_cvtsd_f64(_mm_add_sd(halves, _mm_unpackhi_pd(halves, halves)));
  }

 private:
  static constexpr int lanes = 4;

  template <class Ordinal>
  static __m256d products(double const* values, Ordinal const* columns, double const* x) {
    return _mm256_mul_pd(_mm256_loadu_pd(values), _mm256_setr_pd(x[columns[0]], x[columns[1]],
                                                                 x[columns[2]], x[columns[3]]));
  }
};

#endif  // __AVX2__

}  // namespace araios
