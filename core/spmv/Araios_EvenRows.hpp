// SPDX-License-Identifier: BSD-3-Clause
// Sums of eight rows of equal length, by AVX-512.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <utility>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

#ifdef __AVX512F__

/// Sums eight rows of `length` products each. The products lie in `length` vectors, one row after
/// the other.
template <int length>
class EvenRows {
 public:
  static constexpr int rows = 8;
  static_assert(length % 2 == 0 || length < rows);

  /// Lane i of the result is the sum of row i. Overwrites `products`.
  [[gnu::always_inline]] static __m512d sum(__m512d* products) {
    if constexpr (length == 1) {
      return products[0];
    } else if constexpr (length % 2 == 0) {
      __m512d pairs[length / 2];
#pragma GCC unroll 8
      for (int i = 0; i < length / 2; ++i) {
        pairs[i] = add_pairs(products[2 * i], products[2 * i + 1]);
      }
      return EvenRows<length / 2>::sum(pairs);
    } else {
      return sum_of_odd_length(products, std::make_integer_sequence<int, length>{});
    }
  }

 private:
  static __m512d add_pairs(__m512d x, __m512d y) {
    return _mm512_add_pd(__builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14),
                         __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15));
  }

  /// Entry j of row i lies in lane (length · i + j) % 8. With an odd length, the eight entries j
  /// of all rows lie in different lanes. So each lane is rotated through the vectors by a distance
  /// of its own, until one vector holds all entries j. A permutation puts them in order of rows.
  template <int... entry>
  [[gnu::always_inline]] static __m512d sum_of_odd_length(__m512d* products,
                                                          std::integer_sequence<int, entry...>) {
    move_lanes<1>(products);
    if constexpr (length > 2) move_lanes<2>(products);
    if constexpr (length > 4) move_lanes<4>(products);
    return (... + in_order_of_rows<entry>(products, std::make_integer_sequence<int, rows>{}));
  }

  /// The number of vectors by which a lane is rotated: its first entry 0 then lies in vector 0.
  static constexpr int distance_of(int lane) {
    int vector = 0;
    while ((rows * vector + lane) % length != 0) ++vector;
    return (length - vector) % length;
  }
  /// Rotates the lanes whose distance has this binary digit.
  template <int digit>
  [[gnu::always_inline]] static void move_lanes(__m512d* products) {
    constexpr unsigned moved = [] {
      unsigned lanes = 0;
      for (int lane = 0; lane < rows; ++lane) {
        if ((distance_of(lane) & digit) != 0) lanes |= 1U << lane;
      }
      return lanes;
    }();
    __m512d result[length];
#pragma GCC unroll 8
    for (int i = 0; i < length; ++i) {
      result[i] = _mm512_mask_blend_pd(static_cast<__mmask8>(moved), products[i],
                                       products[(i + length - digit) % length]);
    }
#pragma GCC unroll 8
    for (int i = 0; i < length; ++i) products[i] = result[i];
  }
  /// Pre: lanes have been rotated: vector i holds the entries rows · i % length of all rows.
  template <int entry, int... row>
  [[gnu::always_inline]] static __m512d in_order_of_rows(__m512d const* products,
                                                         std::integer_sequence<int, row...>) {
    constexpr int vector = [] {
      int place = 0;
      while (rows * place % length != entry) ++place;
      return place;
    }();
    __m512d const x = products[vector];
    return __builtin_shufflevector(x, x, ((length * row + entry) % rows)...);
  }
};

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
