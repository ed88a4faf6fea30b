// SPDX-License-Identifier: BSD-3-Clause
// The columns of one row of C as bits, found again in ascending order.
#pragma once

#include <Araios_Accumulator.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace araios {

/// Unites column sets: one set of 32 columns for each block, and three levels of words above them
/// that tell which sets, words and words of words are in use. So a row is read in ascending order,
/// and emptied, at the cost of what it used, however far its columns lie apart.
///
/// Pre:  a single host lane uses it; its memory is zero at first and after each drain.
/// Cost: insert O(1), a few instructions once a block is in use; drain O(blocks in use).
template <class Ordinal>
class ColumnBitmap {
 public:
  /// Bytes for columns of num_blocks blocks, all to be zero.
  static constexpr std::size_t bytes(std::int64_t num_blocks) {
    std::int64_t const low = words_for(num_blocks);
    std::int64_t const middle = words_for(low);
    return placed_bytes<std::uint32_t>(num_blocks) + placed_bytes<Word>(low) +
           placed_bytes<Word>(middle) + placed_bytes<Word>(words_for(middle));
  }

  ColumnBitmap(std::byte* memory, std::int64_t num_blocks) {
    std::int64_t const low = words_for(num_blocks);
    std::int64_t const middle = words_for(low);
    num_top_words_ = static_cast<std::size_t>(words_for(middle));
    sets_ = reinterpret_cast<std::uint32_t*>(memory);
    memory += placed_bytes<std::uint32_t>(num_blocks);
    low_ = reinterpret_cast<Word*>(memory);
    memory += placed_bytes<Word>(low);
    middle_ = reinterpret_cast<Word*>(memory);
    top_ = reinterpret_cast<Word*>(memory + placed_bytes<Word>(middle));
  }

  void insert(Ordinal block, std::uint32_t set) const {
    auto const i = static_cast<std::size_t>(block);
    std::uint32_t const before = sets_[i];
    if (before == 0) mark(i);
    sets_[i] = before | set;
  }

  /// Calls f(block, set) for each block in use, in ascending order, and empties it.
  template <class F>
  void drain(F const& f) const {
    for (std::size_t t = 0; t < num_top_words_; ++t) {
      for_each_bit(take(top_[t]), t, [&](std::size_t m) {
        for_each_bit(take(middle_[m]), m, [&](std::size_t l) {
          for_each_bit(take(low_[l]), l, [&](std::size_t block) {
            f(static_cast<Ordinal>(block), take(sets_[block]));
          });
        });
      });
    }
  }

 private:
  using Word = std::uint64_t;
  static constexpr int bits_per_word = 64;

  static constexpr std::int64_t words_for(std::int64_t num_bits) {
    return num_bits / bits_per_word + 1;
  }
  static constexpr Word bit_of(std::size_t i) { return Word{1} << (i % bits_per_word); }

  void mark(std::size_t block) const {
    Word const low = low_[block / bits_per_word];
    low_[block / bits_per_word] = low | bit_of(block);
    if (low != 0) return;
    std::size_t const l = block / bits_per_word;
    Word const middle = middle_[l / bits_per_word];
    middle_[l / bits_per_word] = middle | bit_of(l);
    if (middle != 0) return;
    std::size_t const m = l / bits_per_word;
    top_[m / bits_per_word] |= bit_of(m);
  }

  template <class Bits>
  static Bits take(Bits& bits) {
    Bits const taken = bits;
    bits = 0;
    return taken;
  }
  /// Calls f with the number, counted over all words of a level, of each bit of one word.
  template <class F>
  static void for_each_bit(Word bits, std::size_t word, F const& f) {
    for (; bits != 0; bits &= bits - 1) {
      f(word * bits_per_word + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }

  std::uint32_t* sets_ = nullptr;
  Word* low_ = nullptr;
  Word* middle_ = nullptr;
  Word* top_ = nullptr;
  std::size_t num_top_words_ = 0;
};

}  // namespace araios
