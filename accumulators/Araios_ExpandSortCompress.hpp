// SPDX-License-Identifier: BSD-3-Clause
// ESC: expand the products of a row, sort them by column, combine equal columns.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Stores every product of a row at its number, sorts them by the bitonic network, and finds the
/// first of each key and its rank by a prefix sum. The order of additions depends on the keys
/// alone, so sums repeat.
///
/// Cost:   O(products · log²(products)) comparisons, spread over the lanes.
/// Source: the bitonic ESC method of bhSPARSE (Liu, Vinter 2014; as in clSPARSE, 2015).
template <class Key, class Combine>
class ExpandSortCompress {
 public:
  using value_type = typename Combine::value_type;

  static constexpr bool has_values = !std::is_empty_v<value_type>;

  /// Bytes for a row of `products` products.
  KOKKOS_FUNCTION static constexpr std::size_t bytes(std::int64_t products) {
    return placed_bytes<Key>(products) + (has_values ? placed_bytes<value_type>(products) : 0);
  }

  /// A view over `memory`, which has bytes(capacity) bytes, for num_lanes lanes.
  KOKKOS_FUNCTION ExpandSortCompress(std::byte* memory, int capacity, int num_lanes)
      : keys_{reinterpret_cast<Key*>(memory)},
        values_{reinterpret_cast<value_type*>(memory + placed_bytes<Key>(capacity))},
        capacity_{capacity},
        num_lanes_{num_lanes} {}

  /// Stores a product. Numbers from the capacity on are ignored.
  KOKKOS_FUNCTION void put(int number, Key key, value_type const& value) {
    if (number < 0 || number >= capacity_) return;
    keys_[number] = key;
    if constexpr (has_values) values_[number] = value;
  }

  /// Sorts the products [0, size). Gives every lane the number of distinct keys.
  ///
  /// Pre: all these products have been put; size is at most the capacity.
  template <class Lanes>
  KOKKOS_FUNCTION int find_keys(Lanes const& lanes, int size) {
    size_ = size;
    sort_bitonic(lanes, size, [&](std::int64_t low, std::int64_t high) { order(low, high); });
    return lanes.template sum<int>(size, [&](int i, int& count) { count += is_first(i) ? 1 : 0; });
  }

  /// Calls f(rank, key, value) for each distinct key.
  ///
  /// Pre: find_keys has run.
  template <class Lanes, class F>
  KOKKOS_FUNCTION void for_each_key(Lanes const& lanes, F const& f) const {
    auto const count = [&](int begin, int end) {
      int keys = 0;
      for (int i = begin; i < end; ++i) keys += is_first(i) ? 1 : 0;
      return keys;
    };
    lanes.template scan_parts<int>(num_lanes_, size_, count, [&](int begin, int end, int& rank) {
      for (int i = begin; i < end; ++i) {
        if (is_first(i)) f(rank++, keys_[i], sum_from(i));
      }
    });
  }

 private:
  KOKKOS_FUNCTION bool is_first(int place) const {
    return place == 0 || keys_[place - 1] != keys_[place];
  }

  KOKKOS_FUNCTION value_type sum_from(int place) const {
    value_type sum = values_[place];
    for (int i = place + 1; i < size_ && keys_[i] == keys_[place]; ++i) {
      Combine::apply(sum, values_[i]);
    }
    return sum;
  }

  KOKKOS_FUNCTION void order(std::int64_t low, std::int64_t high) {
    if (keys_[low] <= keys_[high]) return;
    Kokkos::kokkos_swap(keys_[low], keys_[high]);
    if constexpr (has_values) Kokkos::kokkos_swap(values_[low], values_[high]);
  }

  Key* keys_;
  value_type* values_;
  int capacity_;
  int num_lanes_;
  int size_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
