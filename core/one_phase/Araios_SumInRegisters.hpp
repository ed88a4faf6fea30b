// SPDX-License-Identifier: BSD-3-Clause
// Sums a row of C in registers once its columns are sorted, with AVX-512.
#pragma once

#include <host_simd/Araios_StoreCompressed.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_IndexedKeys.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The most products of a row whose factors are kept in registers: one for each bit of a 64-bit
/// mask.
inline constexpr int max_products_in_registers = 64;

/// The products of one row of C within the expanded products of many rows.
///
/// Shapes: both arrays one factor for each product of all rows, those of a row contiguous and in
///         the order of A's entries; `width` elements are read from `begin` on.
struct ProductsOfRow {
  double const* factors_of_a;
  double const* factors_of_b;
  std::int32_t begin;  ///< of this row
  std::int32_t size;
};

/// Sums a row of at most `width` products: permutes the factors in registers to the sorted order of
/// their columns. Then adds products of equal columns from lane to lane, in the order of A's
/// entries.
template <int width>
class SumInRegisters {
 public:
  /// Writes the distinct columns of a row in ascending order, and their sums.
  ///
  /// Shapes: sorted `width` ascending keys, a column above the number of its product; columns and
  ///         values one element for each distinct column.
  /// Pre:    no column repeats more often than most_repeats.
  [[gnu::always_inline]] static void write(ProductsOfRow const& products,
                                           std::int32_t const* sorted, int most_repeats,
                                           std::int32_t* columns, double* values) {
    constexpr int key_vectors = (width + lanes - 1) / lanes;
    constexpr int vectors = width / doubles;
    __m512i keys[key_vectors];
    std::uint64_t repeated = 0;
    __m512i before = _mm512_set1_epi32(-1);
    for (int i = 0; i < key_vectors; ++i) {
      keys[i] =
          _mm512_maskz_loadu_epi32(vector_lanes::first_lanes(lanes_of_keys), sorted + i * lanes);
      __m512i const column = indexed_keys::columns_of<width>(keys[i]);
      repeated |=
          std::uint64_t{_mm512_cmpeq_epi32_mask(column, vector_lanes::lane_before(column, before))}
          << (i * lanes);
      before = column;
    }
    std::uint64_t const present =
        products.size == 0 ? 0 : ~std::uint64_t{0} >> (max_products_in_registers - products.size);
    repeated &= present;
    // The lane of the last product of a column gets the whole sum, since each lane adds the sum of
    // the lane before it.
    std::uint64_t const last = present & ~(repeated >> 1);

    __m512d factors_a[vectors], factors_b[vectors], sums[vectors];
    for (int i = 0; i < vectors; ++i) {
      __m512i const numbers = widened(keys[i / 2], i % 2 != 0);
      factors_a[i] = pick<width>(products.factors_of_a + products.begin, numbers);
      factors_b[i] = pick<width>(products.factors_of_b + products.begin, numbers);
      sums[i] = _mm512_setzero_pd() + factors_a[i] * factors_b[i];
    }
    for (int round = 0; round < most_repeats; ++round) {
      for (int i = vectors - 1; i >= 0; --i) {
        __m512d const previous = i > 0 ? sums[i - 1] : _mm512_setzero_pd();
        auto const to_repeat = static_cast<__mmask8>(repeated >> (i * doubles));
        renew(factors_a[i]);
        sums[i] = lane_before(to_repeat, sums[i], previous) + factors_a[i] * factors_b[i];
      }
    }
    for (int i = 0; i < key_vectors; ++i) {
      columns += store_compressed(columns, static_cast<__mmask16>(last >> (i * lanes)),
                                  indexed_keys::columns_of<width>(keys[i]));
    }
    for (int i = 0; i < vectors; ++i) {
      values += store_compressed(values, static_cast<__mmask8>(last >> (i * doubles)), sums[i]);
    }
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr int doubles = 8;  ///< of a vector
  static_assert(width % doubles == 0 && width <= max_products_in_registers);
  /// Keys in a vector: a width of 8 fills half of one.
  static constexpr int lanes_of_keys = std::min(width, lanes);

  /// The lower or the upper eight of 16 keys, each twice, so that it is the low half of 64 bits.
  static __m512i widened(__m512i keys, bool upper) {
    __m512i const first = _mm512_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
    __m512i const places = _mm512_add_epi32(first, _mm512_set1_epi32(upper ? doubles : 0));
    return _mm512_maskz_permutexvar_epi32(vector_lanes::all_lanes, places, keys);
  }

  /// Picks from `count` factors those that the lowest bits of `numbers` index.
  template <int count>
  [[gnu::always_inline]] static __m512d pick(double const* factors, __m512i numbers) {
    if constexpr (count == doubles) {
      return _mm512_maskz_permutexvar_pd(0xFF, numbers, _mm512_loadu_pd(factors));
    } else if constexpr (count == 2 * doubles) {
      return _mm512_permutex2var_pd(_mm512_loadu_pd(factors), numbers,
                                    _mm512_loadu_pd(factors + doubles));
    } else {
      constexpr int half = static_cast<int>(std::bit_ceil(static_cast<unsigned>(count))) / 2;
      __mmask8 const in_second_half = _mm512_test_epi64_mask(numbers, _mm512_set1_epi64(half));
      return _mm512_mask_mov_pd(pick<half>(factors, numbers), in_second_half,
                                pick<count - half>(factors + half, numbers));
    }
  }

  /// Shifts `x` by one lane; the last lane of `before` becomes the first. Lanes that are not
  /// `wanted` get 0.
  static __m512d lane_before(__mmask8 wanted, __m512d x, __m512d before) {
    return _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(wanted, _mm512_castpd_si512(x),
                                                         _mm512_castpd_si512(before), doubles - 1));
  }

  /// Hides from the compiler that a factor has not changed. Otherwise it would form the product
  /// once for all rounds and round it, although it fuses it with the addition elsewhere.
  static void renew([[maybe_unused]] __m512d& factor) {
#ifdef __GNUC__
    asm("" : "+v"(factor));
#endif
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
#endif
