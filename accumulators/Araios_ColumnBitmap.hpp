// SPDX-License-Identifier: BSD-3-Clause
// The columns of one row of C as a bitmap, read back in ascending order.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Unites column sets: one set of 32 columns for each block. Three levels of words above them mark
/// which sets, words, and words of words are in use. So a row is read in ascending order and
/// cleared at the cost of its used blocks, however scattered its columns.
///
/// Blocks are listed when they come into use, without a branch that could be mispredicted. The
/// words above them are marked once all blocks are known.
///
/// Pre:  a single host lane uses it; its memory is zero at first and after each drain.
/// Cost: insert O(1), a few instructions; drain O(blocks in use).
template <class Ordinal>
class ColumnBitmap {
 public:
  /// Bytes for columns of num_blocks blocks. All must be zero at first.
  static constexpr std::size_t bytes(std::int64_t num_blocks) {
    std::int64_t const low = words_for(num_blocks);
    std::int64_t const middle = words_for(low);
    return placed_bytes<std::uint32_t>(num_blocks) + placed_bytes<Word>(low) +
           placed_bytes<Word>(middle) + placed_bytes<Word>(words_for(middle)) +
           placed_bytes<Ordinal>(num_blocks + 1);
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
    memory += placed_bytes<Word>(middle);
    top_ = reinterpret_cast<Word*>(memory);
    blocks_in_use_ = reinterpret_cast<Ordinal*>(memory + placed_bytes<Word>(words_for(middle)));
  }

  /// Inserts nonempty sets one by one.
  class Inserter {
   public:
    void operator()(Ordinal block, std::uint32_t set) {
      std::uint32_t const before = sets_[block];
      sets_[block] = before | set;
      *end_ = block;
      end_ += before == 0 ? 1 : 0;
    }

   private:
    friend ColumnBitmap;
    Inserter(std::uint32_t* sets, Ordinal* end) : sets_{sets}, end_{end} {}

    std::uint32_t* sets_;
    Ordinal* end_;
  };
  Inserter begin() const { return {sets_, blocks_in_use_}; }

  /// Inserts sets of blocks that lie close together, without listing the blocks in use.
  class DenseInserter {
   public:
    void operator()(Ordinal block, std::uint32_t set) { sets_[block] |= set; }

   private:
    friend ColumnBitmap;
    explicit DenseInserter(std::uint32_t* sets) : sets_{sets} {}

    std::uint32_t* sets_;
  };
  DenseInserter begin_dense() const { return DenseInserter{sets_}; }

  /// Calls f(block, set) for each block in use, in ascending order, and clears it.
  ///
  /// Pre: sets came from begin_dense(); all blocks in use are in [first, last].
  template <class F>
  void drain_dense(Ordinal first, Ordinal last, F const& f) const {
    for (Ordinal block = first; block <= last; ++block) {
      std::uint32_t const set = take(sets_[block]);
      if (set != 0) f(block, set);
    }
  }

  /// Calls f(block, set) for each block in use, in ascending order, and clears it.
  ///
  /// Pre: `end` is the inserter from begin(), after all insertions.
  template <class F>
  void drain(Inserter const& end, F const& f) const {
    mark_all(end.end_);
    for (std::size_t t = 0; t < num_top_words_; ++t) drain_below(t, f);
  }

 private:
  using Word = std::uint64_t;
  static constexpr int bits_per_word = 64;

  static constexpr std::int64_t words_for(std::int64_t num_bits) {
    return num_bits / bits_per_word + 1;
  }
  static constexpr Word bit_of(std::size_t i) { return Word{1} << (i % bits_per_word); }

  /// Marks the words above the listed blocks, and clears the list.
  void mark_all(Ordinal* end) const {
    Ordinal* const end_of_low = mark(end, low_);
    Ordinal* const end_of_middle = mark(end_of_low, middle_);
    mark(end_of_middle, top_);
    // Each insertion writes one element past the end of the list.
    std::fill(blocks_in_use_, end + 1, Ordinal{0});
  }

  /// Sets the listed bits of a level. Replaces the list by the words that come into use, and
  /// returns its end.
  Ordinal* mark(Ordinal const* end, Word* words) const {
    Ordinal* end_of_words = blocks_in_use_;
    for (Ordinal const* bit = blocks_in_use_; bit != end; ++bit) {
      auto const i = static_cast<std::size_t>(*bit);
      std::size_t const word = i / bits_per_word;
      Word const before = words[word];
      words[word] = before | bit_of(i);
      *end_of_words = static_cast<Ordinal>(word);
      end_of_words += before == 0 ? 1 : 0;
    }
    return end_of_words;
  }

  template <class Bits>
  static Bits take(Bits& bits) {
    Bits const taken = bits;
    bits = 0;
    return taken;
  }
  /// Calls f for each bit of a word, with its number counted over all words of the level.
  template <class F>
  static void for_each_bit(Word bits, std::size_t word, F const& f) {
    for (; bits != 0; bits &= bits - 1) {
      f(word * bits_per_word + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }

  /// Drains the blocks in use of a word of the top.
  template <class F>
  [[gnu::always_inline]] void drain_below(std::size_t t, F const& f) const {
    for_each_bit(take(top_[t]), t, [&](std::size_t m) {
      for_each_bit(take(middle_[m]), m, [&](std::size_t l) {
        for_each_bit(take(low_[l]), l, [&](std::size_t block) {
          f(static_cast<Ordinal>(block), take(sets_[block]));
        });
      });
    });
  }

  std::uint32_t* sets_ = nullptr;
  Word* low_ = nullptr;
  Word* middle_ = nullptr;
  Word* top_ = nullptr;
  Ordinal* blocks_in_use_ = nullptr;
  std::size_t num_top_words_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
