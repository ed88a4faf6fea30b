// SPDX-License-Identifier: BSD-3-Clause
// Sorts the columns of 16 rows together with AVX-512, one row in each vector lane.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_StoreCompressed.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <host_simd/Araios_VectorTranspose.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_IndexedKeys.hpp>
#include <sort/Araios_VectorSort.hpp>
#include <sort/Araios_WidthClasses.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace araios::inline ARAIOS_ISA::impl {

/// The columns of the products of up to 16 rows, in the order of the products.
struct RowsInLanes {
  std::int32_t const* columns[vector_lanes::lanes] = {};
  int sizes[vector_lanes::lanes] = {};  ///< products of each row; 0 for an unused lane
};

/// Sorts the columns of 16 rows, and finds the place of each product in its row of C.
///
/// Lanes are independent, and a sort across vectors needs no shuffles within them. A key is a
/// column above the number of its product, so the sorted keys tell the place of each product. A
/// second sort, by these numbers, brings the places into the order of the products.
class OrderInLanes {
 public:
  static constexpr int max_size = tuning::vector_row_max_products;

  /// Sorts rows. write() then yields them.
  ///
  /// Pre: no row has more than max_size products. Of 32 bits, columns leave enough to number the
  ///      products of the longest row.
  void order(RowsInLanes const& rows) {
    int const longest = *std::max_element(std::begin(rows.sizes), std::end(rows.sizes));
    width_classes::with_width_for(longest, [&](auto width) { order_vectors<width>(rows); });
  }

  /// Writes the distinct columns of a row in ascending order, then the place of each of its
  /// products. Returns the number of distinct columns.
  ///
  /// Shapes: recorded size + elements_of_places(size).
  /// Pre:    `row` is one of those of the last order(), with `size` products.
  std::int64_t write(int row, int size, std::int32_t* recorded) const {
    __m512i before = _mm512_set1_epi32(-1);
    std::int64_t count = 0;
    for (int i = 0; i < size; i += lanes) {
      __m512i const columns = _mm512_load_si512(columns_[row] + i);
      __m512i const previous = vector_lanes::lane_before(columns, before);
      auto const is_new = static_cast<__mmask16>(_mm512_cmpneq_epi32_mask(columns, previous) &
                                                 vector_lanes::first_lanes(size - i));
      before = columns;
      count += store_compressed(recorded + count, is_new, columns);
    }
    auto* const places = reinterpret_cast<std::uint8_t*>(recorded + count);
    for (int i = 0; i < size; i += lanes) {
      auto const bytes = _mm_load_si128(reinterpret_cast<__m128i const*>(places_[row] + i));
      _mm512_mask_cvtepi32_storeu_epi8(places + i, vector_lanes::first_lanes(size - i),
                                       _mm512_maskz_cvtepu8_epi32(all_lanes, bytes));
    }
    return count;
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr __mmask16 all_lanes = vector_lanes::all_lanes;
  static constexpr int bits_of_byte = 8;
  static constexpr int bytes_of_lane = 4;
  static_assert(max_size == 8 * lanes);

  /// Sorts rows of at most `vectors` products, with product i of each row in vector i.
  // Not inlined: in a larger function compilers run out of registers in its loops.
  template <int vectors>
  [[gnu::noinline]] void order_vectors(RowsInLanes const& rows) {
    auto const row_of_lane = [&](int lane) -> indexed_keys::RowOfColumns {
      return {rows.columns[lane], rows.sizes[lane]};
    };
    indexed_keys::load_keys<vectors>(row_of_lane, keys_);
    vector_sort::sort<vectors>(keys_);
    rank_columns<vectors>();
    vector_sort::sort<vectors>(keys_);
    store_places<vectors>();
  }

  template <int vectors>
  static constexpr int vectors_of_block = indexed_keys::vectors_of_block<vectors>;

  template <int bits>
  static __m512i shift_left(__m512i x) {
    return _mm512_maskz_slli_epi32(all_lanes, x, bits);
  }

  /// Stores the columns of each row. Replaces its keys by others: the number of the product in the
  /// highest byte, the place in the lowest.
  template <int vectors>
  [[gnu::always_inline]] void rank_columns() {
    constexpr int bits = indexed_keys::bits_of_number(vectors);
    __m512i const numbers = _mm512_set1_epi32((1 << bits) - 1);
    __m512i before = indexed_keys::columns_of<vectors>(keys_[0]);
    __m512i place = _mm512_setzero_si512();
    for (int begin = 0; begin < vectors; begin += lanes) {
      __m512i columns[lanes] = {};
      for (int i = 0; i < vectors_of_block<vectors>; ++i) {
        __m512i& key = keys_[begin + i];
        columns[i] = indexed_keys::columns_of<vectors>(key);
        place = _mm512_mask_add_epi32(place, _mm512_cmpneq_epi32_mask(columns[i], before), place,
                                      _mm512_set1_epi32(1));
        before = columns[i];
        key = _mm512_or_epi32(shift_left<3 * bits_of_byte>(_mm512_and_epi32(key, numbers)), place);
      }
      __m512i rows[lanes];
      vector_lanes::transpose(columns, rows);
      for (int row = 0; row < lanes; ++row) {
        _mm512_store_si512(columns_[row] + begin, rows[row]);
      }
    }
  }

  /// Packs the lowest bytes of four vectors. Shifts discard the numbers in the highest bytes; the
  /// bytes between are zero.
  static __m512i join_bytes(__m512i const* keys) {
    __m512i const first = _mm512_and_epi32(keys[0], _mm512_set1_epi32(0xFF));
    __m512i const second = shift_left<bits_of_byte>(keys[1]);
    __m512i const third = shift_left<2 * bits_of_byte>(keys[2]);
    __m512i const fourth = shift_left<3 * bits_of_byte>(keys[3]);
    return _mm512_or_epi32(_mm512_or_epi32(first, second), _mm512_or_epi32(third, fourth));
  }

  /// Stores the places of each row contiguously: the lowest bytes of its keys.
  template <int vectors>
  [[gnu::always_inline]] void store_places() {
    for (int begin = 0; begin < vectors; begin += lanes) {
      __m512i words[lanes / bytes_of_lane] = {};
      for (int i = 0; i < vectors_of_block<vectors> / bytes_of_lane; ++i) {
        words[i] = join_bytes(keys_ + begin + i * bytes_of_lane);
      }
      __m512i const low01 = _mm512_maskz_unpacklo_epi32(all_lanes, words[0], words[1]);
      __m512i const high01 = _mm512_maskz_unpackhi_epi32(all_lanes, words[0], words[1]);
      __m512i const low23 = _mm512_maskz_unpacklo_epi32(all_lanes, words[2], words[3]);
      __m512i const high23 = _mm512_maskz_unpackhi_epi32(all_lanes, words[2], words[3]);
      store_quarters(begin, 0, _mm512_maskz_unpacklo_epi64(0xFF, low01, low23));
      store_quarters(begin, 1, _mm512_maskz_unpackhi_epi64(0xFF, low01, low23));
      store_quarters(begin, 2, _mm512_maskz_unpacklo_epi64(0xFF, high01, high23));
      store_quarters(begin, 3, _mm512_maskz_unpackhi_epi64(0xFF, high01, high23));
    }
  }

  /// Stores the quarters of a vector. Each holds the places of a row from product `begin` on; the
  /// next quarter belongs to the fourth row after it.
  void store_quarters(int begin, int first_row, __m512i places) {
    auto const store = [&](int row, __m128i quarter) {
      _mm_store_si128(reinterpret_cast<__m128i*>(places_[row] + begin), quarter);
    };
    store(first_row, _mm512_maskz_extracti32x4_epi32(0xF, places, 0));
    store(first_row + 4, _mm512_maskz_extracti32x4_epi32(0xF, places, 1));
    store(first_row + 8, _mm512_maskz_extracti32x4_epi32(0xF, places, 2));
    store(first_row + 12, _mm512_maskz_extracti32x4_epi32(0xF, places, 3));
  }

  __m512i keys_[max_size];
  alignas(64) std::int32_t columns_[lanes][max_size];  ///< sorted, with repeats
  alignas(64) std::uint8_t places_[lanes][max_size];
};

}  // namespace araios::inline ARAIOS_ISA::impl
#endif
