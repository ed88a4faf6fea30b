// SPDX-License-Identifier: BSD-3-Clause
// Sorts several rows of C together, one in each vector lane.
#pragma once

#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_IndexedKeys.hpp>
#include <sort/Araios_KeyVector.hpp>
#include <sort/Araios_VectorSort.hpp>

#ifdef __AVX512F__
#include <immintrin.h>
#endif
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Successive rows, and where they go in C.
///
/// Shapes: columns and values as many as the rows have entries.
struct RowsToSort {
  std::int32_t const* columns;
  double const* values;
  std::int32_t* columns_of_c;
  double* values_of_c;
  std::int64_t begins[key_lanes + 1];  ///< of each row, and the end of the last
};

/// Sorts rows of at most `width` entries into C. Keys are columns above the entries' numbers; after
/// the sort these numbers locate the values.
///
/// Pre: columns leave enough of 32 bits for the numbers, and one more.
template <int width>
struct SortRowsInLanes;

#ifdef __AVX512F__

template <int width>
struct SortRowsInLanes {
  // Not inlined: in a larger function compilers run out of vector registers in its loops.
  [[gnu::noinline]] static void run(RowsToSort const& rows) {
    auto const row_of_lane = [&](int lane) -> indexed_keys::RowOfColumns {
      return {rows.columns + rows.begins[lane], rows.begins[lane + 1] - rows.begins[lane]};
    };
    __m512i keys[width];
    indexed_keys::load_keys<width>(row_of_lane, keys);
    vector_sort::sort<width>(keys);
    for (int first = 0; first < width; first += lanes) {
      __m512i by_row[lanes];
      indexed_keys::keys_by_row<width>(keys, first, by_row);
      for (int lane = 0; lane < lanes; ++lane) store(rows, lane, first, by_row[lane]);
    }
  }

 private:
  static constexpr int lanes = key_lanes;
  static constexpr int doubles = 8;  ///< of a vector

  /// Stores the entries of a row from `first` on, as many as there are keys.
  [[gnu::always_inline]] static void store(RowsToSort const& rows, int lane, int first,
                                           __m512i keys) {
    constexpr int bits = indexed_keys::bits_of_number(width);
    std::int64_t const begin = rows.begins[lane];
    std::int64_t const size = rows.begins[lane + 1] - begin;
    // Shorter lengths vary too much: a misprediction costs more than a store with an empty mask.
    if (first >= 2 * lanes && size <= first) return;
    auto const present = vector_lanes::first_lanes(size - first);
    std::int64_t const to = begin + first;
    _mm512_mask_storeu_epi32(rows.columns_of_c + to, present,
                             indexed_keys::columns_of<width>(keys));
    __m512i const numbers = _mm512_and_epi32(keys, _mm512_set1_epi32((1 << bits) - 1));
    double const* const values = rows.values + begin;
    auto const low = static_cast<__mmask8>(present);
    _mm512_mask_storeu_pd(
        rows.values_of_c + to, low,
        pick(values, size, low, _mm512_maskz_extracti64x4_epi64(0xF, numbers, 0)));
    auto const high = static_cast<__mmask8>(present >> doubles);
    if (width <= doubles || high == 0) return;
    _mm512_mask_storeu_pd(
        rows.values_of_c + to + doubles, high,
        pick(values, size, high, _mm512_maskz_extracti64x4_epi64(0xF, numbers, 1)));
  }

  /// The values of a row of `size` entries with these numbers. Up to 32 entries are permuted in
  /// registers, which is faster than a gather.
  [[gnu::always_inline]] static __m512d pick(double const* values, std::int64_t size,
                                             __mmask8 wanted, __m256i numbers) {
    __m512i const places = _mm512_maskz_cvtepu32_epi64(0xFF, numbers);
    if constexpr (width <= doubles) {
      return _mm512_maskz_permutexvar_pd(wanted, places, load(values, size, 0));
    } else if constexpr (width <= lanes) {
      return pick_of_lanes(values, size, wanted, places);
    } else if (width <= 2 * lanes || size <= 2 * lanes) {
      __m512d const behind = pick_of_lanes(values + lanes, size - lanes, wanted, places);
      return _mm512_mask_mov_pd(pick_of_lanes(values, size, wanted, places),
                                _mm512_test_epi64_mask(places, _mm512_set1_epi64(lanes)), behind);
    } else {
      return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), wanted, numbers, values, sizeof(double));
    }
  }
  /// The same among 16 successive values, by the last four bits of the numbers.
  [[gnu::always_inline]] static __m512d pick_of_lanes(double const* values, std::int64_t size,
                                                      __mmask8 wanted, __m512i places) {
    return _mm512_maskz_permutex2var_pd(wanted, load(values, size, 0), places,
                                        load(values, size, doubles));
  }
  /// Eight of `size` values, from `first` on.
  [[gnu::always_inline]] static __m512d load(double const* values, std::int64_t size, int first) {
    auto const present = static_cast<__mmask8>(vector_lanes::first_lanes(size - first));
    return _mm512_maskz_loadu_pd(present, values + first);
  }
};

#else

template <int width>
struct SortRowsInLanes {
  [[gnu::noinline]] static void run(RowsToSort const& rows) {
    KeyVector keys[width];
    for (int lane = 0; lane < key_lanes; ++lane) load(rows, lane, keys);
    vector_sort::sort<width>(keys);
    for (int lane = 0; lane < key_lanes; ++lane) store(rows, lane, keys);
  }

 private:
  static constexpr int bits = indexed_keys::bits_of_number(width);

  static void load(RowsToSort const& rows, int lane, KeyVector* keys) {
    std::int32_t const* const columns = rows.columns + rows.begins[lane];
    auto const size = static_cast<int>(rows.begins[lane + 1] - rows.begins[lane]);
    for (int i = 0; i < size; ++i) keys[i][lane] = columns[i] << bits | i;
    for (int i = size; i < width; ++i) keys[i][lane] = std::numeric_limits<std::int32_t>::max();
  }

  static void store(RowsToSort const& rows, int lane, KeyVector const* keys) {
    std::int64_t const begin = rows.begins[lane];
    auto const size = static_cast<int>(rows.begins[lane + 1] - begin);
    double const* const values = rows.values + begin;
    for (int i = 0; i < size; ++i) {
      std::int32_t const key = keys[i][lane];
      rows.columns_of_c[begin + i] = key >> bits;
      rows.values_of_c[begin + i] = values[key & ((1 << bits) - 1)];
    }
  }
};

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
