// SPDX-License-Identifier: BSD-3-Clause
// Serial product with a B of few columns: rows of C in registers, with AVX-512.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <one_phase/Araios_ColumnMarks.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>

#include <bit>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Computes C = A·B with rows of C in registers, for a B of at most max_columns columns. Types
/// without vector code have max_columns 0.
///
/// A specialization has bytes(num_rows), the memory for num_rows rows of B, and
/// write(a, b, memory, row_offsets, columns, values), which computes C as SerialGustavson does.
///
/// Pre: columns of each row of B ascend strictly.
template <class Scalar, class Ordinal>
struct NarrowProduct {
  static constexpr int max_columns = 0;
};

#ifdef __AVX512F__

/// Expands rows of B to dense rows, each with a bitmap of its columns. No branch depends on the
/// length of a row: loops over short rows would often end in a misprediction.
template <>
struct NarrowProduct<double, std::int32_t> {
  static constexpr int max_columns = marks_of_block;

  static std::size_t bytes(std::int32_t num_rows) {
    return placed_bytes<std::uint64_t>(num_rows) +
           placed_bytes<double>(std::int64_t{num_rows} * max_columns);
  }

  template <class OffsetA, class OffsetB, class OffsetC>
  static std::int64_t write(PlainArrays<double, OffsetA, std::int32_t> const& a,
                            PlainArrays<double, OffsetB, std::int32_t> const& b, std::byte* memory,
                            OffsetC* row_offsets, std::int32_t* columns, double* values) {
    Result<OffsetC> const c{row_offsets, columns, values};
    if (b.num_cols <= 2 * lanes) return write_by<2>(a, b, memory, c);
    if (b.num_cols <= 4 * lanes) return write_by<4>(a, b, memory, c);
    if (b.num_cols <= 6 * lanes) return write_by<6>(a, b, memory, c);
    return write_by<8>(a, b, memory, c);
  }

 private:
  static constexpr int lanes = 8;
  static_assert(max_columns == 8 * lanes);

  template <class OffsetC>
  struct Result {
    OffsetC* row_offsets;
    std::int32_t* columns;
    double* values;
  };

  /// Dense rows of B: a bitmap of columns, and values at their columns. Other values are undefined.
  struct SpreadRows {
    std::uint64_t* columns;
    double* values;
  };

  template <int vectors, class OffsetB>
  static SpreadRows spread(PlainArrays<double, OffsetB, std::int32_t> const& b, std::byte* memory) {
    SpreadRows const rows{
        reinterpret_cast<std::uint64_t*>(memory),
        reinterpret_cast<double*>(memory + placed_bytes<std::uint64_t>(b.num_rows))};
    double* values = rows.values;
    for (std::int32_t row = 0; row < b.num_rows; ++row, values += vectors * lanes) {
      std::uint64_t columns = 0;
      for (auto entry = b.row_offsets[row]; entry < b.row_offsets[row + 1]; ++entry) {
        columns |= std::uint64_t{1} << b.columns[entry];
        values[b.columns[entry]] = b.values[entry];
      }
      rows.columns[row] = columns;
    }
    return rows;
  }

  static __mmask8 lanes_of(std::uint64_t columns, int vector) {
    return static_cast<__mmask8>(columns >> (vector * lanes));
  }

  // Not inlined: in a larger function compilers run out of registers in its loops.
  template <int vectors, class OffsetA, class OffsetB, class OffsetC>
  [[gnu::noinline]] static std::int64_t write_by(
      PlainArrays<double, OffsetA, std::int32_t> const& a,
      PlainArrays<double, OffsetB, std::int32_t> const& b, std::byte* memory,
      Result<OffsetC> const& c) {
    SpreadRows const rows = spread<vectors>(b, memory);
    std::int64_t size = 0;
    c.row_offsets[0] = 0;
    for (std::int32_t row = 0; row < a.num_rows; ++row) {
      __m512d sums[vectors];
      for (auto& sum : sums) sum = _mm512_setzero_pd();
      std::uint64_t columns = 0;
      auto const end = a.row_offsets[row + 1];
      for (auto entry = a.row_offsets[row]; entry < end; ++entry) {
        auto const row_of_b = static_cast<std::size_t>(a.columns[entry]);
        std::uint64_t const columns_of_b = rows.columns[row_of_b];
        double const* const values_of_b = rows.values + row_of_b * (vectors * lanes);
        __m512d const multiplier = _mm512_set1_pd(a.values[entry]);
        columns |= columns_of_b;
        for (int i = 0; i < vectors; ++i) {
          __mmask8 const present = lanes_of(columns_of_b, i);
          __m512d const factors = _mm512_maskz_loadu_pd(present, values_of_b + i * lanes);
          // Operators, not intrinsics: compilers fuse them, or not, as in the numeric phase.
          sums[i] = _mm512_mask_mov_pd(sums[i], present, sums[i] + multiplier * factors);
        }
      }
      store_sums<vectors>(columns, sums, c.values + size);
      size += write_marked<std::int32_t>(0, columns, c.columns + size);
      c.row_offsets[row + 1] = static_cast<OffsetC>(size);
    }
    return size;
  }

  template <int vectors>
  static void store_sums(std::uint64_t columns, __m512d const* sums, double* values) {
    for (int i = 0; i < vectors; ++i) {
      __mmask8 const present = lanes_of(columns, i);
      _mm512_storeu_pd(values, _mm512_maskz_compress_pd(present, sums[i]));
      values += std::popcount(unsigned{present});
    }
  }
};

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
