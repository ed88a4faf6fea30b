// SPDX-License-Identifier: BSD-3-Clause
// The sizes of groups of neighbouring rows.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

#ifdef __AVX2__

/// Finds the sizes of four groups of eight rows, from group `first` on.
inline void find_sizes_of_four_groups(std::int32_t const* row_ends, int first, int* longest_rows,
                                      int* all_rows) {
  row_ends += 8 * first;
  auto const sizes_of_rows = [row_ends](int group) {
    auto const* const ends = row_ends + 8 * group;
    return _mm256_sub_epi32(_mm256_loadu_si256(reinterpret_cast<__m256i const*>(ends)),
                            _mm256_loadu_si256(reinterpret_cast<__m256i const*>(ends - 1)));
  };
  auto const most_of_pairs = [](__m256i x, __m256i y) {
    return _mm256_max_epi32(_mm256_unpacklo_epi32(x, y), _mm256_unpackhi_epi32(x, y));
  };
  __m256i const most01 = most_of_pairs(sizes_of_rows(0), sizes_of_rows(1));
  __m256i const most23 = most_of_pairs(sizes_of_rows(2), sizes_of_rows(3));
  __m256i const halves = _mm256_max_epi32(_mm256_unpacklo_epi64(most01, most23),
                                          _mm256_unpackhi_epi64(most01, most23));
  _mm_storeu_si128(
      reinterpret_cast<__m128i*>(longest_rows + first),
      _mm_max_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1)));
  __m128i const ends = _mm_setr_epi32(row_ends[7], row_ends[15], row_ends[23], row_ends[31]);
  __m128i const begins = _mm_insert_epi32(_mm_slli_si128(ends, 4), row_ends[-1], 0);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(all_rows + first), _mm_sub_epi32(ends, begins));
}

#endif  // __AVX2__

/// Finds, for each of several successive groups, the size of its longest row and of all its rows.
///
/// Units: entries, at most the largest int.
/// Pre:   row_ends points to the end of the first row; the element before it is where that row
///        begins.
template <int rows_of_group, class Offset>
void find_group_sizes(Offset const* row_ends, int num_groups, int* longest_rows, int* all_rows) {
  int group = 0;
#ifdef __AVX2__
  if constexpr (rows_of_group == 8 && sizeof(Offset) == sizeof(std::int32_t)) {
    for (; group + 4 <= num_groups; group += 4) {
      find_sizes_of_four_groups(reinterpret_cast<std::int32_t const*>(row_ends), group,
                                longest_rows, all_rows);
    }
    // The last vector overlaps earlier groups, which saves a loop over the remainder.
    if (group > 0 && group < num_groups) {
      find_sizes_of_four_groups(reinterpret_cast<std::int32_t const*>(row_ends), num_groups - 4,
                                longest_rows, all_rows);
      group = num_groups;
    }
  }
#endif
  auto const to_int = [](Offset size) {
    return static_cast<int>(std::min<Offset>(size, std::numeric_limits<int>::max()));
  };
  for (; group < num_groups; ++group) {
    Offset const* const ends = row_ends + group * rows_of_group;
    Offset longest{};
    for (int i = 0; i < rows_of_group; ++i) longest = std::max(longest, ends[i] - ends[i - 1]);
    longest_rows[group] = to_int(longest);
    all_rows[group] = to_int(ends[rows_of_group - 1] - ends[-1]);
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
