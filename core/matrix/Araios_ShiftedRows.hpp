// SPDX-License-Identifier: BSD-3-Clause
// Shifted rows: the row before with every column increased by one, as in stencil matrices.
#pragma once

#include <host_simd/Araios_VectorLanes.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_MatrixTuning.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Whether each column equals that of `others` plus `shift`. On hosts.
template <class Ordinal>
inline bool are_shifted(Ordinal const* columns, Ordinal const* others, std::int64_t size,
                        Ordinal shift) {
  return std::equal(columns, columns + size, others,
                    [shift](Ordinal column, Ordinal other) { return column == other + shift; });
}

#ifdef __AVX512F__
/// The same by AVX-512, 16 columns at a time. The first step has no branch on the length.
template <>
inline bool are_shifted(std::int32_t const* columns, std::int32_t const* others, std::int64_t size,
                        std::int32_t shift) {
  __m512i const shifts = _mm512_set1_epi32(shift);
  std::int64_t i = 0;
  do {
    auto const present = vector_lanes::first_lanes(size - i);
    __m512i const expected =
        _mm512_add_epi32(_mm512_maskz_loadu_epi32(present, others + i), shifts);
    __m512i const found = _mm512_maskz_loadu_epi32(present, columns + i);
    if (_mm512_mask_cmpneq_epi32_mask(present, found, expected) != 0) return false;
    i += vector_lanes::lanes;
  } while (i < size);
  return true;
}
#endif

/// Copies columns, each increased by `shift`. On hosts.
template <class Ordinal>
inline void copy_shifted(Ordinal const* columns, std::int64_t size, Ordinal shift, Ordinal* to) {
  std::transform(columns, columns + size, to, [shift](Ordinal column) { return column + shift; });
}

#ifdef __AVX512F__
/// The same by AVX-512, 16 columns at a time. The first step has no branch on the length.
template <>
inline void copy_shifted(std::int32_t const* columns, std::int64_t size, std::int32_t shift,
                         std::int32_t* to) {
  __m512i const shifts = _mm512_set1_epi32(shift);
  std::int64_t i = 0;
  do {
    auto const present = vector_lanes::first_lanes(size - i);
    __m512i const given = _mm512_maskz_loadu_epi32(present, columns + i);
    _mm512_mask_storeu_epi32(to + i, present, _mm512_add_epi32(given, shifts));
    i += vector_lanes::lanes;
  } while (i < size);
}
#endif

/// Whether the columns of `other` are those of `row`, each increased by `shift`. On hosts.
template <class Graph>
bool are_columns_shifted(Graph const& graph, typename Graph::ordinal_type row,
                         typename Graph::ordinal_type other, typename Graph::ordinal_type shift) {
  auto const begin = graph.row_offsets(row);
  auto const size = graph.row_offsets(row + 1) - begin;
  auto const begin_of_other = graph.row_offsets(other);
  auto const* const columns = graph.columns.data();
  return size == graph.row_offsets(other + 1) - begin_of_other &&
         are_shifted(columns + begin_of_other, columns + begin, static_cast<std::int64_t>(size),
                     shift);
}

/// Whether the columns of a row are those of the row before, each increased by `shift`. On hosts.
///
/// Pre: row > 0.
template <class Graph>
bool is_row_before_shifted(Graph const& graph, typename Graph::ordinal_type row,
                           typename Graph::ordinal_type shift) {
  return are_columns_shifted(graph, row - 1, row, shift);
}

/// The row of a sample. Multiples of the golden ratio spread evenly and align with no grid.
template <class Ordinal>
Ordinal sampled_row(int sample, Ordinal num_rows) {
  double const place = (sample + 1) * 0.6180339887498949;
  return static_cast<Ordinal>((place - std::floor(place)) * static_cast<double>(num_rows));
}

/// Whether a sample of rows shows so many shifted rows that it pays to mark them all.
template <class Graph>
bool has_many_shifted_rows(Graph const& graph) {
  using Ordinal = typename Graph::ordinal_type;
  constexpr int samples = tuning::shifted_rows_samples;
  if (graph.num_rows <= samples) return false;
  int found = 0;
  for (int i = 0; i < samples; ++i) {
    Ordinal const row = sampled_row(i, graph.num_rows);
    found += row > 0 && is_row_before_shifted(graph, row, 1) ? 1 : 0;
  }
  return found >= tuning::shifted_rows_min_found;
}

/// Marks of rows: words with a bit for each row.
using RowMarks = std::uint64_t;
inline constexpr int rows_of_marks = std::numeric_limits<RowMarks>::digits;

/// The number of words that hold the marks of num_rows rows, with the padding that a MarkedRun
/// reads.
inline std::int64_t num_row_marks(std::int64_t num_rows) { return num_rows / rows_of_marks + 2; }

/// The run of successive marked rows that is common to all visited positions of the marks.
class MarkedRun {
 public:
  static constexpr int max_rows = rows_of_marks;

  /// Intersects the run with the marks of `row` and of the rows after it.
  ///
  /// Shapes: marks num_row_marks.
  void meet(RowMarks const* marks, std::int64_t row) {
    RowMarks const* const word = marks + row / rows_of_marks;
    auto const bit = static_cast<int>(row % rows_of_marks);
    // A shift by the width of a word is undefined, so it is split into two.
    run_ &= word[0] >> bit | word[1] << 1 << (rows_of_marks - 1 - bit);
  }

  /// The length of the run from its first row on, at most `most`.
  std::int64_t count(std::int64_t most) const {
    return std::min<std::int64_t>(std::countr_one(run_), most);
  }

 private:
  RowMarks run_ = ~RowMarks{0};
};

/// Marks the shifted rows of each word.
template <class Graph>
struct MarkShiftedRows {
  Graph graph;
  Kokkos::View<RowMarks*, typename Graph::device_type> marks;

  void operator()(std::int64_t word) const {
    using Ordinal = typename Graph::ordinal_type;
    std::int64_t const begin = word * rows_of_marks;
    std::int64_t const end = std::min<std::int64_t>(begin + rows_of_marks, graph.num_rows);
    RowMarks found = 0;
    for (std::int64_t row = std::max<std::int64_t>(begin, 1); row < end; ++row) {
      bool const is_shifted = is_row_before_shifted(graph, static_cast<Ordinal>(row), Ordinal{1});
      found |= RowMarks{is_shifted} << (row - begin);
    }
    marks(word) = found;
  }
};

/// Marks all shifted rows.
///
/// Shapes: marks num_row_marks(graph.num_rows).
template <class ExecutionSpace, class Graph, class Marks>
void mark_shifted_rows(ExecutionSpace const& exec, Graph const& graph, Marks const& marks) {
  launch_range("araios::spgemm_symbolic::mark_shifted_rows", exec,
               static_cast<std::int64_t>(marks.extent(0)), MarkShiftedRows<Graph>{graph, marks});
}

}  // namespace araios::inline ARAIOS_ISA::impl
