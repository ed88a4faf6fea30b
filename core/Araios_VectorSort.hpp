// SPDX-License-Identifier: BSD-3-Clause
// Few 32-bit keys sorted in vector registers, where the compiler has AVX-512.
#pragma once

#include <Araios_VectorLanes.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace araios::vector_sort {

using vector_lanes::all_lanes;
using vector_lanes::lanes;

inline __m512i smaller(__m512i x, __m512i y) { return _mm512_maskz_min_epu32(all_lanes, x, y); }
inline __m512i larger(__m512i x, __m512i y) { return _mm512_maskz_max_epu32(all_lanes, x, y); }

/// One step of Batcher's bitonic sort of 16 keys: lanes whose numbers differ in the bit `distance`
/// exchange, so that runs of `run` keys become sorted, up and down in turns.
template <int run, int distance>
[[gnu::always_inline]] inline __m512i exchange(__m512i keys) {
  constexpr auto takes_larger = [] {
    unsigned mask = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (((lane & distance) != 0) != ((lane & run) != 0)) mask |= 1U << lane;
    }
    return static_cast<__mmask16>(mask);
  }();
  alignas(64) static constexpr auto partners = [] {
    std::array<std::int32_t, lanes> all{};
    for (int lane = 0; lane < lanes; ++lane) all[lane] = lane ^ distance;
    return all;
  }();
  __m512i const other =
      _mm512_maskz_permutexvar_epi32(all_lanes, _mm512_load_si512(partners.data()), keys);
  return _mm512_mask_max_epu32(smaller(keys, other), takes_larger, keys, other);
}

/// Sorts keys that rise and then fall, in `width` vectors, a power of two, of which those from
/// `vectors` on hold nothing but larger keys, and are not there.
template <int vectors, int width>
[[gnu::always_inline]] inline void sort_bitonic(__m512i* keys) {
  if constexpr (width == 1) {
    keys[0] = exchange<lanes, 8>(keys[0]);
    keys[0] = exchange<lanes, 4>(keys[0]);
    keys[0] = exchange<lanes, 2>(keys[0]);
    keys[0] = exchange<lanes, 1>(keys[0]);
  } else {
    constexpr int half = width / 2;
    for (int i = 0; i + half < vectors; ++i) {
      __m512i const low = smaller(keys[i], keys[i + half]);
      keys[i + half] = larger(keys[i], keys[i + half]);
      keys[i] = low;
    }
    sort_bitonic<std::min(vectors, half), half>(keys);
    if constexpr (vectors > half) sort_bitonic<vectors - half, half>(keys + half);
  }
}

inline __m512i backwards(__m512i keys) {
  __m512i const order = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  return _mm512_maskz_permutexvar_epi32(all_lanes, order, keys);
}

/// Sorts unsigned keys in so many vectors by Batcher's network.
///
/// Cost: (k + 1)·k / 2 steps over all vectors for up to 2^k keys; those between vectors shuffle
///       nothing.
template <int vectors>
[[gnu::always_inline]] inline void sort(__m512i* keys) {
  if constexpr (vectors == 1) {
    keys[0] = exchange<2, 1>(keys[0]);
    keys[0] = exchange<4, 2>(keys[0]);
    keys[0] = exchange<4, 1>(keys[0]);
    keys[0] = exchange<8, 4>(keys[0]);
    keys[0] = exchange<8, 2>(keys[0]);
    keys[0] = exchange<8, 1>(keys[0]);
    sort_bitonic<1, 1>(keys);
  } else {
    constexpr int width = std::bit_ceil(static_cast<unsigned>(vectors));
    constexpr int half = width / 2;
    sort<half>(keys);
    sort<vectors - half>(keys + half);
    for (int i = width - vectors; i < half; ++i) {
      __m512i const other = backwards(keys[width - 1 - i]);
      keys[width - 1 - i] = backwards(larger(keys[i], other));
      keys[i] = smaller(keys[i], other);
    }
    // The larger half lies backwards, register by register and lane by lane: bitonic all the same.
    sort_bitonic<half, half>(keys);
    sort_bitonic<vectors - half, half>(keys + half);
  }
}

}  // namespace araios::vector_sort
#endif
