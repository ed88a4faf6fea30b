// SPDX-License-Identifier: BSD-3-Clause
// Ranks of a few keys, by vectorized loops.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

namespace rank_detail {

/// Loops over Width have no branch and no loop-carried value, and ranks do not alias keys. So
/// compilers keep both in vector registers.
template <int Width, class Key>
void rank_padded(Key const* KOKKOS_RESTRICT keys, int size, Key* KOKKOS_RESTRICT ranks) {
  for (int i = 0; i < Width; ++i) ranks[i] = 0;
  for (int j = 0; j < size; ++j) {
    Key const key = keys[j];
    for (int i = 0; i < Width; ++i) ranks[i] += key < keys[i] ? 1 : 0;
  }
}

}  // namespace rank_detail

/// The rank of each key: the number of smaller ones. Equal keys have one rank.
///
/// Shapes: keys and ranks Capacity elements, a multiple of Width; keys from `size` on are
///         overwritten.
/// Pre:    size <= Capacity; keys and ranks do not overlap.
/// Cost:   some size² / 16 vector operations.
template <int Capacity, int Width = 16, class Key>
void rank_by_counting(Key* keys, int size, Key* ranks) {
  static_assert(Capacity % Width == 0);
  if constexpr (Width < Capacity) {
    constexpr int wider = 2 * Width < Capacity ? 2 * Width : Capacity;
    if (size > Width) return rank_by_counting<Capacity, wider>(keys, size, ranks);
  }
  for (int i = size; i < Width; ++i) keys[i] = std::numeric_limits<Key>::max();
  rank_detail::rank_padded<Width>(keys, size, ranks);
}

}  // namespace araios::inline ARAIOS_ISA::impl
