// SPDX-License-Identifier: BSD-3-Clause
// Rows of A·x several at once by vector lanes, where the compiler has AVX-512.
#pragma once

#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios {

/// Where rows are summed one by one.
struct SumsNoRows {
  static constexpr int rows = 0;
};

/// Sums of the rows of A·x, several at once; types without vector code have none.
///
/// A specialization has sum(values, columns, x, begin, row_ends, sums): writes the sums of `rows`
/// rows that lie one behind the other from entry `begin` on and end where row_ends says. The order
/// of additions depends on the lengths of rows alone.
template <class Scalar, class Ordinal>
struct SumRows : SumsNoRows {};

#ifdef __AVX512F__

/// Eight rows of doubles: a vector of products for each row, then one vector of all sums. Even a
/// row of few entries takes one gather, which costs less than a loop whose end is mispredicted.
template <>
struct SumRows<double, std::int32_t> {
  static constexpr int rows = 8;

  template <class Offset>
  static void sum(double const* values, std::int32_t const* columns, double const* x,
                  std::int64_t begin, Offset const* row_ends, double* sums) {
    __m512d parts[rows];
    for (int i = 0; i < rows; ++i) {
      auto const end = static_cast<std::int64_t>(row_ends[i]);
      parts[i] = products(values, columns, x, begin, end);
      begin = end;
    }
    _mm512_storeu_pd(sums, add_across(parts));
  }

 private:
  static constexpr int lanes = 8;

  /// The products of a row, added up lane by lane.
  static __m512d products(double const* values, std::int32_t const* columns, double const* x,
                          std::int64_t begin, std::int64_t end) {
    __m512d sum = _mm512_setzero_pd();
    for (; begin + lanes < end; begin += lanes) {
      sum = add_products(sum, 0xFF, values + begin, columns + begin, x);
    }
    auto const rest = static_cast<unsigned>(end - begin);
    return add_products(sum, static_cast<__mmask8>((1U << rest) - 1), values + begin,
                        columns + begin, x);
  }

  /// Lanes that are not `present` read no memory.
  static __m512d add_products(__m512d sum, __mmask8 present, double const* values,
                              std::int32_t const* columns, double const* x) {
    __m256i const places =
        _mm512_castsi512_si256(_mm512_maskz_loadu_epi32(static_cast<__mmask16>(present), columns));
    __m512d const factors =
        _mm512_mask_i32gather_pd(_mm512_setzero_pd(), present, places, x, sizeof(double));
    return _mm512_fmadd_pd(_mm512_maskz_loadu_pd(present, values), factors, sum);
  }

  /// Lane i of the result is the sum of all lanes of parts[i].
  static __m512d add_across(__m512d const* parts) {
    return add_halves(add_halves(add_pairs(parts[0], parts[1]), add_pairs(parts[2], parts[3])),
                      add_halves(add_pairs(parts[4], parts[5]), add_pairs(parts[6], parts[7])));
  }
  static __m512d add_pairs(__m512d x, __m512d y) {
    return _mm512_add_pd(_mm512_maskz_unpacklo_pd(0xFF, x, y),
                         _mm512_maskz_unpackhi_pd(0xFF, x, y));
  }
  /// Adds quarters that lie side by side: those of x come before those of y.
  static __m512d add_halves(__m512d x, __m512d y) {
    constexpr int even_quarters = 0x88;
    constexpr int odd_quarters = 0xDD;
    return _mm512_add_pd(_mm512_maskz_shuffle_f64x2(0xFF, x, y, even_quarters),
                         _mm512_maskz_shuffle_f64x2(0xFF, x, y, odd_quarters));
  }
};

#endif

}  // namespace araios
