// SPDX-License-Identifier: BSD-3-Clause
// Checks of row offsets and columns: range, order, and number of column sets.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#ifdef __AVX512F__
#include <immintrin.h>

#include <bit>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// What one pass over the columns of a row finds.
struct ColumnFindings {
  bool in_range = true;
  bool ascend = true;  ///< strictly
  std::int64_t column_sets = 0;
};

/// Whether all columns are in [0, num_cols). On hosts.
template <class Ordinal>
bool are_in_range(Ordinal const* columns, std::int64_t size, Ordinal num_cols) {
  // As unsigned numbers, negative columns exceed all others. Branch-free, so that compilers
  // vectorize.
  using Unsigned = std::make_unsigned_t<Ordinal>;
  auto const limit = static_cast<Unsigned>(num_cols);
  Unsigned outside = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    outside |= static_cast<Unsigned>(static_cast<Unsigned>(columns[i]) >= limit ? 1 : 0);
  }
  return outside == 0;
}

/// Whether the offsets of rows [begin, end), up to the end of the last row, are nondecreasing. On
/// hosts.
///
/// Shapes: row_offsets end + 1.
// Branch-free, so that compilers vectorize.
template <class Offset>
bool are_offsets_in_order(Offset const* row_offsets, std::int64_t begin, std::int64_t end) {
  Offset decreases = 0;
  for (std::int64_t row = begin; row < end; ++row) {
    decreases |= static_cast<Offset>(row_offsets[row + 1] < row_offsets[row] ? 1 : 0);
  }
  return decreases == 0;
}

/// Whether the columns of each of the rows [begin, end) ascend strictly. On hosts.
///
/// Pre: row offsets are nondecreasing.
// A vectorized loop counts descents over all entries; a second loop over rows subtracts those at
// row begins.
template <class Offset, class Ordinal>
bool do_rows_ascend(Offset const* row_offsets, Ordinal const* columns, std::int64_t begin,
                    std::int64_t end) {
  auto const descends = [columns](std::int64_t i) -> Ordinal {
    return columns[i] <= columns[i - 1] ? 1 : 0;
  };
  auto const first = static_cast<std::int64_t>(row_offsets[begin]);
  auto const last = static_cast<std::int64_t>(row_offsets[end]);
  Ordinal descents = 0;
  for (std::int64_t i = first + 1; i < last; ++i) descents += descends(i);
  // Descents are allowed where a row begins, and nowhere else.
  for (std::int64_t row = begin; row < end; ++row) {
    auto const i = static_cast<std::int64_t>(row_offsets[row]);
    bool const is_empty = row_offsets[row + 1] == row_offsets[row];
    if (i > first && !is_empty) descents -= descends(i);
  }
  return descents == 0;
}

/// Whether the columns are in [0, num_cols) and ascend strictly, and how many column sets they form
/// in their order.
///
/// Shapes: columns `size`, those of one row.
template <class Ordinal>
KOKKOS_INLINE_FUNCTION ColumnFindings examine_columns(Ordinal const* columns, std::int64_t size,
                                                      Ordinal num_cols) {
  ColumnFindings found;
  Ordinal previous = -1;
  Ordinal block_before = -1;
  for (std::int64_t i = 0; i < size; ++i) {
    Ordinal const column = columns[i];
    Ordinal const block = column / tuning::columns_per_block;
    found.in_range = found.in_range && column >= 0 && column < num_cols;
    found.ascend = found.ascend && previous < column;
    found.column_sets += block != block_before ? 1 : 0;
    previous = column;
    block_before = block;
  }
  return found;
}

/// The same on hosts.
template <class Ordinal>
inline ColumnFindings examine_columns_on_host(Ordinal const* columns, std::int64_t size,
                                              Ordinal num_cols) {
  return examine_columns(columns, size, num_cols);
}

#ifdef __AVX512F__
/// The same by AVX-512, 16 columns at a time. Rows of up to 16 columns need no branch on their
/// length, so none is mispredicted.
template <>
inline ColumnFindings examine_columns_on_host(std::int32_t const* columns, std::int64_t size,
                                              std::int32_t num_cols) {
  using vector_lanes::all_lanes;
  using vector_lanes::lanes;
  __m512i const limit = _mm512_set1_epi32(num_cols);
  unsigned out_of_range = 0;
  unsigned out_of_order = 0;
  ColumnFindings found;
  // -1 stands before the first column.
  __m512i before = _mm512_set1_epi32(-1);
  for (std::int64_t i = 0; i < size; i += lanes) {
    unsigned const present = vector_lanes::first_lanes(size - i);
    __m512i const column = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(present), columns + i);
    __m512i const previous = vector_lanes::lane_before(column, before);
    before = column;
    out_of_range |= present & ~unsigned{_mm512_cmplt_epu32_mask(column, limit)};
    out_of_order |= present & ~unsigned{_mm512_cmplt_epi32_mask(previous, column)};
    constexpr int bits_of_block = std::countr_zero(unsigned{tuning::columns_per_block});
    unsigned const is_new =
        _mm512_cmpneq_epi32_mask(_mm512_maskz_srai_epi32(all_lanes, column, bits_of_block),
                                 _mm512_maskz_srai_epi32(all_lanes, previous, bits_of_block));
    found.column_sets += std::popcount(present & is_new);
  }
  found.in_range = out_of_range == 0;
  found.ascend = out_of_order == 0;
  return found;
}
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
