// SPDX-License-Identifier: BSD-3-Clause
// LL: a hash map accumulator with chained entries.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PowerOfTwo.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Entries in arrays of keys and values.
template <class Key, class Value>
struct ListedEntries {
  Key count;
  Key const* keys;
  Value const* values;

  KOKKOS_FUNCTION Key size() const { return count; }
  KOKKOS_FUNCTION Key key(Key entry) const { return keys[entry]; }
  KOKKOS_FUNCTION Value value(Key entry) const {
    if constexpr (std::is_empty_v<Value>) {
      return {};
    } else {
      return values[entry];
    }
  }
};

/// Chained hash map from keys to combined values, in one chunk.
///
/// Entries are stored in insertion order, and `nexts` chains those of one hash. `begins` holds the
/// first entry of each chain plus one: zero means empty, so only `begins` must be clean. A row uses
/// as many chains as its own capacity asks for, so that short rows stay in few cache lines.
///
/// Pre:    lanes that insert concurrently insert different keys.
/// Cost:   insert O(1) expected; clear O(size).
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2, figure 4b.
template <class Key, class Combine, class Access>
class LinkedList {
 public:
  using key_type = Key;
  using value_type = typename Combine::value_type;
  using entry_type = Key;  // index of an entry: at most the number of keys

  /// A first level in shared memory may refuse keys that a second level takes.
  static constexpr bool allows_two_levels = true;
  /// Two lanes that insert the same key concurrently would both append it.
  static constexpr bool allows_access = !Access::equal_keys_meet;
  static constexpr std::string_view needs =
      "lanes that insert different keys at the same time (thread_sequential or team_sequential)";

  /// Bytes of a chunk for rows of this shape.
  static std::size_t bytes(AccumulatorShape const& shape) {
    return clean_bytes(shape) + 2 * placed_bytes<Key>(shape.capacity) + value_bytes(shape.capacity);
  }
  /// Leading bytes that must be zero before the first row, and are zero after each clear.
  static std::size_t clean_bytes(AccumulatorShape const& shape) {
    return placed_bytes<entry_type>(1) +
           placed_bytes<entry_type>(power_of_two_at_least(shape.capacity * shape.hash_scale));
  }

  KOKKOS_FUNCTION LinkedList() : size_{nullptr} {}

  /// A view over `memory`, which has bytes(shape) bytes of which clean_bytes(shape) are zero.
  KOKKOS_FUNCTION LinkedList(std::byte* memory, AccumulatorShape const& shape)
      : size_{reinterpret_cast<entry_type*>(memory)},
        capacity_{static_cast<entry_type>(shape.capacity)},
        hash_scale_{shape.hash_scale} {
    memory += placed_bytes<entry_type>(1);
    begins_ = reinterpret_cast<entry_type*>(memory);
    memory += placed_bytes<entry_type>(power_of_two_at_least(shape.capacity * shape.hash_scale));
    values_ = reinterpret_cast<value_type*>(memory);
    memory += value_bytes(shape.capacity);
    keys_ = reinterpret_cast<Key*>(memory);
    nexts_ = reinterpret_cast<entry_type*>(memory + placed_bytes<Key>(shape.capacity));
  }

  KOKKOS_FUNCTION entry_type capacity() const { return capacity_; }

  /// Prepares for a row of at most `capacity` distinct keys.
  template <class Lanes>
  KOKKOS_FUNCTION void begin_row(Lanes const&, std::int64_t capacity) {
    auto const used = capacity < capacity_ ? capacity : static_cast<std::int64_t>(capacity_);
    hash_mask_ = static_cast<std::size_t>(power_of_two_at_least(used * hash_scale_) - 1);
  }

  // Forced inline: in a file with many kernels compilers stop inlining, and rows become slower.
  KOKKOS_FORCEINLINE_FUNCTION Insert insert(Key key, value_type value) {
    entry_type* const begin = begins_ + hash(key);
    entry_type first = Access::load(begin);
    Access::observe_fence();
    for (entry_type entry = first; entry != 0; entry = nexts_[entry - 1]) {
      if (keys_[entry - 1] == key) {
        combine(entry - 1, value);
        return Insert::done;
      }
    }
    // Checked before claiming, so that a full map stops counting.
    if (size_.get() >= capacity_) return Insert::full;
    entry_type const entry = size_.fetch_increment();
    if (entry >= capacity_) return Insert::full;
    keys_[entry] = key;
    store(entry, value);
    for (;;) {
      nexts_[entry] = first;
      Access::publish_fence();
      entry_type const found =
          Access::compare_exchange(begin, first, static_cast<entry_type>(entry + 1));
      if (found == first) return Insert::done;
      first = found;
    }
  }

  /// The number of distinct keys. Entries are numbered from 0 in insertion order.
  KOKKOS_FUNCTION entry_type size() const {
    entry_type const claimed = size_.get();
    return claimed < capacity_ ? claimed : capacity_;
  }
  KOKKOS_FUNCTION Key key(entry_type entry) const { return keys_[entry]; }
  KOKKOS_FUNCTION value_type value(entry_type entry) const {
    if constexpr (has_values) {
      return values_[entry];
    } else {
      return {};
    }
  }

  /// The entries as they lie in memory, whichever the access.
  KOKKOS_FUNCTION ListedEntries<Key, value_type> entries() const {
    return {size(), keys_, values_};
  }

  /// Empties the map and cleans its chunk; touches only what the row used.
  template <class Lanes>
  KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    // Lanes may clear the head of one chain concurrently, for several of its entries.
    lanes.for_each(size(), [&](entry_type entry) {
      Access::store(begins_ + hash(keys_[entry]), entry_type{0});
    });
    lanes.single([&]() { size_.reset(); });
  }

 private:
  static constexpr bool has_values = !std::is_empty_v<value_type>;

  KOKKOS_FUNCTION static constexpr std::size_t value_bytes(std::int64_t capacity) {
    return has_values ? placed_bytes<value_type>(capacity) : 0;
  }
  KOKKOS_FUNCTION std::size_t hash(Key key) const {
    return static_cast<std::size_t>(key) & hash_mask_;
  }
  KOKKOS_FUNCTION void combine(entry_type entry, value_type value) {
    if constexpr (has_values) Combine::apply(values_[entry], value);
  }
  KOKKOS_FUNCTION void store(entry_type entry, value_type value) {
    if constexpr (has_values) values_[entry] = value;
  }

  typename Access::template Counter<entry_type> size_;
  entry_type* begins_ = nullptr;
  entry_type* nexts_ = nullptr;
  Key* keys_ = nullptr;
  value_type* values_ = nullptr;
  std::size_t hash_mask_ = 0;
  entry_type capacity_ = 0;
  int hash_scale_ = 1;
};

}  // namespace araios::inline ARAIOS_ISA::impl
