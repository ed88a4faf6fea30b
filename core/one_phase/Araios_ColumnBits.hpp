// SPDX-License-Identifier: BSD-3-Clause
// The columns of one row of C as bits, read back in ascending order.
#pragma once

#include <one_phase/Araios_ColumnMarks.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Writes the columns whose bits are set in ascending order. Returns the end of the columns.
///
/// Shapes: words num_words; columns has room for marks_of_block more than are set.
template <int num_words, class Ordinal>
Ordinal* write_set_columns(std::uint64_t const* words, Ordinal* columns) {
  for (Ordinal word = 0; word < num_words; ++word) {
    if (words[word] != 0) columns += write_marked(word, words[word], columns);
  }
  return columns;
}

/// Holds the columns of each row of B as a bitmap of a few words. The columns of a row of C are the
/// union of the bitmaps of its rows of B.
template <int words, class Ordinal>
class UnitedRows {
 public:
  static constexpr std::int64_t max_columns = std::int64_t{words} * marks_of_block;

  /// Bytes of the bitmaps of num_rows rows.
  static std::size_t bytes(Ordinal num_rows) {
    return static_cast<std::size_t>(num_rows) * words * sizeof(std::uint64_t);
  }

  /// Builds the bitmaps of all rows of B.
  ///
  /// Shapes: bitmaps bytes(b.num_rows), contents undefined.
  /// Pre:    b has a valid pattern and at most max_columns columns.
  template <class ArraysB>
  UnitedRows(ArraysB const& b, std::byte* bitmaps)
      : bitmaps_{reinterpret_cast<std::uint64_t*>(bitmaps)} {
    std::uint64_t* bitmap = bitmaps_;
    for (Ordinal row = 0; row < b.num_rows; ++row, bitmap += words) {
      std::fill_n(bitmap, words, std::uint64_t{0});
      for (auto entry = b.row_offsets[row]; entry < b.row_offsets[row + 1]; ++entry) {
        Ordinal const column = b.columns[entry];
        bitmap[column / marks_of_block] |= std::uint64_t{1} << (column % marks_of_block);
      }
    }
  }

  void clear() { std::fill_n(united_, words, std::uint64_t{0}); }
  void meet_row(Ordinal row) {
    std::uint64_t const* const bitmap = bitmaps_ + static_cast<std::size_t>(row) * words;
    for (int word = 0; word < words; ++word) united_[word] |= bitmap[word];
  }
  void meet_column(Ordinal) {}

  /// Writes the columns in ascending order. Returns their end.
  Ordinal* write(Ordinal* columns) const { return write_set_columns<words>(united_, columns); }

 private:
  std::uint64_t* bitmaps_;
  std::uint64_t united_[words];
};

/// The same without bitmaps of B: columns are inserted one by one. With AVX-512 all bits stay in
/// one register, so no wide load has to wait for narrower stores that precede it.
template <class Ordinal>
class ColumnBits {
 public:
  static constexpr int num_words = 8;
  static constexpr std::int64_t max_columns = std::int64_t{num_words} * marks_of_block;

  void meet_row(Ordinal) {}

#ifdef __AVX512F__
  void clear() { bits_ = _mm512_setzero_si512(); }
  void meet_column(Ordinal column) {
    __m512i const first_columns = _mm512_set_epi64(448, 384, 320, 256, 192, 128, 64, 0);
    // Shift counts outside [0, 64) yield zero, so only the word of the column gets a bit.
    __m512i const shifts = _mm512_sub_epi64(_mm512_set1_epi64(column), first_columns);
    // Masked, since the intrinsic without a mask causes a warning in GCC 12.
    __m512i const bit = _mm512_maskz_sllv_epi64(0xFF, _mm512_set1_epi64(1), shifts);
    bits_ = _mm512_or_si512(bits_, bit);
  }
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
  void meet_column(Ordinal column) {
    words_[column / marks_of_block] |= std::uint64_t{1} << (column % marks_of_block);
  }
  Ordinal* write(Ordinal* columns) const { return write_set_columns<num_words>(words_, columns); }

 private:
  std::uint64_t words_[num_words];
#endif
};

}  // namespace araios::inline ARAIOS_ISA::impl
