// SPDX-License-Identifier: BSD-3-Clause
// The columns of one row of C as byte marks, read back in ascending order.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_ColumnSets.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// The marks of a block, which fill one AVX-512 register. Their bits fill one 64-bit word.
inline constexpr int marks_of_block = 64;

/// The value of a mark: the highest bit, which vector instructions gather into masks.
inline constexpr std::uint8_t column_mark = 0x80;

/// Whether any mark of a block is set.
inline bool has_marks(std::uint8_t const* marks) {
#ifdef __AVX512BW__
  return _mm512_movepi8_mask(_mm512_loadu_si512(marks)) != 0;
#else
  std::uint8_t any = 0;
  for (int i = 0; i < marks_of_block; ++i) any |= marks[i];
  return any != 0;
#endif
}

/// A word with bit i set if mark i of 8 is set.
inline std::uint64_t eight_marks(std::uint8_t const* marks) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < 8; ++i) bytes |= std::uint64_t{marks[i]} << (8 * i);
  // The product moves the highest bit of byte i to bit 56 + i, and no other bit there.
  return ((bytes & 0x8080808080808080) * 0x0002040810204081) >> 56;
}

/// The same of 16 marks. Clears them.
inline std::uint64_t take_sixteen_marks(std::uint8_t* marks) {
#ifdef __SSE2__
  auto* const vector = reinterpret_cast<__m128i*>(marks);
  auto const set = static_cast<unsigned>(_mm_movemask_epi8(_mm_loadu_si128(vector)));
  _mm_storeu_si128(vector, _mm_setzero_si128());
  return set;
#else
  std::uint64_t const set = eight_marks(marks) | eight_marks(marks + 8) << 8;
  std::fill_n(marks, 16, std::uint8_t{0});
  return set;
#endif
}

/// The same of the marks of a block. Clears them.
inline std::uint64_t take_marks(std::uint8_t* marks) {
#ifdef __AVX512BW__
  std::uint64_t const set = _mm512_movepi8_mask(_mm512_loadu_si512(marks));
  _mm512_storeu_si512(marks, _mm512_setzero_si512());
  return set;
#else
  std::uint64_t set = 0;
  for (int i = 0; i < marks_of_block; i += 16) set |= take_sixteen_marks(marks + i) << i;
  return set;
#endif
}

/// Writes the columns of a block whose bits are set in `set`, in ascending order. Returns their
/// number.
///
/// Shapes: columns has room for marks_of_block columns.
template <class Ordinal>
inline std::int64_t write_marked(Ordinal block, std::uint64_t set, Ordinal* columns) {
  constexpr int sets_of_block = marks_of_block / tuning::columns_per_block;
  std::int64_t count = 0;
  for (int i = 0; i < sets_of_block; ++i) {
    auto const part = static_cast<std::uint32_t>(set >> (i * tuning::columns_per_block));
    if (part == 0) continue;
    count += write_columns<Ordinal>(block * sets_of_block + i, part, columns + count);
  }
  return count;
}

#ifdef __AVX512VBMI2__
/// The same by one compression of the numbers of all marks (AVX-512 VBMI2).
template <>
inline std::int64_t write_marked(std::int32_t block, std::uint64_t set, std::int32_t* columns) {
  constexpr int lanes = 16;
  alignas(marks_of_block) static constexpr auto numbers = [] {
    struct {
      std::uint8_t bytes[marks_of_block];
    } all{};
    for (int i = 0; i < marks_of_block; ++i) all.bytes[i] = static_cast<std::uint8_t>(i);
    return all;
  }();
  int const count = std::popcount(set);
  __m512i const marked = _mm512_maskz_compress_epi8(set, _mm512_load_si512(numbers.bytes));
  __m512i const first = _mm512_set1_epi32(block * marks_of_block);
  auto const write = [&](int begin, __m128i part) {
    _mm512_storeu_si512(columns + begin,
                        _mm512_add_epi32(first, _mm512_maskz_cvtepu8_epi32(0xFFFF, part)));
  };
  write(0, _mm512_maskz_extracti32x4_epi32(0xF, marked, 0));
  if (count <= lanes) return count;
  write(lanes, _mm512_maskz_extracti32x4_epi32(0xF, marked, 1));
  if (count <= 2 * lanes) return count;
  write(2 * lanes, _mm512_maskz_extracti32x4_epi32(0xF, marked, 2));
  write(3 * lanes, _mm512_maskz_extracti32x4_epi32(0xF, marked, 3));
  return count;
}
#endif

/// Marks each column of a row by a byte, and optionally each block of columns by another. Setting a
/// mark is a plain store. Bits of neighbouring columns would share a word, and updates of it would
/// serialize on store-to-load forwarding.
///
/// Pre:  one thread uses it; its memory is zero at first.
/// Post: its memory is zero once the columns have been taken.
class ColumnMarks {
 public:
  /// Bytes for num_columns columns. All must be zero at first.
  static constexpr std::size_t bytes(std::int64_t num_columns) {
    return whole_blocks(num_columns) + whole_blocks(num_blocks(num_columns));
  }

  ColumnMarks(std::byte* memory, std::int64_t num_columns)
      : marks_{reinterpret_cast<std::uint8_t*>(memory)},
        marks_of_blocks_{marks_ + whole_blocks(num_columns)} {}

  /// The marks, for loops that set them: column c has the mark at c.
  std::uint8_t* marks() const { return marks_; }
  /// The marks of blocks: column c has the one at block_of(c).
  std::uint8_t* marks_of_blocks() const { return marks_of_blocks_; }

  /// The block of a column.
  ///
  /// Pre: column >= 0.
  template <class Ordinal>
  static Ordinal block_of(Ordinal column) {
    // Unsigned division compiles to a single shift.
    using Unsigned = std::make_unsigned_t<Ordinal>;
    return static_cast<Ordinal>(static_cast<Unsigned>(column) / Unsigned{marks_of_block});
  }

  /// Writes the marked columns in ascending order and clears their marks. Searches all blocks from
  /// that of `first` to that of `last`. Returns the end of the columns; up to marks_of_block
  /// elements beyond it may be overwritten.
  ///
  /// Pre: no column outside these blocks is marked.
  template <class Ordinal>
  Ordinal* take_between(Ordinal first, Ordinal last, Ordinal* columns) const {
    Ordinal const end = block_of(last) + 1;
    if (end - block_of(first) <= tuning::small_max_blocks_by_branch) {
      for (Ordinal block = block_of(first); block < end; ++block) {
        columns += write_marked(block, take_marks(marks_at(block)), columns);
      }
      return columns;
    }
    for (Ordinal block = block_of(first); block < end; block += marks_of_block) {
      auto const size = std::min<Ordinal>(end - block, marks_of_block);
      columns = take_blocks(block, blocks_in_use(block, size), columns);
    }
    return columns;
  }

  /// The same, but searches only marked blocks, and clears their marks too.
  ///
  /// Pre: the block of every marked column is marked.
  template <class Ordinal>
  Ordinal* take_marked_blocks(Ordinal first, Ordinal last, Ordinal* columns) const {
    Ordinal const last_group = block_of(block_of(last));
    for (Ordinal group = block_of(block_of(first)); group <= last_group; ++group) {
      Ordinal const block = group * marks_of_block;
      columns = take_blocks(block, take_marks(marks_of_blocks_ + block), columns);
    }
    return columns;
  }

 private:
  static constexpr std::int64_t num_blocks(std::int64_t num_columns) {
    return (num_columns + marks_of_block - 1) / marks_of_block;
  }
  static constexpr std::size_t whole_blocks(std::int64_t count) {
    return static_cast<std::size_t>(num_blocks(count)) * marks_of_block;
  }

  std::uint8_t* marks_at(std::int64_t block) const { return marks_ + block * marks_of_block; }

  /// A word with bit i set if block first + i has marks. Branch-free, since a branch for each block
  /// would often be mispredicted.
  template <class Ordinal>
  std::uint64_t blocks_in_use(Ordinal first, Ordinal size) const {
    std::uint64_t blocks = 0;
    for (Ordinal i = 0; i < size; ++i) {
      blocks |= std::uint64_t{has_marks(marks_at(first + i))} << i;
    }
    return blocks;
  }

  /// Takes the columns of block first + i for each bit i that is set in `blocks`.
  template <class Ordinal>
  Ordinal* take_blocks(Ordinal first, std::uint64_t blocks, Ordinal* columns) const {
    for (; blocks != 0; blocks &= blocks - 1) {
      Ordinal const block = first + static_cast<Ordinal>(std::countr_zero(blocks));
      columns += write_marked(block, take_marks(marks_at(block)), columns);
    }
    return columns;
  }

  std::uint8_t* marks_;
  std::uint8_t* marks_of_blocks_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
