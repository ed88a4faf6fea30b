// SPDX-License-Identifier: BSD-3-Clause
// Keys of 32 bits: a column above the number of its product.
#pragma once

#include <host_simd/Araios_VectorLanes.hpp>
#include <host_simd/Araios_VectorTranspose.hpp>
#include <platform/Araios_InstructionSet.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <algorithm>
#endif
#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::indexed_keys {

/// The number of bits that hold the number of one of max_products products.
constexpr int bits_of_number(int max_products) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(max_products - 1)));
}

#ifdef __AVX512F__

/// The columns of keys that number max_products products.
template <int max_products>
inline __m512i columns_of(__m512i keys) {
  return _mm512_maskz_srli_epi32(vector_lanes::all_lanes, keys, bits_of_number(max_products));
}

/// Vectors that one block of the transpose fills: 16, or 8 if there are no more keys.
template <int width>
inline constexpr int vectors_of_block = std::min(width, vector_lanes::lanes);

/// The columns of one row.
struct RowOfColumns {
  std::int32_t const* columns;
  std::int64_t size;
};

/// The keys of 16 rows of at most `width` columns: row(lane) in its vector lane, in the order of
/// its columns. Missing keys have the largest column.
///
/// Shapes: keys `width`.
template <int width, class Row>
[[gnu::always_inline]] inline void load_keys(Row const& row, __m512i* keys) {
  using vector_lanes::all_lanes;
  using vector_lanes::lanes;
  constexpr int bits = bits_of_number(width);
  __m512i const iota = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (int begin = 0; begin < width; begin += lanes) {
    __m512i const numbers = _mm512_add_epi32(iota, _mm512_set1_epi32(begin));
    __m512i by_row[lanes];
    for (int lane = 0; lane < lanes; ++lane) {
      RowOfColumns const of_lane = row(lane);
      __m512i const columns = _mm512_mask_loadu_epi32(
          _mm512_set1_epi32(-1), vector_lanes::first_lanes(of_lane.size - begin),
          of_lane.columns + begin);
      by_row[lane] = _mm512_or_epi32(_mm512_maskz_slli_epi32(all_lanes, columns, bits), numbers);
    }
    vector_lanes::transpose<vectors_of_block<width>>(by_row, keys + begin);
  }
}

/// Transposes keys back to one vector for each row: 16 keys from `begin` on, or the only 8.
///
/// Shapes: keys `width`, by_row 16.
template <int width>
[[gnu::always_inline]] inline void keys_by_row(__m512i const* keys, int begin, __m512i* by_row) {
  __m512i by_place[vector_lanes::lanes] = {};
  std::copy_n(keys + begin, vectors_of_block<width>, by_place);
  vector_lanes::transpose(by_place, by_row);
}

#endif

}  // namespace araios::inline ARAIOS_ISA::impl::indexed_keys
