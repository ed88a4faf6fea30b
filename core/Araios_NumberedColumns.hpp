// SPDX-License-Identifier: BSD-3-Clause
// Columns with the numbers of their products below them, as keys of 32 bits.
#pragma once

#include <Araios_VectorLanes.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <bit>

namespace araios::numbered_columns {

/// Bits that the number of one of so many products takes beside a column.
constexpr int bits_of_number(int max_products) {
  return std::bit_width(static_cast<unsigned>(max_products - 1));
}

/// The columns of keys whose numbers are those of `max_products` products.
template <int max_products>
inline __m512i columns_of(__m512i keys) {
  return _mm512_maskz_srli_epi32(vector_lanes::all_lanes, keys, bits_of_number(max_products));
}

}  // namespace araios::numbered_columns
#endif
