// SPDX-License-Identifier: BSD-3-Clause
// Rows of C put into order on their way from the chunk in which they were formed.
#pragma once

#include <Araios_NumberedColumns.hpp>
#include <Araios_RowChunks.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_VectorLanes.hpp>
#include <Araios_VectorSort.hpp>

#ifdef __AVX512F__
#include <immintrin.h>

#include <algorithm>
#include <bit>
#endif
#include <cstdint>

namespace araios {

/// Moves a chunk to its place in C, its rows put into order; most types have no such code.
///
/// A specialization does what MoveChunk does. Pre: no column is twice in a row.
template <class Ordinal, class Scalar, class Offset>
struct SortChunk {
  static constexpr bool exists = false;
};

#ifdef __AVX512F__

/// 16 successive rows at a time, each in a lane, unless one of them is too long: columns with their
/// numbers in the row below them, which then tell where the values are.
template <class Offset>
struct SortChunk<std::int32_t, double, Offset> {
  static constexpr bool exists = true;

  ChunksOfC<std::int32_t, double, Offset> c;

  void operator()(std::int64_t index) const {
    RowChunk const& chunk = c.chunks[index];
    std::int64_t end = 0;
    for (std::int64_t row = chunk.begin_row; row < chunk.end_row; row += lanes) {
      Rows rows{chunk.place, chunk.begin, {end}};
      std::int64_t longest = 0;
      for (int i = 0; i < lanes; ++i) {
        if (row + i < chunk.end_row) {
          Offset& row_end = c.row_ends[row + i];
          longest = std::max(longest, static_cast<std::int64_t>(row_end) - end);
          end = static_cast<std::int64_t>(row_end);
          row_end += static_cast<Offset>(chunk.begin);
        }
        rows.begins[i + 1] = end;
      }
      sort(rows, longest);
    }
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr int doubles = 8;  ///< of a vector
  static constexpr int max_size = tuning::vector_row_max_products;
  static_assert(tuning::one_pass_max_columns <=
                    std::int64_t{1} << (32 - numbered_columns::bits_of_number(max_size)),
                "columns leave bits of 32 for the number of an entry");

  /// Successive rows of a chunk.
  struct Rows {
    std::int64_t place;              ///< of the chunk's first entry
    std::int64_t begin;              ///< of that in C
    std::int64_t begins[lanes + 1];  ///< of each row in the chunk, and the end of the last
  };

  void sort(Rows const& rows, std::int64_t longest) const {
    if (longest <= max_size) {
      numbered_columns::with_width_for(longest, [&](auto width) { sort_in_lanes<width>(rows); });
    } else {
      for (int lane = 0; lane < lanes; ++lane) sort_one(rows, lane);
    }
  }

  // Not inlined: among all the rest compilers run out of registers in its loops.
  template <int width>
  [[gnu::noinline]] void sort_in_lanes(Rows const& rows) const {
    std::int32_t const* const columns = c.columns + rows.place;
    auto const row_of_lane = [&](int lane) -> numbered_columns::RowOfColumns {
      return {columns + rows.begins[lane], rows.begins[lane + 1] - rows.begins[lane]};
    };
    __m512i keys[width];
    numbered_columns::load_keys<width>(row_of_lane, keys);
    vector_sort::sort<width>(keys);
    for (int first = 0; first < width; first += lanes) {
      __m512i by_row[lanes];
      numbered_columns::keys_by_row<width>(keys, first, by_row);
      for (int lane = 0; lane < lanes; ++lane) {
        store<width>(rows, lane, first, by_row[lane]);
      }
    }
  }

  /// Stores the entries of a row from the `first` one on, as many as there are keys.
  template <int width>
  [[gnu::always_inline]] void store(Rows const& rows, int lane, int first, __m512i keys) const {
    constexpr int bits = numbered_columns::bits_of_number(width);
    std::int64_t const begin = rows.begins[lane];
    std::int64_t const size = rows.begins[lane + 1] - begin;
    // Lengths below differ too much: to foretell them wrongly takes longer than to store nothing.
    if (first >= 2 * lanes && size <= first) return;
    auto const present = vector_lanes::first_lanes(size - first);
    std::int64_t const to = rows.begin + begin + first;
    _mm512_mask_storeu_epi32(c.columns_of_c + to, present,
                             numbered_columns::columns_of<width>(keys));
    __m512i const numbers = _mm512_and_epi32(keys, _mm512_set1_epi32((1 << bits) - 1));
    double const* const values = c.values + rows.place + begin;
    auto const low = static_cast<__mmask8>(present);
    _mm512_mask_storeu_pd(
        c.values_of_c + to, low,
        pick<width>(values, size, low, _mm512_maskz_extracti64x4_epi64(0xF, numbers, 0)));
    auto const high = static_cast<__mmask8>(present >> doubles);
    if (width <= doubles || high == 0) return;
    _mm512_mask_storeu_pd(
        c.values_of_c + to + doubles, high,
        pick<width>(values, size, high, _mm512_maskz_extracti64x4_epi64(0xF, numbers, 1)));
  }

  /// The values of a row of so many entries with these numbers: of up to 32 entries by way of
  /// registers, since gathers take longer.
  template <int width>
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
  /// Those of 16 successive values, by the last four bits of their numbers.
  [[gnu::always_inline]] static __m512d pick_of_lanes(double const* values, std::int64_t size,
                                                      __mmask8 wanted, __m512i places) {
    return _mm512_maskz_permutex2var_pd(wanted, load(values, size, 0), places,
                                        load(values, size, doubles));
  }
  /// Eight values from the `first` one on, of so many.
  [[gnu::always_inline]] static __m512d load(double const* values, std::int64_t size, int first) {
    auto const present = static_cast<__mmask8>(vector_lanes::first_lanes(size - first));
    return _mm512_maskz_loadu_pd(present, values + first);
  }

  /// Sorts keys of 64 bits where the values of C will be.
  void sort_one(Rows const& rows, int lane) const {
    std::int64_t const begin = rows.begins[lane];
    std::int64_t const size = rows.begins[lane + 1] - begin;
    std::int32_t const* const columns = c.columns + rows.place + begin;
    double const* const values = c.values + rows.place + begin;
    double* const keys = c.values_of_c + rows.begin + begin;
    constexpr int bits = 32;
    for (std::int64_t i = 0; i < size; ++i) {
      auto const column = static_cast<std::uint64_t>(columns[i]);
      keys[i] = std::bit_cast<double>(column << bits | static_cast<std::uint64_t>(i));
    }
    std::sort(keys, keys + size, [](double x, double y) {
      return std::bit_cast<std::uint64_t>(x) < std::bit_cast<std::uint64_t>(y);
    });
    for (std::int64_t i = 0; i < size; ++i) {
      auto const key = std::bit_cast<std::uint64_t>(keys[i]);
      c.columns_of_c[rows.begin + begin + i] = static_cast<std::int32_t>(key >> bits);
      keys[i] = values[static_cast<std::uint32_t>(key)];
    }
  }
};

#endif

}  // namespace araios
