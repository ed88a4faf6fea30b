// SPDX-License-Identifier: BSD-3-Clause
// LP: a hash map accumulator with open addressing.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_MultiplicativeHash.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PowerOfTwo.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Entries in slots, whose keys are stored plus one, with a list of the slots in use.
template <class Key, class Value>
struct EntriesInSlots {
  Key count;
  Key const* keys;
  std::make_unsigned_t<Key> const* used;
  Value const* values;

  KOKKOS_FUNCTION Key size() const { return count; }
  KOKKOS_FUNCTION Key key(Key entry) const { return keys[used[entry]] - 1; }
  KOKKOS_FUNCTION Value value(Key entry) const {
    if constexpr (std::is_empty_v<Value>) {
      return {};
    } else {
      return values[used[entry]];
    }
  }
};

/// Open-addressing hash map from keys to combined values, in one chunk.
///
/// A slot holds its key plus one, so that zero means empty. A key goes to the first slot, from its
/// hash on, that is empty or its own. `used` lists the slots in use in insertion order. Once a
/// share max_occupancy of the slots is in use, new keys are refused, because probing becomes slow
/// then. Keys that are present are still found.
///
/// Lanes that insert the same key concurrently agree on its slot by the compare-exchange that
/// claims it. A lane that refuses a key closes the empty slot at which its search ended. Otherwise
/// another lane, which counted the slots in use a moment earlier, could still put the same key
/// there: a key must be held either by this map or by the next level. Values that several lanes may
/// add to start from zero, so no lane waits for a half-written entry.
///
/// Cost:   insert O(1) expected; clear O(size).
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2, figure 4c; deviations: zero marks an empty
///         slot, slots close, and devices hash by the upper bits of a product.
template <class Key, class Combine, class Access>
class LinearProbing {
 public:
  using key_type = Key;
  using value_type = typename Combine::value_type;
  using entry_type = Key;  // index of an entry: at most the number of keys

  /// A first level in shared memory may refuse keys that a second level takes.
  static constexpr bool allows_two_levels = true;
  /// Any number of lanes may insert any keys concurrently.
  static constexpr bool allows_access = true;
  static constexpr std::string_view needs = "nothing";

  /// Bytes of a chunk for rows of this shape.
  static std::size_t bytes(AccumulatorShape const& shape) {
    std::int64_t const slots = num_slots(shape.capacity, shape.max_occupancy);
    return placed_bytes<entry_type>(1) + placed_bytes<Key>(slots) + value_bytes(slots) +
           placed_bytes<slot_type>(slots);
  }
  /// Leading bytes that must be zero before the first row, and are zero after each clear.
  static std::size_t clean_bytes(AccumulatorShape const& shape) {
    std::int64_t const slots = num_slots(shape.capacity, shape.max_occupancy);
    return placed_bytes<entry_type>(1) + placed_bytes<Key>(slots) +
           (Access::equal_keys_meet ? value_bytes(slots) : 0);
  }

  KOKKOS_FUNCTION LinearProbing() : size_{nullptr} {}

  /// A view over `memory`, which has bytes(shape) bytes of which clean_bytes(shape) are zero.
  KOKKOS_FUNCTION LinearProbing(std::byte* memory, AccumulatorShape const& shape)
      : size_{reinterpret_cast<entry_type*>(memory)},
        capacity_{static_cast<entry_type>(shape.capacity)},
        max_occupancy_{shape.max_occupancy} {
    std::int64_t const slots = num_slots(shape.capacity, shape.max_occupancy);
    memory += placed_bytes<entry_type>(1);
    keys_ = reinterpret_cast<Key*>(memory);
    memory += placed_bytes<Key>(slots);
    values_ = reinterpret_cast<value_type*>(memory);
    used_ = reinterpret_cast<slot_type*>(memory + value_bytes(slots));
  }

  KOKKOS_FUNCTION entry_type capacity() const { return capacity_; }

  /// Prepares for a row of at most `capacity` distinct keys.
  template <class Lanes>
  KOKKOS_FUNCTION void begin_row(Lanes const&, std::int64_t capacity) {
    auto const used = capacity < capacity_ ? capacity : static_cast<std::int64_t>(capacity_);
    slot_mask_ = static_cast<slot_type>(num_slots(used, max_occupancy_) - 1);
    hash_shift_ = Kokkos::countl_zero(static_cast<std::uint64_t>(slot_mask_) | 1);
  }

  KOKKOS_FUNCTION Insert insert(Key key, value_type value) {
    Key const stored = key + 1;
    slot_type slot = hash(key);
    for (slot_type probed = 0; probed <= slot_mask_; ++probed) {
      Key found = Access::load(keys_ + slot);
      if (found == empty) {
        bool const refuse = size_.get() >= capacity_;
        if (refuse && !Access::equal_keys_meet) return Insert::full;
        found = Access::compare_exchange(keys_ + slot, empty, refuse ? closed : stored);
        if (found == empty) return refuse ? Insert::full : begin_entry(slot, value);
      }
      if (found == stored) {
        if constexpr (has_values) Access::template combine<Combine>(values_[slot], value);
        return Insert::done;
      }
      if (found == closed) return Insert::full;
      slot = (slot + 1) & slot_mask_;
    }
    return Insert::full;
  }

  /// The number of distinct keys. Entries are numbered from 0 in insertion order. Lanes that claim
  /// slots concurrently may exceed the capacity by their number.
  KOKKOS_FUNCTION entry_type size() const { return size_.get(); }
  KOKKOS_FUNCTION Key key(entry_type entry) const { return keys_[used_[entry]] - 1; }
  KOKKOS_FUNCTION value_type value(entry_type entry) const {
    if constexpr (has_values) {
      return values_[used_[entry]];
    } else {
      return {};
    }
  }

  /// The entries as they lie in memory, whichever the access.
  KOKKOS_FUNCTION EntriesInSlots<Key, value_type> entries() const {
    return {size(), keys_, used_, values_};
  }

  /// Swaps two entries.
  KOKKOS_FUNCTION void exchange(entry_type first, entry_type second) {
    slot_type const slot = used_[first];
    used_[first] = used_[second];
    used_[second] = slot;
  }

  /// Empties the map and cleans its chunk; touches only what the row used.
  template <class Lanes>
  KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    bool const may_be_closed = Access::equal_keys_meet && size() >= capacity_;
    if (may_be_closed) {
      // Slots may be closed. The map is full, so clearing all slots costs little more.
      lanes.for_each(static_cast<std::int64_t>(slot_mask_) + 1,
                     [&](std::int64_t slot) { clear_slot(static_cast<slot_type>(slot)); });
    } else {
      lanes.for_each(size(), [&](entry_type entry) { clear_slot(used_[entry]); });
    }
    lanes.single([&]() { size_.reset(); });
  }

 private:
  using slot_type = std::make_unsigned_t<Key>;

  static constexpr bool has_values = !std::is_empty_v<value_type>;
  static constexpr Key empty = 0;
  static constexpr Key closed = -1;

  /// The number of slots: a power of two large enough for `capacity` keys at max_occupancy.
  KOKKOS_FUNCTION static std::int64_t num_slots(std::int64_t capacity, double max_occupancy) {
    return power_of_two_at_least(
        static_cast<std::int64_t>(static_cast<double>(capacity) / max_occupancy));
  }
  KOKKOS_FUNCTION static constexpr std::size_t value_bytes(std::int64_t slots) {
    return has_values ? placed_bytes<value_type>(slots) : 0;
  }

  /// Hosts: modulo the slots, so that neighbouring keys share a cache line. Devices: spread.
  KOKKOS_FUNCTION slot_type hash(Key key) const {
    KOKKOS_IF_ON_HOST((return static_cast<slot_type>(key) & slot_mask_;))
    KOKKOS_IF_ON_DEVICE((return static_cast<slot_type>(multiplicative_hash(
                                    static_cast<std::uint64_t>(key), hash_shift_)) &
                                    slot_mask_;))
  }

  /// Stores the value of a new key in its claimed slot, and lists the slot.
  KOKKOS_FUNCTION Insert begin_entry(slot_type slot, value_type value) {
    used_[size_.fetch_increment()] = slot;
    if constexpr (has_values && Access::equal_keys_meet) {
      Access::template combine<Combine>(values_[slot], value);
    } else if constexpr (has_values) {
      values_[slot] = value;
    }
    return Insert::done;
  }

  KOKKOS_FUNCTION void clear_slot(slot_type slot) {
    keys_[slot] = empty;
    if constexpr (has_values && Access::equal_keys_meet) values_[slot] = value_type{};
  }

  typename Access::template Counter<entry_type> size_;
  Key* keys_ = nullptr;
  value_type* values_ = nullptr;
  slot_type* used_ = nullptr;
  slot_type slot_mask_ = 0;
  int hash_shift_ = 0;
  entry_type capacity_ = 0;
  double max_occupancy_ = 1;
};

}  // namespace araios::inline ARAIOS_ISA::impl
