// SPDX-License-Identifier: BSD-3-Clause
// A hash map in shared memory, whose keys are ranked when the row is complete.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <accumulators/Araios_MultiplicativeHash.hpp>
#include <platform/Araios_BitPlaces.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PowerOfTwo.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Result of an insert: the key was present, is new, or found no slot.
enum class Probe { found, claimed, full };

/// Open addressing at an occupancy of at most one half, sized for each row by its own capacity.
/// Keys come out sorted. Lanes that insert one row of B together need no atomics for values, since
/// their keys differ.
///
/// Cost: insert O(1) expected; O(slots) to begin a row. Few keys are ranked by O(keys²)
///       comparisons, spread over the lanes, more keys by a bitonic sort.
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
    std::int64_t const claimed = num_claimed(capacity);
    return keys + placed_bytes<value_type>(slots) + placed_bytes<Key>(claimed) +
           placed_bytes<slot_type>(claimed);
  }

  /// A view over `memory`, which has bytes(capacity) bytes. All lanes call it; the map is empty
  /// then.
  template <class Lanes>
  KOKKOS_FUNCTION RankedProbing(Lanes const& lanes, std::byte* memory, std::int64_t capacity)
      : keys_{reinterpret_cast<Key*>(memory)},
        slot_mask_{static_cast<std::uint32_t>(num_slots(capacity) - 1)},
        hash_shift_{bits_above(slot_mask_)} {
    int const slots = static_cast<int>(slot_mask_) + 1;
    auto* const groups = reinterpret_cast<Group*>(memory);
    lanes.for_each(slots / group, [&](int i) { groups[i] = empty_group(); });
    if constexpr (has_values) {
      memory += placed_bytes<Key>(slots);
      values_ = reinterpret_cast<value_type*>(memory);
      memory += placed_bytes<value_type>(slots);
      claimed_ = reinterpret_cast<Key*>(memory);
      memory += placed_bytes<Key>(num_claimed(capacity));
      claimed_slots_ = reinterpret_cast<slot_type*>(memory);
      auto* const quads = reinterpret_cast<Quad*>(values_);
      int const num_quads = static_cast<int>(placed_bytes<value_type>(slots) / sizeof(Quad));
      lanes.for_each(num_quads, [&](int i) { quads[i] = Quad{}; });
    }
    lanes.barrier();
  }

  /// Inserts a product. The value is combined after the search loop, so that the lanes of a warp
  /// reconverge before the first of them adds.
  KOKKOS_FUNCTION Probe insert(Key key, value_type const& value) {
    std::uint32_t slot = hash(key);
    Probe result = Probe::full;
    for (std::uint32_t probed = 0; probed <= slot_mask_; ++probed) {
      Key found = Access::load_relaxed(keys_ + slot);
      if (found == no_key) {
        found = Access::compare_exchange(keys_ + slot, no_key, key);
        if (found == no_key) {
          result = Probe::claimed;
          break;
        }
      }
      if (found == key) {
        result = Probe::found;
        break;
      }
      slot = (slot + 1) & slot_mask_;
    }
    if constexpr (has_values) {
      if (result != Probe::full) Access::template combine<Combine>(values_[slot], value);
    }
    return result;
  }

  /// Calls f(rank, key, value) for each key. `scan` is scan_parts of the lanes. Returns false,
  /// without calling f, if there are not `count` keys.
  ///
  /// Pre: all lanes have inserted; `count` equals the capacity.
  template <class Lanes, class ScanParts, class F>
  KOKKOS_FUNCTION bool for_each_ranked(Lanes const& lanes, ScanParts const& scan, int count,
                                       F const& f) {
    auto const list = [&](int place, Key key, int slot) {
      claimed_[place] = key;
      claimed_slots_[place] = static_cast<slot_type>(slot);
    };
    if (list_keys(scan, count, list) != count) return false;
    lanes.barrier();
    if (count <= tuning::probing_rank_by_counting_max) {
      int const padded = (count + group - 1) / group * group;
      lanes.for_each(padded - count, [&](int i) { claimed_[count + i] = after_all_keys; });
      lanes.barrier();
      lanes.for_each(count, [&](int i) {
        f(rank_of(claimed_[i], count), claimed_[i], values_[claimed_slots_[i]]);
      });
    } else {
      sort_bitonic(lanes, count, [&](int low, int high) { order(low, high); });
      lanes.for_each(count, [&](int i) { f(i, claimed_[i], values_[claimed_slots_[i]]); });
    }
    return true;
  }

 private:
  using slot_type = std::uint16_t;

  static constexpr Key no_key = -1;
  static constexpr Key after_all_keys = std::numeric_limits<Key>::max();
  /// Keys that one load reads.
  static constexpr int group = 4;
  struct alignas(16) Group {
    Key keys[group];
  };
  /// Words that one store clears.
  struct alignas(16) Quad {
    std::uint32_t words[4] = {};
  };

  KOKKOS_FUNCTION static constexpr std::int64_t num_slots(std::int64_t capacity) {
    return 2 * num_claimed(capacity);
  }
  KOKKOS_FUNCTION static constexpr std::int64_t num_claimed(std::int64_t capacity) {
    return power_of_two_at_least(capacity < group ? group : capacity);
  }

  KOKKOS_FUNCTION std::uint32_t hash(Key key) const {
    return multiplicative_hash(static_cast<std::uint32_t>(key), hash_shift_);
  }

  KOKKOS_FUNCTION static Group empty_group() { return {{no_key, no_key, no_key, no_key}}; }

  /// Calls list(place, key, slot) for the keys in order of their slots, `expected` of them at most.
  /// Gives every lane the number of keys.
  template <class ScanParts, class List>
  KOKKOS_FUNCTION int list_keys(ScanParts const& scan, int expected, List const& list) {
    auto const* const groups = reinterpret_cast<Group const*>(keys_);
    int const num_groups = (static_cast<int>(slot_mask_) + 1) / group;
    auto const count = [&](int begin, int end) {
      int keys = 0;
      for (int i = begin; i < end; ++i) {
        Group const found = groups[i];
        for (int j = 0; j < group; ++j) keys += found.keys[j] != no_key ? 1 : 0;
      }
      return keys;
    };
    return scan(num_groups, count, [&](int begin, int end, int& place) {
      for (int i = begin; i < end; ++i) {
        Group const found = groups[i];
        for (int j = 0; j < group; ++j) {
          if (found.keys[j] == no_key) continue;
          if (place < expected) list(place, found.keys[j], group * i + j);
          ++place;
        }
      }
    });
  }

  KOKKOS_FUNCTION int rank_of(Key key, int count) const {
    int rank = 0;
    for (int begin = 0; begin < count; begin += group) {
      Group const others = *reinterpret_cast<Group const*>(claimed_ + begin);
      for (int i = 0; i < group; ++i) rank += others.keys[i] < key ? 1 : 0;
    }
    return rank;
  }

  KOKKOS_FUNCTION void order(int low, int high) {
    Key const first = claimed_[low];
    Key const second = claimed_[high];
    if (first <= second) return;
    claimed_[low] = second;
    claimed_[high] = first;
    slot_type const slot = claimed_slots_[low];
    claimed_slots_[low] = claimed_slots_[high];
    claimed_slots_[high] = slot;
  }

  Key* keys_;
  value_type* values_ = nullptr;
  Key* claimed_ = nullptr;
  slot_type* claimed_slots_ = nullptr;
  std::uint32_t slot_mask_;
  int hash_shift_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
