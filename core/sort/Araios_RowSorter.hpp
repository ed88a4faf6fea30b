// SPDX-License-Identifier: BSD-3-Clause
// Writes a finished row in ascending column order while it is in cache.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_RankByCounting.hpp>
#include <sort/Araios_SortTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Sorts the entries of an accumulator by key into a row of C, on one host thread.
///
/// Short rows count the smaller keys of each key in SIMD loops. Rows with a narrow key range mark
/// their keys in a bitmap, whose prefix population counts are the ranks. Other rows sort (key,
/// entry) pairs by comparison.
template <class Ordinal>
class RowSorter {
 public:
  struct KeyedEntry {
    Ordinal key;
    Ordinal entry;
  };

  /// Bytes of scratch for rows of at most `max_row_size` keys, all below `num_keys`.
  static std::size_t bytes(std::int64_t max_row_size, std::int64_t num_keys) {
    auto const words = std::min(num_keys / bits_per_word + 1, max_words(max_row_size));
    auto const for_bitmap = static_cast<std::size_t>(words) * sizeof(RankedWord);
    auto const for_pairs = static_cast<std::size_t>(max_row_size) * sizeof(KeyedEntry);
    return std::max(for_bitmap, for_pairs);
  }

  /// `scratch` has at least the bytes that bytes() returns. Its contents are ignored.
  explicit RowSorter(std::byte* scratch) : scratch_{scratch} {}

  /// Writes the row to `columns` and `values`, which have room for all entries of the accumulator.
  // Not inlined, so that kernels share it.
  template <class Accumulator, class Scalar>
  [[gnu::noinline]] void write(Accumulator const& accumulator, Ordinal* columns,
                               Scalar* values) const {
    std::int64_t const size = accumulator.size();
    if (size == 0) return;
    if (size <= tuning::sort_by_counting_max) {
      return write_by_counting(accumulator, size, columns, values);
    }
    auto const [smallest, largest] = key_range(accumulator, size);
    std::int64_t const words = (static_cast<std::int64_t>(largest) - smallest) / bits_per_word + 1;
    if (words <= max_words(size)) {
      write_by_rank(accumulator, size, smallest, words, columns, values);
    } else {
      write_by_comparison(accumulator, size, columns, values);
    }
  }

 private:
  static constexpr std::int64_t bits_per_word = 64;

  struct RankedWord {
    std::uint64_t bits;
    std::uint64_t rank;  // of the first bit of the word
  };
  struct KeyRange {
    Ordinal smallest;
    Ordinal largest;
  };

  /// Words of the largest bitmap that pays off for `size` keys.
  static std::int64_t max_words(std::int64_t size) {
    auto const bits_of_size =
        static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(size)));
    return size * bits_of_size / tuning::sort_keys_per_word + 1;
  }

  template <class Accumulator>
  static KeyRange key_range(Accumulator const& accumulator, std::int64_t size) {
    KeyRange range{accumulator.key(0), accumulator.key(0)};
    for (std::int64_t i = 1; i < size; ++i) {
      Ordinal const key = accumulator.key(static_cast<Ordinal>(i));
      range.smallest = std::min(range.smallest, key);
      range.largest = std::max(range.largest, key);
    }
    return range;
  }

  /// Sorts few keys: the position of a key is the number of smaller keys.
  template <class Accumulator, class Scalar>
  static void write_by_counting(Accumulator const& accumulator, std::int64_t size, Ordinal* columns,
                                Scalar* values) {
    constexpr int capacity = tuning::sort_by_counting_max;
    Ordinal keys[capacity];
    Ordinal positions[capacity];
    for (std::int64_t i = 0; i < size; ++i) keys[i] = accumulator.key(static_cast<Ordinal>(i));
    rank_by_counting<capacity>(keys, static_cast<int>(size), positions);
    for (std::int64_t i = 0; i < size; ++i) {
      columns[positions[i]] = keys[i];
      values[positions[i]] = accumulator.value(static_cast<Ordinal>(i));
    }
  }

  // What does not depend on the accumulator is not inlined, so that it is compiled once.

  /// Ranks the first key of each word.
  [[gnu::noinline]] static void rank_words(RankedWord* map, std::int64_t words) {
    std::uint64_t rank = 0;
    for (std::int64_t word = 0; word < words; ++word) {
      map[word].rank = rank;
      rank += static_cast<std::uint64_t>(std::popcount(map[word].bits));
    }
  }

  [[gnu::noinline]] static void sort_by_key(KeyedEntry* pairs, std::int64_t size) {
    std::sort(pairs, pairs + size,
              [](KeyedEntry const& x, KeyedEntry const& y) { return x.key < y.key; });
  }

  template <class Accumulator, class Scalar>
  void write_by_rank(Accumulator const& accumulator, std::int64_t size, Ordinal smallest,
                     std::int64_t words, Ordinal* columns, Scalar* values) const {
    auto* const map = reinterpret_cast<RankedWord*>(scratch_);
    std::fill_n(map, words, RankedWord{0, 0});
    for (std::int64_t i = 0; i < size; ++i) {
      auto const bit =
          static_cast<std::uint64_t>(accumulator.key(static_cast<Ordinal>(i)) - smallest);
      map[bit / bits_per_word].bits |= std::uint64_t{1} << (bit % bits_per_word);
    }
    rank_words(map, words);
    for (std::int64_t i = 0; i < size; ++i) {
      Ordinal const key = accumulator.key(static_cast<Ordinal>(i));
      auto const bit = static_cast<std::uint64_t>(key - smallest);
      RankedWord const& word = map[bit / bits_per_word];
      auto const below = word.bits & ((std::uint64_t{1} << (bit % bits_per_word)) - 1);
      auto const position = word.rank + static_cast<std::uint64_t>(std::popcount(below));
      columns[position] = key;
      values[position] = accumulator.value(static_cast<Ordinal>(i));
    }
  }

  template <class Accumulator, class Scalar>
  void write_by_comparison(Accumulator const& accumulator, std::int64_t size, Ordinal* columns,
                           Scalar* values) const {
    auto* const pairs = reinterpret_cast<KeyedEntry*>(scratch_);
    for (std::int64_t i = 0; i < size; ++i) {
      auto const entry = static_cast<Ordinal>(i);
      pairs[i] = {accumulator.key(entry), entry};
    }
    sort_by_key(pairs, size);
    for (std::int64_t i = 0; i < size; ++i) {
      columns[i] = pairs[i].key;
      values[i] = accumulator.value(pairs[i].entry);
    }
  }

  std::byte* scratch_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
