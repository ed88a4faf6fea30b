// SPDX-License-Identifier: BSD-3-Clause
// A long row as a sorted sequence, into which rows of B are merged one by one.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Keeps two sequences of keys and values: the merged rows of B so far, and the result of the next
/// merge. Each lane merges an equal part of both inputs. Equal keys combine in the order of the
/// rows of B, so sums repeat.
///
/// Pre:    keys ascend strictly in each merged row.
/// Cost:   O(row of B + result) for each row of B, spread over the lanes.
/// Source: the merge method of bhSPARSE (Liu, Vinter 2014; as in clSPARSE, 2015); deviation: lanes
///         share one merge path through both sequences in place of a search for each product.
template <class Key, class Combine>
class Merge {
 public:
  using value_type = typename Combine::value_type;

  static constexpr bool has_values = !std::is_empty_v<value_type>;

  /// Bytes for rows of at most `capacity` keys.
  KOKKOS_FUNCTION static constexpr std::size_t bytes(std::int64_t capacity) {
    return 2 * sequence_bytes(capacity);
  }

  /// A view over `memory`, which has bytes(capacity) bytes; the sequence is empty.
  KOKKOS_FUNCTION Merge(std::byte* memory, std::int64_t capacity)
      : result_{memory, capacity},
        next_{memory + sequence_bytes(capacity), capacity},
        capacity_{capacity} {}

  /// Merges keys key_at(j) with values value_at(j), 0 <= j < count, by all lanes together. `scan`
  /// is scan_parts of the lanes. Returns false if the result exceeds the capacity; the sequence is
  /// then invalid.
  template <class Lanes, class ScanParts, class KeyAt, class ValueAt>
  KOKKOS_FUNCTION bool merge(Lanes const& lanes, ScanParts const& scan, int count,
                             KeyAt const& key_at, ValueAt const& value_at) {
    auto const count_part = [&](int begin, int end) {
      int keys = 0;
      walk(begin, end, count, key_at, [&](Key, int, int) { ++keys; });
      return keys;
    };
    auto const write_part = [&](int begin, int end, int& place) {
      walk(begin, end, count, key_at, [&](Key key, int old, int added) {
        if (place < capacity_) write(place, key, old, added, value_at);
        ++place;
      });
    };
    int const merged = scan(size_ + count, count_part, write_part);
    lanes.barrier();
    Sequence const before = result_;
    result_ = next_;
    next_ = before;
    size_ = merged;
    return merged <= capacity_;
  }

  KOKKOS_FUNCTION int size() const { return size_; }
  KOKKOS_FUNCTION Key key(int i) const { return result_.keys[i]; }
  KOKKOS_FUNCTION value_type value(int i) const { return result_.values[i]; }

 private:
  struct Sequence {
    Key* keys;
    value_type* values;

    KOKKOS_FUNCTION Sequence(std::byte* memory, std::int64_t capacity)
        : keys{reinterpret_cast<Key*>(memory)},
          values{reinterpret_cast<value_type*>(memory + placed_bytes<Key>(capacity))} {}
  };

  static constexpr int none = -1;

  KOKKOS_FUNCTION static constexpr std::size_t sequence_bytes(std::int64_t capacity) {
    return placed_bytes<Key>(capacity) + (has_values ? placed_bytes<value_type>(capacity) : 0);
  }

  /// Calls f(key, old, added) for each distinct key of the steps [begin, end) of the merge path.
  /// `old` and `added` are the positions of its values in the result so far and in the merged row,
  /// or none. Of equal keys the path takes that of the result first; the other one is skipped.
  template <class KeyAt, class F>
  KOKKOS_FUNCTION void walk(int begin, int end, int count, KeyAt const& key_at, F const& f) const {
    int old = num_old_before(begin, count, key_at);
    int added = begin - old;
    for (int step = begin; step < end; ++step) {
      if (old < size_ && (added == count || result_.keys[old] <= key_at(added))) {
        Key const key = result_.keys[old];
        bool const both = added < count && key_at(added) == key;
        f(key, old++, both ? added : none);
      } else {
        Key const key = key_at(added);
        bool const given = old > 0 && result_.keys[old - 1] == key;
        if (!given) f(key, none, added);
        ++added;
      }
    }
  }

  /// The number of keys of the result among the first `step` steps of the path.
  template <class KeyAt>
  KOKKOS_FUNCTION int num_old_before(int step, int count, KeyAt const& key_at) const {
    int const fewest = step > count ? step - count : 0;
    int const most = step < size_ ? step : size_;
    auto const comes_later = [&](int old) {
      return key_at(step - 1 - old) < result_.keys[old] ? 1 : 0;
    };
    return upper_bound(fewest, most, comes_later, 0);
  }

  template <class ValueAt>
  KOKKOS_FUNCTION void write(int place, Key key, int old, int added, ValueAt const& value_at) {
    next_.keys[place] = key;
    if constexpr (has_values) {
      if (old == none) {
        next_.values[place] = value_at(added);
        return;
      }
      value_type sum = result_.values[old];
      if (added != none) Combine::apply(sum, value_at(added));
      next_.values[place] = sum;
    }
  }

  Sequence result_;
  Sequence next_;
  std::int64_t capacity_;
  int size_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
