// SPDX-License-Identifier: BSD-3-Clause
// Unsigned 32-bit keys of several vectors sorted lane by lane, where the compiler has AVX-512.
#pragma once

#include <Araios_VectorLanes.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <utility>

namespace araios::vector_sort {

using vector_lanes::all_lanes;

/// Vectors that are sorted in registers.
inline constexpr int block = 16;

/// Leaves the smaller key of each lane in x and the larger one in y.
[[gnu::always_inline]] inline void order(__m512i& x, __m512i& y) {
  __m512i const smaller = _mm512_maskz_min_epu32(all_lanes, x, y);
  y = _mm512_maskz_max_epu32(all_lanes, x, y);
  x = smaller;
}

/// Orders key first + 2 · distance · i and that `distance` behind it, for each i.
template <int first, int distance, int... i>
[[gnu::always_inline]] inline void order_pairs(__m512i* keys, std::integer_sequence<int, i...>) {
  (order(keys[first + 2 * distance * i], keys[first + 2 * distance * i + distance]), ...);
}

/// Batcher's odd-even merge of the sorted halves of every `distance`-th of `count` keys.
template <int first, int count, int distance = 1>
[[gnu::always_inline]] inline void merge_odd_even(__m512i* keys) {
  if constexpr (2 * distance < count) {
    merge_odd_even<first, count, 2 * distance>(keys);
    merge_odd_even<first + distance, count, 2 * distance>(keys);
    order_pairs<first + distance, distance>(
        keys, std::make_integer_sequence<int, count / (2 * distance) - 1>{});
  } else {
    order(keys[first], keys[first + distance]);
  }
}

/// Sorts by Batcher's odd-even merges. Pre: count is a power of two.
template <int count, int first = 0>
[[gnu::always_inline]] inline void sort_odd_even(__m512i* keys) {
  if constexpr (count > 1) {
    sort_odd_even<count / 2, first>(keys);
    sort_odd_even<count / 2, first + count / 2>(keys);
    merge_odd_even<first, count>(keys);
  }
}

[[gnu::always_inline]] inline void sort_block(__m512i* memory) {
  __m512i keys[block];
  for (int i = 0; i < block; ++i) keys[i] = memory[i];
  sort_odd_even<block>(keys);
  for (int i = 0; i < block; ++i) memory[i] = keys[i];
}

/// Sorts a block of keys that rise and then fall.
[[gnu::always_inline]] inline void sort_bitonic_block(__m512i* memory) {
  __m512i keys[block];
  for (int i = 0; i < block; ++i) keys[i] = memory[i];
  for (int i = 0; i < 8; ++i) order(keys[i], keys[i + 8]);
  for (int i = 0; i < 12; i = i == 3 ? 8 : i + 1) order(keys[i], keys[i + 4]);
  order_pairs<0, 2>(keys, std::make_integer_sequence<int, 4>{});
  order_pairs<1, 2>(keys, std::make_integer_sequence<int, 4>{});
  order_pairs<0, 1>(keys, std::make_integer_sequence<int, 8>{});
  for (int i = 0; i < block; ++i) memory[i] = keys[i];
}

/// Merges the two runs of `run` blocks from `first` on, of which there are `present` blocks: what
/// is not there counts as larger keys. Pre: run < present.
inline void merge_runs(__m512i* first, int run, int present) {
  int const end = 2 * run * block;
  for (int i = end - present * block; i < run * block; ++i) order(first[i], first[end - 1 - i]);
  for (int distance = run / 2; distance > 0; distance /= 2) {
    for (int begin = 0; begin + distance < present; begin += 2 * distance) {
      int const last = begin + 2 * distance < present ? distance : present - begin - distance;
      __m512i* const low = first + begin * block;
      for (int i = 0; i < last * block; ++i) order(low[i], low[i + distance * block]);
    }
  }
  for (int i = 0; i < present; ++i) sort_bitonic_block(first + i * block);
}

/// Sorts the keys of each lane over so many blocks of vectors: blocks in registers, then runs of
/// blocks by Batcher's bitonic merges.
inline void sort(__m512i* keys, int blocks) {
  for (int i = 0; i < blocks; ++i) sort_block(keys + i * block);
  for (int run = 1; run < blocks; run *= 2) {
    for (int begin = 0; begin + run < blocks; begin += 2 * run) {
      int const left = blocks - begin;
      merge_runs(keys + begin * block, run, left < 2 * run ? left : 2 * run);
    }
  }
}

}  // namespace araios::vector_sort
#endif
