// SPDX-License-Identifier: BSD-3-Clause
// The columns of one row of C as bits, read back in ascending order.
#pragma once

#include <one_phase/Araios_ColumnMarks.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// The columns of one row of C, inserted one by one. With AVX-512 all bits stay in one register, so
/// no wide load has to wait for narrower stores that precede it.
template <class Ordinal>
class ColumnBits {
 public:
  static constexpr int num_words = 8;
  static constexpr std::int64_t max_columns = std::int64_t{num_words} * marks_of_block;

#ifdef __AVX512F__
  void clear() { bits_ = _mm512_setzero_si512(); }
  void insert(Ordinal column) {
    __m512i const first_columns = _mm512_set_epi64(448, 384, 320, 256, 192, 128, 64, 0);
    // Shift counts outside [0, 64) yield zero, so only the word of the column gets a bit.
    __m512i const shifts = _mm512_sub_epi64(_mm512_set1_epi64(column), first_columns);
    // Masked, since the intrinsic without a mask causes a warning in GCC 12.
    __m512i const bit = _mm512_maskz_sllv_epi64(0xFF, _mm512_set1_epi64(1), shifts);
    bits_ = _mm512_or_si512(bits_, bit);
  }
  /// Writes the columns in ascending order. Returns their end.
  ///
  /// Shapes: columns has room for marks_of_block more than were inserted.
  Ordinal* write(Ordinal* columns) const {
    std::uint64_t words[num_words];
    _mm512_storeu_si512(words, bits_);
    for (unsigned used = _mm512_test_epi64_mask(bits_, bits_); used != 0; used &= used - 1) {
      int const word = std::countr_zero(used);
      columns += write_marked(static_cast<Ordinal>(word), words[word], columns);
    }
    return columns;
  }

 private:
  __m512i bits_;
#else
  void clear() { std::fill_n(words_, num_words, std::uint64_t{0}); }
  void insert(Ordinal column) {
    words_[column / marks_of_block] |= std::uint64_t{1} << (column % marks_of_block);
  }
  Ordinal* write(Ordinal* columns) const {
    for (Ordinal word = 0; word < num_words; ++word) {
      if (words_[word] != 0) columns += write_marked(word, words_[word], columns);
    }
    return columns;
  }

 private:
  std::uint64_t words_[num_words];
#endif
};

}  // namespace araios::inline ARAIOS_ISA::impl
