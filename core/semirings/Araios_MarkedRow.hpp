// SPDX-License-Identifier: BSD-3-Clause
// The columns of one row of C in the memory of an owner of a host, for fast look-up.
#pragma once

#include <accumulators/Araios_MultiplicativeHash.hpp>
#include <host_simd/Araios_StoreCompressed.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PowerOfTwo.hpp>
#include <semirings/Araios_SemiringsTuning.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Sizes of the rows that are marked.
struct MarkedShape {
  std::int64_t num_cols;
  std::int64_t longest_row;
};

/// Columns of rows of B that are marked: where they stand in the columns that were looked up, and
/// one more than their places in the row of C.
template <class Ordinal>
struct FoundColumns {
  static constexpr int most = tuning::looked_up_columns;
  static constexpr int capacity = tuning::gathered_products;

  std::int32_t indices[capacity];
  Ordinal places[capacity];
  int count = 0;
};

/// Looks up `size` columns, and appends those that are marked. Without a branch on them, which
/// would be mispredicted.
///
/// Pre: there is room for all of them.
template <class Marks, class Ordinal>
void find_columns(Marks const& marks, Ordinal const* columns, int size,
                  FoundColumns<Ordinal>& found) {
  int count = found.count;
  for (int i = 0; i < size; ++i) {
    Ordinal const place = marks.find(columns[i]);
    found.indices[count] = i;
    found.places[count] = place;
    count += place != 0 ? 1 : 0;
  }
  found.count = count;
}

/// An array over all columns. Its memory is zero before a row is marked, and after it is cleared.
template <class Ordinal>
class MarkedArray {
 public:
  static std::size_t bytes(MarkedShape const& shape) {
    return static_cast<std::size_t>(shape.num_cols) * sizeof(Ordinal);
  }

  explicit MarkedArray(std::byte* memory) : places_{reinterpret_cast<Ordinal*>(memory)} {}

  void mark(RowColumns<Ordinal> const& row) {
    for (std::int64_t i = 0; i < row.size; ++i) places_[row(i)] = static_cast<Ordinal>(i + 1);
  }
  /// One more than the place of a column in its row; 0 where it is not there.
  Ordinal find(Ordinal column) const { return places_[column]; }
  /// The places of all columns.
  Ordinal const* places() const { return places_; }
  void clear(RowColumns<Ordinal> const& row) {
    for (std::int64_t i = 0; i < row.size; ++i) places_[row(i)] = 0;
  }

 private:
  Ordinal* places_;
};

#ifdef __AVX512F__
/// The same by AVX-512, 16 columns at a time.
inline void find_columns(MarkedArray<std::int32_t> const& marks, std::int32_t const* columns,
                         int size, FoundColumns<std::int32_t>& found) {
  using vector_lanes::lanes;
  __m512i const first_indices =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  int count = found.count;
  for (int i = 0; i < size; i += lanes) {
    __mmask16 const present = vector_lanes::first_lanes(size - i);
    __m512i const of_lanes = _mm512_maskz_loadu_epi32(present, columns + i);
    __m512i const places = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), present, of_lanes,
                                                       marks.places(), sizeof(std::int32_t));
    __mmask16 const marked = _mm512_test_epi32_mask(places, places);
    if (marked == 0) continue;
    store_compressed(found.indices + count, marked,
                     _mm512_add_epi32(first_indices, _mm512_set1_epi32(i)));
    count += store_compressed(found.places + count, marked, places);
  }
  found.count = count;
}
#endif

/// A hash map by open addressing. Memory as that of MarkedArray, but by the longest row.
template <class Ordinal>
class MarkedHash {
 public:
  static std::size_t bytes(MarkedShape const& shape) {
    return static_cast<std::size_t>(num_slots(shape.longest_row)) * sizeof(Slot);
  }

  explicit MarkedHash(std::byte* memory) : slots_{reinterpret_cast<Slot*>(memory)} {}

  void mark(RowColumns<Ordinal> const& row) {
    slot_mask_ = static_cast<Index>(num_slots(row.size) - 1);
    shift_ = std::countl_zero(static_cast<std::uint64_t>(slot_mask_) | 1);
    for (std::int64_t i = 0; i < row.size; ++i) {
      slots_[slot_of(row(i))] = {static_cast<Ordinal>(row(i) + 1), static_cast<Ordinal>(i + 1)};
    }
  }
  Ordinal find(Ordinal column) const { return slots_[slot_of(column)].place; }
  void clear(RowColumns<Ordinal> const&) {
    std::fill_n(slots_, static_cast<std::size_t>(slot_mask_) + 1, Slot{});
  }

 private:
  using Index = std::make_unsigned_t<Ordinal>;
  struct Slot {
    Ordinal key = 0;    ///< one more than the column; 0: empty
    Ordinal place = 0;  ///< one more than its place; 0: empty
  };

  static std::int64_t num_slots(std::int64_t size) {
    return power_of_two_at_least(tuning::slots_per_marked_column * std::max<std::int64_t>(size, 1));
  }
  /// The slot of a column, or the empty one at which the search for it ends.
  Index slot_of(Ordinal column) const {
    auto const key = static_cast<Ordinal>(column + 1);
    // Spread, since columns of a mask may be multiples of a power of two.
    auto slot =
        static_cast<Index>(multiplicative_hash(static_cast<std::uint64_t>(column), shift_)) &
        slot_mask_;
    while (slots_[slot].key != key && slots_[slot].key != 0) slot = (slot + 1) & slot_mask_;
    return slot;
  }

  Slot* slots_;
  Index slot_mask_ = 0;
  int shift_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
