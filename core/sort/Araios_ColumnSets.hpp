// SPDX-License-Identifier: BSD-3-Clause
// Column sets on hosts: sorted, and written as columns.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_StoreCompressed.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_RankByCounting.hpp>

#include <bit>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Writes the columns of a set in ascending order. Returns their number.
template <class Ordinal>
inline std::int64_t write_columns(Ordinal block, std::uint32_t set, Ordinal* columns) {
  Ordinal const first = block * tuning::columns_per_block;
  std::int64_t count = 0;
  for (; set != 0; set &= set - 1) {
    columns[count++] = first + static_cast<Ordinal>(std::countr_zero(set));
  }
  return count;
}

#ifdef __AVX512F__
/// The same by AVX-512, 16 columns at a time, for sets of many columns.
template <>
inline std::int64_t write_columns(std::int32_t block, std::uint32_t set, std::int32_t* columns) {
  static_assert(tuning::columns_per_block == 32);
  std::int32_t const first = block * tuning::columns_per_block;
  if (std::has_single_bit(set)) {
    columns[0] = first + std::countr_zero(set);
    return 1;
  }
  __m512i const numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  std::int64_t count = 0;
  for (int half = 0; half < 2; ++half) {
    auto const present = static_cast<__mmask16>(set >> (16 * half));
    __m512i const all = _mm512_add_epi32(numbers, _mm512_set1_epi32(first + 16 * half));
    count += store_compressed(columns + count, present, all);
  }
  return count;
}
#endif

/// A few column sets of a row in any order, with repeated blocks, to be united and sorted.
///
/// Sorts by ranks: the rank of a block is the number of smaller ones, so equal blocks meet there.
template <class Ordinal>
class FewColumnSets {
 public:
  static constexpr int capacity = tuning::scattered_row_max_sets;

  /// Appends sets: points past the last one.
  struct End {
    Ordinal* block;
    std::uint32_t* set;

    void operator()(Ordinal next_block, std::uint32_t next_set) {
      *block++ = next_block;
      *set++ = next_set;
    }
  };
  End begin() { return {blocks_, sets_}; }

  /// Calls f(block, set) for each distinct block appended between begin() and `end`, in ascending
  /// order.
  ///
  /// Pre: at most `capacity` sets have been appended.
  template <class F>
  void unite(End const& end, F const& f) {
    auto const size = static_cast<int>(end.block - blocks_);
    rank_by_counting<capacity>(blocks_, size, ranks_);
    for (int i = 0; i < size; ++i) united_[i] = 0;
    for (int i = 0; i < size; ++i) {
      block_at_[ranks_[i]] = blocks_[i];
      united_[ranks_[i]] |= sets_[i];
    }
    for (int i = 0; i < size; ++i) {
      if (united_[i] != 0) f(block_at_[i], united_[i]);
    }
  }

 private:
  Ordinal blocks_[capacity];
  Ordinal ranks_[capacity];
  Ordinal block_at_[capacity];
  std::uint32_t sets_[capacity];
  std::uint32_t united_[capacity];
};

}  // namespace araios::inline ARAIOS_ISA::impl
