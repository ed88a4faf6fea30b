// SPDX-License-Identifier: BSD-3-Clause
// The columns of a row of few products, put into order on hosts.
#pragma once

#include <Araios_RankByCounting.hpp>
#include <Araios_RecordedPattern.hpp>
#include <Araios_StoreCompressed.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_VectorLanes.hpp>
#include <Araios_VectorSort.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios {

/// Most products of a row that any FewColumns puts into order.
inline constexpr int few_columns_capacity = tuning::vector_row_max_products;
static_assert(few_columns_capacity - 1 <= std::numeric_limits<RecordedPlace>::max());

/// FewColumns::record for any compiler and type. Pre: size <= short_row_max_products.
template <class Ordinal, class EachPart>
std::int64_t record_by_counting(int size, EachPart const& each_part, Ordinal* recorded) {
  constexpr int capacity = tuning::short_row_max_products;
  Ordinal columns[capacity];
  Ordinal* end = columns;
  each_part([&](Ordinal const* part, std::int64_t count) { end = std::copy_n(part, count, end); });
  Ordinal ranks[capacity];
  rank_by_counting<capacity>(columns, size, ranks);
  bool is_rank[capacity] = {};
  Ordinal column_of_rank[capacity];
  for (int i = 0; i < size; ++i) {
    is_rank[ranks[i]] = true;
    column_of_rank[ranks[i]] = columns[i];
  }
  RecordedPlace place_of_rank[capacity];
  std::int64_t count = 0;
  for (int rank = 0; rank < size; ++rank) {
    if (!is_rank[rank]) continue;
    place_of_rank[rank] = static_cast<RecordedPlace>(count);
    recorded[count++] = column_of_rank[rank];
  }
  auto* const places = reinterpret_cast<RecordedPlace*>(recorded + count);
  for (int i = 0; i < size; ++i) places[i] = place_of_rank[ranks[i]];
  return count;
}

/// Puts the columns of the products of a row into order, and finds the place of each.
template <class Ordinal>
class FewColumns {
 public:
  explicit FewColumns(Ordinal /*num_columns*/) {}

  /// Most products of a row.
  int capacity() const { return tuning::short_row_max_products; }

  /// Writes the distinct ones of a few columns in ascending order, behind them the place of each
  /// column among these, and returns how many are distinct. The columns come in parts:
  /// each_part(f) calls f(columns, count) for each.
  ///
  /// Shapes: recorded: size + elements_of_places(size).
  /// Pre:    0 <= size <= capacity(), the counts of all parts sum up to size.
  template <class EachPart>
  std::int64_t record(int size, EachPart const& each_part, Ordinal* recorded) const {
    return record_by_counting(size, each_part, recorded);
  }
};

#ifdef __AVX512F__
namespace few_columns_detail {

using vector_lanes::all_lanes;
using vector_lanes::first_lanes;
using vector_lanes::lanes;
using vector_sort::larger;

/// The largest of each lane and those before it.
inline __m512i prefix_maximum(__m512i ranks) {
  __m512i const zero = _mm512_setzero_si512();
  ranks = larger(ranks, _mm512_maskz_alignr_epi32(all_lanes, ranks, zero, lanes - 1));
  ranks = larger(ranks, _mm512_maskz_alignr_epi32(all_lanes, ranks, zero, lanes - 2));
  ranks = larger(ranks, _mm512_maskz_alignr_epi32(all_lanes, ranks, zero, lanes - 4));
  return larger(ranks, _mm512_maskz_alignr_epi32(all_lanes, ranks, zero, lanes - 8));
}

/// Columns in as many vectors, put together part by part.
///
/// In one or two registers, since a vector that is read where narrower ones have just been written
/// waits for all work before it; more vectors in memory.
template <int vectors>
class JoinedColumns {
 public:
  static constexpr bool in_registers = vectors <= 2;

  void append(std::int32_t const* part, std::int64_t count) {
    if constexpr (in_registers) {
      std::uint64_t const present = ((std::uint64_t{1} << count) - 1) << size_;
      int taken = 0;
      for (int i = 0; i < vectors; ++i) {
        auto const lanes_of_part = static_cast<__mmask16>(present >> (i * lanes));
        registers_[i] = _mm512_mask_expandloadu_epi32(registers_[i], lanes_of_part, part + taken);
        taken += std::popcount(static_cast<std::uint32_t>(lanes_of_part));
      }
    } else {
      append_to_memory(part, count);
    }
    size_ += count;
  }

  __m512i vector(int i) const {
    if constexpr (in_registers) {
      return registers_[i];
    } else {
      return _mm512_loadu_si512(memory_ + i * lanes);
    }
  }

 private:
  /// A whole register at once: a loop over a few columns would often end where nothing foretold it.
  void append_to_memory(std::int32_t const* part, std::int64_t count) {
    std::int32_t* to = memory_ + size_;
    for (; count > lanes; count -= lanes, part += lanes, to += lanes) {
      _mm512_storeu_si512(to, _mm512_loadu_si512(part));
    }
    auto const present = first_lanes(count);
    _mm512_storeu_si512(to, _mm512_maskz_loadu_epi32(present, part));
  }

  __m512i registers_[in_registers ? vectors : 1] = {};
  std::int32_t memory_[in_registers ? 1 : (vectors + 1) * lanes];
  std::int64_t size_ = 0;
};

/// The place of each column by its number, put together from vectors of numbers and places.
template <int vectors>
class PlacesOfNumbers {
 public:
  static constexpr bool in_registers = vectors <= 2;

  /// Lanes that are not `present` count for nothing; all of a vector are, unless it is the last.
  void put(__mmask16 present, __m512i numbers, __m512i places) {
    if constexpr (in_registers) {
      __m512i const shifts = _mm512_maskz_slli_epi32(all_lanes, numbers, bits_of_place_log2);
      __m512i const present_places = _mm512_maskz_mov_epi32(present, places);
      put_half(half<0>(shifts), half<0>(present_places));
      put_half(half<1>(shifts), half<1>(present_places));
    } else {
      store_bytes(numbers_ + size_, present, numbers);
      store_bytes(places_ + size_, present, places);
      size_ += lanes;
    }
  }

  /// Shapes: to: size.
  void store(int size, RecordedPlace* to) const {
    if constexpr (in_registers) {
      for (int i = 0; i < vectors; ++i) {
        __m128i const low = unite_quarters(words_[2 * i]);
        __m128i const high = unite_quarters(words_[2 * i + 1]);
        __m128i const all =
            _mm_or_si128(_mm_unpacklo_epi64(low, high), _mm_unpackhi_epi64(low, high));
        store_bytes(to + i * lanes, first_lanes(size - i * lanes),
                    _mm512_maskz_cvtepu8_epi32(all_lanes, all));
      }
    } else {
      // Byte by byte: a scatter takes as long, and vectors would wait for what it has written.
      for (int i = 0; i < size; ++i) to[numbers_[i]] = places_[i];
    }
  }

 private:
  static constexpr int bits_of_place_log2 = 3;
  static constexpr int bits_of_word = 64;
  static constexpr int words = in_registers ? 2 * vectors : 1;

  template <int number>
  static __m256i half(__m512i x) {
    return _mm512_maskz_extracti64x4_epi64(0xF, x, number);
  }

  static __m128i unite_quarters(__m512i x) {
    __m256i const both = _mm256_or_si256(half<0>(x), half<1>(x));
    return _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
  }

  static void store_bytes(RecordedPlace* to, __mmask16 present, __m512i bytes) {
    _mm512_mask_cvtepi32_storeu_epi8(to, present, bytes);
  }

  /// Each place is shifted to its byte in one of the words, and out of the others.
  void put_half(__m256i shifts, __m256i places) {
    __m512i const wide_shifts = _mm512_maskz_cvtepu32_epi64(0xFF, shifts);
    __m512i const wide_places = _mm512_maskz_cvtepu32_epi64(0xFF, places);
    for (int word = 0; word < words; ++word) {
      __m512i const shift = _mm512_sub_epi64(wide_shifts, _mm512_set1_epi64(word * bits_of_word));
      words_[word] =
          _mm512_or_si512(words_[word], _mm512_maskz_sllv_epi64(0xFF, wide_places, shift));
    }
  }

  __m512i words_[words] = {};
  RecordedPlace numbers_[in_registers ? 1 : vectors * lanes];
  RecordedPlace places_[in_registers ? 1 : vectors * lanes];
  int size_ = 0;
};

/// FewColumns::record of at most 16 · vectors columns: sorts keys of column and number.
template <int vectors, class EachPart>
[[gnu::noinline]] std::int64_t record(int size, EachPart const& each_part, std::int32_t* recorded) {
  constexpr int bits = std::bit_width(static_cast<unsigned>(vectors * lanes - 1));
  constexpr int number_mask = (1 << bits) - 1;
  __m512i const iota = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  JoinedColumns<vectors> joined;
  each_part([&](std::int32_t const* part, std::int64_t count) { joined.append(part, count); });
  __m512i keys[vectors];
  for (int i = 0; i < vectors; ++i) {
    __m512i const numbers = _mm512_add_epi32(iota, _mm512_set1_epi32(i * lanes));
    __m512i const columns = _mm512_maskz_slli_epi32(all_lanes, joined.vector(i), bits);
    __m512i const padding = _mm512_set1_epi32(-1);
    keys[i] = _mm512_mask_or_epi32(padding, first_lanes(size - i * lanes), columns, numbers);
  }
  vector_sort::sort<vectors>(keys);
  PlacesOfNumbers<vectors> places;
  __m512i before = _mm512_set1_epi32(-1);
  std::int64_t count = 0;
  for (int i = 0; i < vectors; ++i) {
    auto const present = first_lanes(size - i * lanes);
    __m512i const sorted = _mm512_maskz_srli_epi32(all_lanes, keys[i], bits);
    __m512i const previous = vector_lanes::lane_before(sorted, before);
    auto const is_new =
        static_cast<__mmask16>(_mm512_cmpneq_epi32_mask(sorted, previous) & present);
    before = sorted;
    // A column that is not new has the rank of the one before it.
    auto const first = static_cast<std::int32_t>(count);
    __m512i const last_rank = _mm512_set1_epi32(std::max(first - 1, 0));
    __m512i const rank_of_new = _mm512_mask_expand_epi32(
        last_rank, is_new, _mm512_add_epi32(iota, _mm512_set1_epi32(first)));
    places.put(present, _mm512_and_si512(keys[i], _mm512_set1_epi32(number_mask)),
               prefix_maximum(rank_of_new));
    count += store_compressed(recorded + count, is_new, sorted);
  }
  places.store(size, reinterpret_cast<RecordedPlace*>(recorded + count));
  return count;
}

}  // namespace few_columns_detail

/// The same in vector registers, of more columns, where a column leaves bits of 32 for its number.
template <>
class FewColumns<std::int32_t> {
 public:
  explicit FewColumns(std::int32_t num_columns)
      : vector_capacity_{fit_beside(few_columns_capacity, num_columns) ? few_columns_capacity
                         : fit_beside(tuning::short_row_max_products, num_columns)
                             ? tuning::short_row_max_products
                             : 0} {}

  int capacity() const { return std::max(vector_capacity_, tuning::short_row_max_products); }

  template <class EachPart>
  std::int64_t record(int size, EachPart const& each_part, std::int32_t* recorded) const {
    namespace detail = few_columns_detail;
    static_assert(few_columns_capacity == 8 * detail::lanes);
    if (size > vector_capacity_) return record_by_counting(size, each_part, recorded);
    if (size <= detail::lanes) return detail::record<1>(size, each_part, recorded);
    if (size <= 2 * detail::lanes) return detail::record<2>(size, each_part, recorded);
    if (size <= 3 * detail::lanes) return detail::record<3>(size, each_part, recorded);
    if (size <= 4 * detail::lanes) return detail::record<4>(size, each_part, recorded);
    if (size <= 6 * detail::lanes) return detail::record<6>(size, each_part, recorded);
    return detail::record<8>(size, each_part, recorded);
  }

 private:
  /// Whether numbers of so many products fit into the bits that columns leave.
  static bool fit_beside(int products, std::int32_t num_columns) {
    int const bits = std::bit_width(static_cast<unsigned>(products - 1));
    return num_columns < std::int64_t{1} << (32 - bits);
  }

  int vector_capacity_;
};
#endif

}  // namespace araios
