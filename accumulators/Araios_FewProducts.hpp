// SPDX-License-Identifier: BSD-3-Clause
// The products of a short row in an array, ranked by comparison: no hashing and no atomics.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Stores every product of a row at its number, then finds the first product of each key and the
/// rank of each key. Equal keys add up in the order of their numbers, so sums repeat.
///
/// Cost: O(products²) comparisons, spread over the lanes. All lanes read the same keys together.
template <class Key, class Combine>
class FewProducts {
 public:
  using value_type = typename Combine::value_type;

  static constexpr bool has_values = !std::is_empty_v<value_type>;

  /// Bytes for a row of `products` products.
  KOKKOS_FUNCTION static constexpr std::size_t bytes(int products) {
    std::size_t const keys = placed_bytes<Key>(padded(products));
    return has_values ? 2 * keys + placed_bytes<value_type>(products) : keys;
  }

  /// A view over `memory`, which has bytes(capacity) bytes.
  KOKKOS_FUNCTION FewProducts(std::byte* memory, int capacity)
      : keys_{reinterpret_cast<Key*>(memory)}, capacity_{capacity} {
    if constexpr (has_values) {
      memory += placed_bytes<Key>(padded(capacity));
      firsts_ = reinterpret_cast<Key*>(memory);
      values_ = reinterpret_cast<value_type*>(memory + placed_bytes<Key>(padded(capacity)));
    }
  }

  /// Stores a product. Numbers from the capacity on are ignored.
  KOKKOS_FUNCTION void put(int number, Key key, value_type value) {
    if (number < 0 || number >= capacity_) return;
    keys_[number] = key;
    if constexpr (has_values) values_[number] = value;
  }

  /// Gives every lane the number of distinct keys among the products [0, size).
  ///
  /// Pre: all these products have been put; size is at most the capacity.
  template <class Lanes>
  KOKKOS_FUNCTION int find_keys(Lanes const& lanes, int size) {
    size_ = size;
    lanes.for_each(padded(size) - size, [&](int i) {
      keys_[size_ + i] = no_key;
      if constexpr (has_values) firsts_[size_ + i] = after_all_keys;
    });
    lanes.barrier();
    int const distinct = lanes.template sum<int>(size, [&](int i, int& count) {
      bool const first = is_first(i);
      if constexpr (has_values) firsts_[i] = first ? keys_[i] : after_all_keys;
      count += first ? 1 : 0;
    });
    lanes.barrier();
    return distinct;
  }

  /// Calls f(rank, key, value) for each distinct key.
  ///
  /// Pre: find_keys has run.
  template <class Lanes, class F>
  KOKKOS_FUNCTION void for_each_key(Lanes const& lanes, F const& f) const {
    lanes.for_each(size_, [&](int i) {
      if (firsts_[i] != after_all_keys) f(rank_of(firsts_[i]), firsts_[i], sum_from(i));
    });
  }

 private:
  /// Keys that one load reads.
  static constexpr int group = 4;
  struct alignas(16) Group {
    Key keys[group];
  };

  static constexpr Key no_key = -1;
  static constexpr Key after_all_keys = std::numeric_limits<Key>::max();

  KOKKOS_FUNCTION static constexpr int padded(int size) {
    return (size + group - 1) / group * group;
  }
  KOKKOS_FUNCTION static Group group_at(Key const* keys, int place) {
    return *reinterpret_cast<Group const*>(keys + place);
  }

  KOKKOS_FUNCTION bool is_first(int place) const {
    Key const key = keys_[place];
    bool found = false;
    for (int begin = 0; begin < place; begin += group) {
      Group const others = group_at(keys_, begin);
      for (int i = 0; i < group; ++i) found |= others.keys[i] == key && begin + i < place;
    }
    return !found;
  }

  KOKKOS_FUNCTION int rank_of(Key key) const {
    int rank = 0;
    for (int begin = 0; begin < size_; begin += group) {
      Group const others = group_at(firsts_, begin);
      for (int i = 0; i < group; ++i) rank += others.keys[i] < key ? 1 : 0;
    }
    return rank;
  }

  KOKKOS_FUNCTION value_type sum_from(int place) const {
    Key const key = keys_[place];
    value_type sum = values_[place];
    for (int begin = place / group * group; begin < size_; begin += group) {
      Group const others = group_at(keys_, begin);
      for (int i = 0; i < group; ++i) {
        if (others.keys[i] == key && begin + i > place) Combine::apply(sum, values_[begin + i]);
      }
    }
    return sum;
  }

  Key* keys_;
  Key* firsts_ = nullptr;
  value_type* values_ = nullptr;
  int capacity_;
  int size_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
