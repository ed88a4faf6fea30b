// SPDX-License-Identifier: BSD-3-Clause
// Dense SPA: a slot for every key, and a list of the keys in use.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Stores values at the index of their key, in one chunk of O(num_keys) bytes. There is no hashing
/// and no collision, but memory accesses are as scattered as the keys. A mark for each key tells
/// whether it is in use; only the marks must be clean.
///
/// Pre:    a single lane inserts.
/// Cost:   insert O(1); clear O(size).
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2; deviation: the accumulator has its own list of
///         keys in both phases, so that rows are sorted on their way into C.
template <class Key, class Combine, class Access>
class Dense {
 public:
  using key_type = Key;
  using value_type = typename Combine::value_type;
  using entry_type = Key;  // index of an entry: at most the number of keys

  /// Every key has a slot, so a second level is never needed.
  static constexpr bool allows_two_levels = false;
  /// Marks are bytes without atomics, and its memory is too large for the many owners of a device.
  static constexpr bool allows_access = !Access::concurrent;
  static constexpr std::string_view needs =
      "an owner of a single lane (thread_sequential on a host execution space)";

  /// Bytes of a chunk for rows of this shape.
  static std::size_t bytes(AccumulatorShape const& shape) {
    return clean_bytes(shape) + value_bytes(shape.num_keys) + placed_bytes<Key>(shape.capacity);
  }
  /// Leading bytes that must be zero before the first row, and are zero after each clear.
  static std::size_t clean_bytes(AccumulatorShape const& shape) {
    return placed_bytes<mark_type>(shape.num_keys);
  }

  Dense() = default;

  /// A view over `memory`, which has bytes(shape) bytes of which clean_bytes(shape) are zero.
  KOKKOS_FUNCTION Dense(std::byte* memory, AccumulatorShape const& shape)
      : capacity_{static_cast<entry_type>(shape.capacity)} {
    marks_ = reinterpret_cast<mark_type*>(memory);
    memory += placed_bytes<mark_type>(shape.num_keys);
    values_ = reinterpret_cast<value_type*>(memory);
    memory += value_bytes(shape.num_keys);
    keys_ = reinterpret_cast<Key*>(memory);
  }

  KOKKOS_FUNCTION entry_type capacity() const { return capacity_; }

  /// Prepares for a row. Its capacity is that of the chunk.
  template <class Lanes>
  KOKKOS_FUNCTION void begin_row(Lanes const&, std::int64_t) {}

  // Forced inline: in a file with many kernels compilers stop inlining, and rows become slower.
  KOKKOS_FORCEINLINE_FUNCTION Insert insert(Key key, value_type value) {
    if (marks_[key] != 0) {
      if constexpr (has_values) Combine::apply(values_[key], value);
      return Insert::done;
    }
    if (size_ >= capacity_) return Insert::full;
    marks_[key] = 1;
    keys_[size_++] = key;
    if constexpr (has_values) values_[key] = value;
    return Insert::done;
  }

  /// The number of distinct keys. Entries are numbered from 0 in insertion order.
  KOKKOS_FUNCTION entry_type size() const { return size_; }
  KOKKOS_FUNCTION Key key(entry_type entry) const { return keys_[entry]; }
  KOKKOS_FUNCTION value_type value(entry_type entry) const {
    if constexpr (has_values) {
      return values_[keys_[entry]];
    } else {
      return {};
    }
  }

  /// Empties the accumulator and cleans its chunk; touches only what the row used.
  template <class Lanes>
  KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    lanes.for_each(size_, [&](entry_type entry) { marks_[keys_[entry]] = 0; });
    size_ = 0;
  }

 private:
  using mark_type = unsigned char;
  static constexpr bool has_values = !std::is_empty_v<value_type>;

  KOKKOS_FUNCTION static constexpr std::size_t value_bytes(std::int64_t num_keys) {
    return has_values ? placed_bytes<value_type>(num_keys) : 0;
  }

  mark_type* marks_ = nullptr;
  value_type* values_ = nullptr;
  Key* keys_ = nullptr;
  entry_type capacity_ = 0;
  entry_type size_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
