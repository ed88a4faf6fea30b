// SPDX-License-Identifier: BSD-3-Clause
// Sums several rows of A·x at once, one in each vector lane, by AVX-512.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_EvenGroups.hpp>
#include <spmv/Araios_GatheredElements.hpp>
#include <spmv/Araios_RowSumOperands.hpp>

#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Types without vector code sum rows one by one.
struct SumsNoRows {
  static constexpr int rows = 0;
};

/// Sums `rows` rows of A·x at once.
///
/// A specialization has write(operands, alpha, y, end), which writes alpha times the sums of
/// successive rows to [y, end). `rows` divides their number. The order of additions within a group
/// of `rows` rows depends on the lengths of these rows alone.
template <class Scalar, class Ordinal>
struct SumRows : SumsNoRows {};

#ifdef __AVX512F__

/// Sums eight rows of doubles. If they have few entries in all, forms vectors of products in memory
/// order, and each lane picks up those of its row. Otherwise forms a vector of products for each
/// row, and adds across vectors. Even a short row takes one gather there: it costs less than a
/// mispredicted end of a loop.
template <>
struct SumRows<double, std::int32_t> {
  static constexpr int rows = 8;

  template <class Offset>
  [[gnu::always_inline]] static void write(RowSumOperands<double, std::int32_t, Offset> operands,
                                           double alpha, double* y, double* end) {
    using even_groups = EvenGroups<Offset>;
    __m512d const factor = _mm512_set1_pd(alpha);
    auto const [values, columns, x, first_end] = operands;
    Offset const* row_ends = first_end;
    while (y < end) {
      if (even_groups::begin_at(row_ends, (end - y) / rows)) {
        double* const y_behind = even_groups::write(values, columns, x, row_ends, alpha, y, end);
        row_ends += y_behind - y;
        y = y_behind;
      } else {
        _mm512_storeu_pd(y, _mm512_mul_pd(factor, sum(values, columns, x, row_ends)));
        row_ends += rows;
        y += rows;
      }
    }
  }

 private:
  static constexpr int lanes = 8;
  static constexpr int few = 4 * lanes;  ///< entries of a group whose products fit registers

  /// The sums of a group whose rows have any lengths.
  template <class Offset>
  [[gnu::always_inline]] static __m512d sum(double const* values, std::int32_t const* columns,
                                            double const* x, Offset const* row_ends) {
    auto begin = static_cast<std::int64_t>(row_ends[-1]);
    auto const num_entries = static_cast<std::int64_t>(row_ends[rows - 1]) - begin;
    if (num_entries <= few) {
      Entries const entries{values + begin, columns + begin, x, static_cast<int>(num_entries)};
      __m512i const ends = _mm512_sub_epi64(load(row_ends), _mm512_set1_epi64(begin));
      return sum_few(entries, ends);
    }
    __m512d parts[rows];
    for (int i = 0; i < rows; ++i) {
      auto const end = static_cast<std::int64_t>(row_ends[i]);
      parts[i] = products(values, columns, x, begin, end);
      begin = end;
    }
    return add_across(parts);
  }

  /// The entries of a group.
  struct Entries {
    double const* values;
    std::int32_t const* columns;
    double const* x;
    int count;
  };

  template <class Offset>
  static __m512i load(Offset const* offsets) {
    if constexpr (sizeof(Offset) == sizeof(std::int64_t)) {
      return _mm512_loadu_si512(offsets);
    } else {
      return _mm512_maskz_cvtepi32_epi64(
          0xFF, _mm256_loadu_si256(reinterpret_cast<__m256i const*>(offsets)));
    }
  }

  /// The sums of a group of few entries. `ends` are the ends of its rows, relative to its first
  /// entry.
  static __m512d sum_few(Entries const& entries, __m512i ends) {
    __m512d const first = products_of(entries, 0);
    __m512d const second = products_of(entries, 1);
    if (entries.count <= 2 * lanes) {
      return pick_up(ends,
                     [&](__m512i places) { return _mm512_permutex2var_pd(first, places, second); });
    }
    __m512d const third = products_of(entries, 2);
    __m512d const fourth = products_of(entries, 3);
    return pick_up(ends, [&](__m512i places) {
      __mmask8 const in_second_half = _mm512_test_epi64_mask(places, _mm512_set1_epi64(2 * lanes));
      return _mm512_mask_blend_pd(in_second_half, _mm512_permutex2var_pd(first, places, second),
                                  _mm512_permutex2var_pd(third, places, fourth));
    });
  }

  /// The products of entries [vector · lanes, (vector + 1) · lanes), zero beyond the last entry.
  static __m512d products_of(Entries const& entries, int vector) {
    int const begin = vector * lanes;
    int const rest = entries.count - begin;
    if (rest <= 0) return _mm512_setzero_pd();
    auto const present = static_cast<__mmask8>(rest >= lanes ? 0xFF : (1U << rest) - 1);
    return add_products(_mm512_setzero_pd(), present, entries.values + begin,
                        entries.columns + begin, entries.x);
  }

  /// Adds up the products of each row in its lane. pick(places) gives each lane the product at its
  /// place.
  template <class Pick>
  static __m512d pick_up(__m512i ends, Pick const& pick) {
    __m512i const lanes_before = _mm512_set_epi64(6, 5, 4, 3, 2, 1, 0, 0);
    __m512i places = _mm512_maskz_permutexvar_epi64(0xFE, lanes_before, ends);
    __m512d sum = _mm512_setzero_pd();
    for (__mmask8 left = _mm512_cmplt_epi64_mask(places, ends); left != 0;
         left = _mm512_cmplt_epi64_mask(places, ends)) {
      sum = _mm512_mask_add_pd(sum, left, sum, pick(places));
      places = _mm512_add_epi64(places, _mm512_set1_epi64(1));
    }
    return sum;
  }

  /// The products of a row, added to one vector.
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
    return _mm512_fmadd_pd(_mm512_maskz_loadu_pd(present, values),
                           present_elements(x, columns, present), sum);
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
  /// Adds neighbouring quarters. Sums of x come before those of y.
  static __m512d add_halves(__m512d x, __m512d y) {
    constexpr int even_quarters = 0x88;
    constexpr int odd_quarters = 0xDD;
    return _mm512_add_pd(_mm512_maskz_shuffle_f64x2(0xFF, x, y, even_quarters),
                         _mm512_maskz_shuffle_f64x2(0xFF, x, y, odd_quarters));
  }
};

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
