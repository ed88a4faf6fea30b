// SPDX-License-Identifier: BSD-3-Clause
// A bitmap over the key range of a row, with values at the ranks of their keys.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_BitPlaces.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Marks the keys of a row as bits. The rank of a key in sorted order is the number of bits before
/// it, and its value accumulates there. Keys come out sorted without probing or sorting, but all
/// must be marked before the first value is added.
///
/// A row whose range is wide is handled in windows. Values are stored in the memory of the
/// accumulator, or in the result itself.
///
/// Pre:  a window has at most as many words as the memory.
/// Cost: mark and add O(1); O(words) for each window.
template <class Key, class Combine, class Access, class Rank>
class BitmapRank {
 public:
  using value_type = typename Combine::value_type;
  using word_type = std::uint32_t;

  static constexpr bool has_values = !std::is_empty_v<value_type>;
  static constexpr int keys_per_word = 32;
  /// Keys can be listed in the memory of the values.
  static constexpr bool lists_keys = has_values && sizeof(value_type) >= sizeof(Key);

  /// Words of a bitmap over a range of keys.
  KOKKOS_FUNCTION static constexpr std::int64_t num_words(std::int64_t keys) {
    return (keys + keys_per_word - 1) / keys_per_word;
  }
  /// Bytes for windows of `words` words and for `values` values.
  KOKKOS_FUNCTION static constexpr std::size_t bytes(std::int64_t words, std::int64_t values) {
    std::size_t const bits = placed_bytes<word_type>(words);
    return has_values ? placed_bytes<value_type>(values) + bits + placed_bytes<Rank>(words) : bits;
  }

  /// A view over `memory`, which has bytes(words, values) bytes.
  KOKKOS_FUNCTION BitmapRank(std::byte* memory, std::int64_t words, std::int64_t values) {
    if constexpr (has_values) {
      values_ = reinterpret_cast<value_type*>(memory);
      memory += placed_bytes<value_type>(values);
    }
    words_ = reinterpret_cast<word_type*>(memory);
    ranks_ = reinterpret_cast<Rank*>(memory + placed_bytes<word_type>(words));
  }

  /// Accumulates values at `values` instead, indexed by the ranks of the window.
  KOKKOS_FUNCTION void put_values_at(value_type* values) { values_ = values; }

  /// Begins a window of keys [first, first + width) with no key marked.
  template <class Lanes>
  KOKKOS_FUNCTION void begin_window(Lanes const& lanes, Key first, Key width) {
    resume_window(first, width);
    auto* const quads = reinterpret_cast<Quad*>(words_);
    lanes.for_each((num_words_ + 3) / 4, [&](int i) { quads[i] = Quad{}; });
    lanes.barrier();
  }

  /// Continues with a window whose bits, and ranks if it has any, are already in the memory.
  KOKKOS_FUNCTION void resume_window(Key first, Key width) {
    first_ = first;
    width_ = static_cast<unsigned_key>(width);
    num_words_ = static_cast<int>(num_words(width));
  }

  /// Marks a key; returns false if it is outside the window.
  KOKKOS_FUNCTION bool mark(Key key) {
    unsigned_key const place = place_of(key);
    if (place >= width_) return false;
    word_type* const word = words_ + place / keys_per_word;
    word_type const bit = word_type{1} << (place % keys_per_word);
    // Most keys occur repeatedly, and reading is cheaper than an atomic or.
    if ((Access::load_relaxed(word) & bit) == 0) Access::unite(word, bit);
    return true;
  }

  /// Gives every lane the number of marked keys.
  template <class Lanes>
  KOKKOS_FUNCTION int count_keys(Lanes const& lanes) const {
    return lanes.template sum<int>(
        num_words_, [&](int i, int& count) { count += Kokkos::popcount(words_[i]); });
  }

  /// Ranks the marked keys and calls f(rank, key) for each. `scan` is scan_parts of the lanes.
  /// Gives every lane the number of keys.
  template <class ScanParts, class F>
  KOKKOS_FUNCTION int rank_keys(ScanParts const& scan, F const& f) {
    auto const count = [&](int begin, int end) {
      int keys = 0;
      for (int i = begin; i < end; ++i) keys += Kokkos::popcount(words_[i]);
      return keys;
    };
    return scan(num_words_, count, [&](int begin, int end, int& rank) {
      for (int i = begin; i < end; ++i) {
        ranks_[i] = static_cast<Rank>(rank);
        Key const first_of_word = first_ + static_cast<Key>(i) * keys_per_word;
        for (word_type bits = words_[i]; bits != 0; bits &= bits - 1) {
          f(rank++, first_of_word + static_cast<Key>(lowest_bit(bits)));
        }
      }
    });
  }

  /// Ranks the marked keys, and lists them in sorted order in the memory of the values. Gives every
  /// lane the number of keys, of which at most `capacity` are listed. A barrier is needed before
  /// they are read.
  template <class ScanParts>
  KOKKOS_FUNCTION int list_keys(ScanParts const& scan, std::int64_t capacity) {
    static_assert(lists_keys);
    auto* const listed = reinterpret_cast<Key*>(values_);
    return rank_keys(scan, [&](int rank, Key key) {
      if (rank < capacity) listed[rank] = key;
    });
  }
  /// A key that list_keys has listed; valid until values are cleared.
  KOKKOS_FUNCTION Key listed_key(int rank) const { return reinterpret_cast<Key*>(values_)[rank]; }

  /// Zeroes the values of the first `count` ranks.
  template <class Lanes>
  KOKKOS_FUNCTION void clear_values(Lanes const& lanes, int count) {
    lanes.for_each(count, [&](int i) { values_[i] = value_type{}; });
    lanes.barrier();
  }

  /// Adds to the value of a key. A key outside the window, as mark tells, is added to an arbitrary
  /// value: its row is already rejected. So the value is loaded before the range check completes.
  ///
  /// Pre: at least one key is marked.
  KOKKOS_FUNCTION void add(Key key, value_type const& value) {
    Access::template combine<Combine>(values_[rank_of(place_in_window(key))], value);
  }

  /// Adds to the value of a key in each of the first `count` rows, at most `most`, whose keys are
  /// equal. The values of successive rows are `stride` apart. Keys outside the window are left out.
  template <int most>
  KOKKOS_FUNCTION void add(Key key, value_type const (&values)[most], int count, int stride) {
    unsigned_key const place = place_of(key);
    if (place >= width_) return;
    int const rank = rank_of(place);
    for (int row = 0; row < most; ++row) {
      if (row >= count) break;
      Access::template combine<Combine>(values_[rank + row * stride], values[row]);
    }
  }

  KOKKOS_FUNCTION value_type const& value(int rank) const { return values_[rank]; }

 private:
  using unsigned_key = std::make_unsigned_t<Key>;
  /// Words that one store clears.
  struct alignas(16) Quad {
    word_type words[4] = {};
  };

  KOKKOS_FORCEINLINE_FUNCTION unsigned_key place_of(Key key) const {
    return static_cast<unsigned_key>(key) - static_cast<unsigned_key>(first_);
  }
  /// The index of a key in the window; 0 for a key outside it.
  KOKKOS_FORCEINLINE_FUNCTION unsigned_key place_in_window(Key key) const {
    unsigned_key const place = place_of(key);
    return place < width_ ? place : 0;
  }
  /// The number of marked keys before a place of the window.
  KOKKOS_FORCEINLINE_FUNCTION int rank_of(unsigned_key place) const {
    word_type const word = words_[place / keys_per_word];
    word_type const bit = word_type{1} << (place % keys_per_word);
    return static_cast<int>(ranks_[place / keys_per_word]) + Kokkos::popcount(word & (bit - 1));
  }

  value_type* values_ = nullptr;
  word_type* words_;
  Rank* ranks_;
  Key first_ = 0;
  unsigned_key width_ = 0;
  int num_words_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
