// SPDX-License-Identifier: BSD-3-Clause
// The columns of a row of few products, put into order on hosts.
#pragma once

#include <Araios_ColumnSets.hpp>
#include <Araios_StoreCompressed.hpp>
#include <Araios_Tuning.hpp>

#include <algorithm>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>

#include <array>
#include <limits>
#endif

namespace araios {

/// The most columns that are put into order at once.
inline constexpr int few_columns = tuning::short_row_max_products;

/// Columns behind the end of what append_columns has copied that it may overwrite.
inline constexpr int append_padding = 16;

/// Copies columns of a row of B behind those of others, and returns the end.
///
/// Shapes: to: size + append_padding elements.
template <class Ordinal>
inline Ordinal* append_columns(Ordinal const* columns, std::int64_t size, Ordinal* to) {
  return std::copy(columns, columns + size, to);
}

/// write_in_order for any compiler and type.
template <class Ordinal>
std::int64_t write_in_order_by_counting(Ordinal const* columns, int size, Ordinal* ordered) {
  static_assert(few_columns <= FewColumnSets<Ordinal>::capacity);
  FewColumnSets<Ordinal> sets;
  auto end = sets.begin();
  for (int i = 0; i < size; ++i) end(columns[i], 1);
  std::int64_t count = 0;
  sets.unite(end, [&](Ordinal column, std::uint32_t) { ordered[count++] = column; });
  return count;
}

/// Writes the distinct ones of a few columns in ascending order, and returns how many there are.
///
/// Pre: 0 <= size <= few_columns; columns lie below the largest value of their type.
template <class Ordinal>
inline std::int64_t write_in_order(Ordinal const* columns, int size, Ordinal* ordered) {
  return write_in_order_by_counting(columns, size, ordered);
}

#ifdef __AVX512F__
namespace few_columns_detail {

inline constexpr int lanes = 16;
/// Named where the intrinsics without a mask would do: in GCC 12's these use what it warns of.
inline constexpr __mmask16 all_lanes = 0xFFFF;

/// One step of Batcher's bitonic sort of 16 columns: lanes whose numbers differ in the bit
/// `distance` exchange, so that runs of `run` columns become sorted, up and down in turns.
template <int run, int distance>
__m512i exchange(__m512i columns) {
  constexpr auto takes_larger = [] {
    unsigned mask = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (((lane & distance) != 0) != ((lane & run) != 0)) mask |= 1U << lane;
    }
    return static_cast<__mmask16>(mask);
  }();
  alignas(64) static constexpr auto partners = [] {
    std::array<std::int32_t, lanes> all{};
    for (int lane = 0; lane < lanes; ++lane) all[lane] = lane ^ distance;
    return all;
  }();
  __m512i const other =
      _mm512_maskz_permutexvar_epi32(all_lanes, _mm512_load_si512(partners.data()), columns);
  return _mm512_mask_max_epi32(_mm512_maskz_min_epi32(all_lanes, columns, other), takes_larger,
                               columns, other);
}

/// Sorts 16 columns that rise and then fall.
inline __m512i merge(__m512i columns) {
  columns = exchange<lanes, 8>(columns);
  columns = exchange<lanes, 4>(columns);
  columns = exchange<lanes, 2>(columns);
  return exchange<lanes, 1>(columns);
}

inline __m512i sort(__m512i columns) {
  columns = exchange<2, 1>(columns);
  columns = exchange<4, 2>(columns);
  columns = exchange<4, 1>(columns);
  columns = exchange<8, 4>(columns);
  columns = exchange<8, 2>(columns);
  columns = exchange<8, 1>(columns);
  return merge(columns);
}

/// Writes those of 16 sorted columns that differ from the one before; `before` ends in the one
/// before the first.
inline std::int64_t write_distinct(__m512i sorted, __m512i before, std::int32_t* ordered) {
  __m512i const previous = _mm512_maskz_alignr_epi32(all_lanes, sorted, before, lanes - 1);
  __m512i const padding = _mm512_set1_epi32(std::numeric_limits<std::int32_t>::max());
  auto const present = static_cast<__mmask16>(_mm512_cmpneq_epi32_mask(sorted, previous) &
                                              _mm512_cmpneq_epi32_mask(sorted, padding));
  return store_compressed(ordered, present, sorted);
}

}  // namespace few_columns_detail

/// A whole register at once: a loop over a few columns would often end where nothing foretold it.
template <>
inline std::int32_t* append_columns(std::int32_t const* columns, std::int64_t size,
                                    std::int32_t* to) {
  constexpr int lanes = few_columns_detail::lanes;
  static_assert(append_padding >= lanes);
  for (; size > lanes; size -= lanes, columns += lanes, to += lanes) {
    _mm512_storeu_si512(to, _mm512_loadu_si512(columns));
  }
  auto const present = static_cast<__mmask16>((1U << size) - 1);
  _mm512_storeu_si512(to, _mm512_maskz_loadu_epi32(present, columns));
  return to + size;
}

/// The same in vector registers.
template <>
inline std::int64_t write_in_order(std::int32_t const* columns, int size, std::int32_t* ordered) {
  namespace detail = few_columns_detail;
  static_assert(few_columns == 2 * detail::lanes);
  constexpr std::int32_t padding = std::numeric_limits<std::int32_t>::max();
  __m512i const none = _mm512_set1_epi32(-1);
  auto const load = [&](int first) {
    int const rest = size - first;
    auto const mask = static_cast<__mmask16>(rest < detail::lanes ? (1U << rest) - 1 : 0xFFFFU);
    return _mm512_mask_loadu_epi32(_mm512_set1_epi32(padding), mask, columns + first);
  };
  __m512i const low = detail::sort(load(0));
  if (size <= detail::lanes) return detail::write_distinct(low, none, ordered);
  __m512i const backwards = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i const high = _mm512_maskz_permutexvar_epi32(detail::all_lanes, backwards,
                                                      detail::sort(load(detail::lanes)));
  __m512i const smaller = detail::merge(_mm512_maskz_min_epi32(detail::all_lanes, low, high));
  __m512i const larger = detail::merge(_mm512_maskz_max_epi32(detail::all_lanes, low, high));
  std::int64_t const count = detail::write_distinct(smaller, none, ordered);
  return count + detail::write_distinct(larger, smaller, ordered + count);
}
#endif

}  // namespace araios
