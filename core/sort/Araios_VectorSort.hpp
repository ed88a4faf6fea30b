// SPDX-License-Identifier: BSD-3-Clause
// Sorting networks over vectors of keys, lane by lane.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_KeyVector.hpp>

#include <bit>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl::vector_sort {

/// Compares and exchanges keys first + 2 · distance · i and `distance` after it, for each i.
template <int first, int distance, int... i>
[[gnu::always_inline]] inline void order_pairs(KeyVector* keys, std::integer_sequence<int, i...>) {
  (order_keys(keys[first + 2 * distance * i], keys[first + 2 * distance * i + distance]), ...);
}

/// Batcher's odd-even merge of the sorted halves of every `distance`-th of `count` keys.
template <int first, int count, int distance = 1>
[[gnu::always_inline]] inline void merge_odd_even(KeyVector* keys) {
  if constexpr (2 * distance < count) {
    merge_odd_even<first, count, 2 * distance>(keys);
    merge_odd_even<first + distance, count, 2 * distance>(keys);
    order_pairs<first + distance, distance>(
        keys, std::make_integer_sequence<int, count / (2 * distance) - 1>{});
  } else {
    order_keys(keys[first], keys[first + distance]);
  }
}

/// Sorts by Batcher's odd-even merges.
///
/// Pre: count is a power of two.
template <int count, int first = 0>
[[gnu::always_inline]] inline void sort_odd_even(KeyVector* keys) {
  if constexpr (count > 1) {
    sort_odd_even<count / 2, first>(keys);
    sort_odd_even<count / 2, first + count / 2>(keys);
    merge_odd_even<first, count>(keys);
  }
}

template <int first, int half, int... i>
[[gnu::always_inline]] inline void order_halves(KeyVector* keys, std::integer_sequence<int, i...>) {
  (order_keys(keys[first + i], keys[first + half + i]), ...);
}

/// Sorts a bitonic sequence of keys.
///
/// Pre: count is a power of two.
template <int count, int first = 0>
[[gnu::always_inline]] inline void sort_bitonic(KeyVector* keys) {
  if constexpr (count > 1) {
    constexpr int half = count / 2;
    order_halves<first, half>(keys, std::make_integer_sequence<int, half>{});
    sort_bitonic<half, first>(keys);
    sort_bitonic<half, first + half>(keys);
  }
}

/// The largest network that is fully unrolled, in vectors: compilers then use all vector registers.
/// A larger one would exceed the L1 instruction cache.
inline constexpr int most_written_out = 64;

template <int count>
[[gnu::noinline]] void sort_written_out(KeyVector* keys) {
  sort_odd_even<count>(keys);
}

template <int count>
[[gnu::noinline]] void sort_bitonic_written_out(KeyVector* keys) {
  sort_bitonic<count>(keys);
}

/// Sorts a bitonic sequence of `count` vectors, a power of two. Those from `present` on would hold
/// only larger keys, and are not stored.
template <int count, int present>
inline void sort_bitonic_present(KeyVector* keys) {
  constexpr int half = count / 2;
  if constexpr (present <= half) {
    sort_bitonic_present<half, present>(keys);
  } else if constexpr (count <= most_written_out / 2) {
    static_assert(present == count);
    sort_bitonic_written_out<count>(keys);
  } else {
    for (int i = 0; i + half < present; ++i) order_keys(keys[i], keys[i + half]);
    sort_bitonic_present<half, half>(keys);
    sort_bitonic_present<half, present - half>(keys + half);
  }
}

/// Sorts the keys of each lane over `count` vectors: by odd-even merges, and by bitonic merges
/// where the network is too large to be unrolled.
///
/// Pre: count is a power of two, or three times one.
template <int count>
inline void sort(KeyVector* keys) {
  constexpr auto width = static_cast<int>(std::bit_ceil(static_cast<unsigned>(count)));
  if constexpr (count == width && count <= most_written_out) {
    sort_written_out<count>(keys);
  } else {
    constexpr int half = width / 2;
    sort<half>(keys);
    sort<count - half>(keys + half);
    // The larger half lies in descending order: the sequence is bitonic.
    for (int i = width - count; i < half; ++i) order_keys(keys[i], keys[width - 1 - i]);
    sort_bitonic_present<half, half>(keys);
    sort_bitonic_present<half, count - half>(keys + half);
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl::vector_sort
