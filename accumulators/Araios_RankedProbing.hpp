// SPDX-License-Identifier: BSD-3-Clause
// A hash map in scratch whose keys are ranked when the row is complete.
#pragma once

#include <Araios_Accumulator.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios {

/// What became of an insert: the key was there, is new, or found no slot.
enum class Probe { found, claimed, full };

/// Open addressing at an occupancy of at most a half, sized for each row by its own capacity; keys
/// come out in sorted order. For lanes that insert one row of B at a time: their keys differ, so
/// values need no atomics.
///
/// Cost: insert O(1) expected; O(slots) to begin a row; ranking O(keys²) comparisons spread over
/// the
///       lanes for up to rank_by_counting_max keys, a bitonic sort above.
template <class Key, class Combine, class Access>
class RankedProbing {
 public:
  using value_type = typename Combine::value_type;

  static constexpr bool has_values = !std::is_empty_v<value_type>;

  /// Bytes for rows of at most `capacity` keys.
  KOKKOS_FUNCTION static constexpr std::size_t bytes(std::int64_t capacity) {
    std::int64_t const slots = num_slots(capacity);
    std::size_t const keys = placed_bytes<Key>(slots);
    if (!has_values) return keys;
    std::int64_t const sorted = num_sorted(capacity);
    return keys + placed_bytes<value_type>(slots) + placed_bytes<Key>(sorted) +
           placed_bytes<slot_type>(sorted);
  }

  /// A view over `memory`, which has bytes(capacity) bytes, empty after all lanes have called it.
  template <class Lanes>
  KOKKOS_FUNCTION RankedProbing(Lanes const& lanes, std::byte* memory, std::int64_t capacity)
      : keys_{reinterpret_cast<Key*>(memory)},
        slot_mask_{static_cast<std::uint32_t>(num_slots(capacity) - 1)},
        hash_shift_{Kokkos::countl_zero(slot_mask_)} {
    int const slots = static_cast<int>(slot_mask_) + 1;
    lanes.for_each(slots, [&](int i) { keys_[i] = no_key; });
    if constexpr (has_values) {
      memory += placed_bytes<Key>(slots);
      values_ = reinterpret_cast<value_type*>(memory);
      memory += placed_bytes<value_type>(slots);
      sorted_ = reinterpret_cast<Key*>(memory);
      sorted_slots_ =
          reinterpret_cast<slot_type*>(memory + placed_bytes<Key>(num_sorted(capacity)));
      lanes.for_each(slots, [&](int i) { values_[i] = value_type{}; });
    }
    lanes.barrier();
  }

  KOKKOS_FUNCTION Probe insert(Key key, value_type const& value) {
    std::uint32_t slot = hash(key);
    for (std::uint32_t probed = 0; probed <= slot_mask_; ++probed) {
      Key found = Access::load_relaxed(keys_ + slot);
      bool const free = found == no_key;
      if (free) found = Access::compare_exchange(keys_ + slot, no_key, key);
      if (found == key || (free && found == no_key)) {
        if constexpr (has_values) Access::template combine<Combine>(values_[slot], value);
        return found == key ? Probe::found : Probe::claimed;
      }
      slot = (slot + 1) & slot_mask_;
    }
    return Probe::full;
  }

  /// Calls f(rank, key, value) for each key, unless their number differs from `expected`: returns
  /// whether it is the same. Pre: expected is at most the capacity.
  template <class Lanes, class F>
  KOKKOS_FUNCTION bool for_each_ranked(Lanes const& lanes, int num_lanes, int expected,
                                       F const& f) {
    if (gather_keys(lanes, num_lanes, expected) != expected) return false;
    if (expected <= rank_by_counting_max) {
      lanes.for_each(expected, [&](int i) {
        f(rank_of(sorted_[i], expected), sorted_[i], values_[sorted_slots_[i]]);
      });
    } else {
      sort_bitonic(lanes, expected);
      lanes.for_each(expected, [&](int i) { f(i, sorted_[i], values_[sorted_slots_[i]]); });
    }
    return true;
  }

 private:
  using slot_type = std::uint16_t;

  static constexpr Key no_key = -1;
  static constexpr Key after_all_keys = std::numeric_limits<Key>::max();
  static constexpr int rank_by_counting_max = 64;
  /// Keys that are read at once.
  static constexpr int group = 4;
  struct alignas(16) Group {
    Key keys[group];
  };

  KOKKOS_FUNCTION static constexpr std::int64_t num_slots(std::int64_t capacity) {
    return 2 * num_sorted(capacity);
  }
  KOKKOS_FUNCTION static constexpr std::int64_t num_sorted(std::int64_t capacity) {
    return power_of_two_at_least(capacity < group ? group : capacity);
  }

  /// Multiplication spreads neighbours; the upper bits of the product are the best mixed.
  KOKKOS_FUNCTION std::uint32_t hash(Key key) const {
    constexpr std::uint32_t golden_ratio = 0x9E3779B1U;
    return static_cast<std::uint32_t>(key) * golden_ratio >> hash_shift_;
  }

  /// Writes the keys and their slots side by side, by slot, and pads them to a group.
  template <class Lanes>
  KOKKOS_FUNCTION int gather_keys(Lanes const& lanes, int num_lanes, int expected) {
    int const slots = static_cast<int>(slot_mask_) + 1;
    auto const count = [&](int begin, int end) {
      int keys = 0;
      for (int i = begin; i < end; ++i) keys += keys_[i] != no_key ? 1 : 0;
      return keys;
    };
    int const padded = (expected + group - 1) / group * group;
    int const found =
        lanes.template scan_parts<int>(num_lanes, slots, count, [&](int begin, int end, int place) {
          for (int i = begin; i < end; ++i) {
            if (keys_[i] == no_key) continue;
            if (place < expected) {
              sorted_[place] = keys_[i];
              sorted_slots_[place] = static_cast<slot_type>(i);
            }
            ++place;
          }
        });
    if (padded <= rank_by_counting_max) {
      lanes.for_each(padded - expected, [&](int i) { sorted_[expected + i] = after_all_keys; });
    }
    lanes.barrier();
    return found;
  }

  KOKKOS_FUNCTION int rank_of(Key key, int count) const {
    int rank = 0;
    for (int begin = 0; begin < count; begin += group) {
      Group const others = *reinterpret_cast<Group const*>(sorted_ + begin);
      for (int i = 0; i < group; ++i) rank += others.keys[i] < key ? 1 : 0;
    }
    return rank;
  }

  template <class Lanes>
  KOKKOS_FUNCTION void sort_bitonic(Lanes const& lanes, int count) {
    int const size = static_cast<int>(power_of_two_at_least(count));
    lanes.for_each(size - count, [&](int i) { sorted_[count + i] = after_all_keys; });
    lanes.barrier();
    for (int length = 2; length <= size; length *= 2) {
      for (int stride = length / 2; stride > 0; stride /= 2) {
        lanes.for_each(size / 2, [&](int i) {
          int const low = 2 * i - (i & (stride - 1));
          order(low, low + stride, (low & length) == 0);
        });
        lanes.barrier();
      }
    }
  }

  KOKKOS_FUNCTION void order(int low, int high, bool ascending) {
    Key const first = sorted_[low];
    Key const second = sorted_[high];
    if ((first > second) != ascending) return;
    sorted_[low] = second;
    sorted_[high] = first;
    slot_type const slot = sorted_slots_[low];
    sorted_slots_[low] = sorted_slots_[high];
    sorted_slots_[high] = slot;
  }

  Key* keys_;
  value_type* values_ = nullptr;
  Key* sorted_ = nullptr;
  slot_type* sorted_slots_ = nullptr;
  std::uint32_t slot_mask_;
  int hash_shift_;
};

}  // namespace araios
