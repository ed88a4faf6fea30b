// SPDX-License-Identifier: BSD-3-Clause
// Sums groups of short rows of A·x, with elements of x by scalar loads.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_RowSumOperands.hpp>
#include <spmv/Araios_SelectedElements.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Sums all rows of a group by the same branchless code, since the end of each row would be
/// mispredicted.
///
/// variant_for(most, entries, is_learnable) is the variant for a group of spmv_host_rows_of_group
/// rows, or -1 if there is none. `most` is the length of its longest row, `entries` the entries of
/// all its rows. `is_learnable` says whether the branch predictor learns the lengths of all rows.
///
/// sum<variant>(operands, alpha, y, end) writes alpha times the sums of successive rows to [y,
/// end). The group size divides their number. It may read `entries_behind` entries past a row, and
/// elements of x in their columns. Their products are masked out, but floating-point exceptions may
/// come from them.
///
/// Here: all rows have the same few entries, and their length is the variant.
template <class Scalar>
struct SumShortRows {
  static constexpr int num_variants = tuning::spmv_host_long_row;
  static constexpr int entries_behind = 0;

  static int variant_for(int most, int entries, bool) {
    int const length = most < num_variants ? most : num_variants;
    bool const are_even = length * tuning::spmv_host_rows_of_group == entries;
    return are_even && length < num_variants ? length : -1;
  }

  template <int variant, class Ordinal, class Offset>
  [[gnu::always_inline]] static void sum(RowSumOperands<Scalar, Ordinal, Offset> operands,
                                         Scalar const& alpha, Scalar* y, Scalar* end) {
    constexpr int length = variant;
    Scalar const factor = alpha;
    Scalar const* values = operands.values + operands.row_ends[-1];
    Ordinal const* columns = operands.columns + operands.row_ends[-1];
    for (; y < end; ++y) {
      Scalar total{};
      for (int i = 0; i < length; ++i) total += values[i] * operands.x[columns[i]];
      *y = factor * total;
      values += length;
      columns += length;
    }
  }
};

#ifdef __AVX2__

/// Four rows at a time. Variants are equal lengths, or lengths to which shorter rows are padded.
/// The padding is the entries that follow a row, whose products are masked out.
template <>
struct SumShortRows<double> {
 private:
  static constexpr int longest_even = 8;
  static constexpr int first_filled = longest_even + 1;
  static constexpr std::array<int, 9> filled_lengths{2, 4, 6, 8, 10, 12, 16, 20, 24};

 public:
  static constexpr int num_variants = first_filled + static_cast<int>(filled_lengths.size());
  static constexpr int entries_behind = filled_lengths.back();

  /// Branchless, so that compilers vectorize a loop over groups.
  static int variant_for(int most, int entries, bool is_learnable) {
    int const longest = most <= entries_behind ? most : entries_behind + 1;
    int const pairs = (longest + 1) >> 1;
    int const fours = (longest + 3) >> 2;
    int const length = longest > 12 ? fours << 2 : pairs << 1;
    int const filled = first_filled - 1 + (longest > 12 ? fours + 3 : pairs);
    int const least = is_learnable ? tuning::spmv_host_least_filling(length) : 0;
    int const variant = longest <= entries_behind && entries >= least ? filled : -1;
    bool const are_even = longest * tuning::spmv_host_rows_of_group == entries;
    return are_even && longest <= longest_even ? longest : variant;
  }

  template <int variant, class Ordinal, class Offset>
  [[gnu::always_inline]] static void sum(RowSumOperands<double, Ordinal, Offset> operands,
                                         double const& alpha, double* y, double* end) {
    __m256d const factor = _mm256_set1_pd(alpha);
    if constexpr (variant < first_filled) {
      constexpr int length = variant;
      double const* values = operands.values + operands.row_ends[-1];
      Ordinal const* columns = operands.columns + operands.row_ends[-1];
      for (; y < end; y += rows) {
        _mm256_storeu_pd(
            y, _mm256_mul_pd(factor, sum_of_even_rows<length>(values, columns, operands.x)));
        values += rows * length;
        columns += rows * length;
      }
    } else {
      constexpr int length = filled_lengths[static_cast<std::size_t>(variant - first_filled)];
      for (; y < end; y += rows, operands.row_ends += rows) {
        _mm256_storeu_pd(y, _mm256_mul_pd(factor, sum_of_rows<length>(operands)));
      }
    }
  }

 private:
  static constexpr int rows = 4;
  static constexpr int lanes = 4;

  /// The sums of four rows of `length` entries each.
  template <int length, class Ordinal>
  [[gnu::always_inline]] static __m256d sum_of_even_rows(double const* values,
                                                         Ordinal const* columns, double const* x) {
    auto const four = [=](int entry) __attribute__((always_inline)) {
      return _mm256_mul_pd(_mm256_loadu_pd(values + entry), four_elements(x, columns + entry));
    };
    auto const two = [=](int entry) __attribute__((always_inline)) {
      return _mm_mul_pd(_mm_loadu_pd(values + entry), two_elements(x, columns + entry));
    };
    if constexpr (length == 0) {
      return _mm256_setzero_pd();
    } else if constexpr (length == 1) {
      return four(0);
    } else if constexpr (length == 2) {
      return _mm256_permute4x64_pd(add_pairs(four(0), four(lanes)), 0b11'01'10'00);
    } else if constexpr (length == 3) {
      return sum_of_three(four(0), four(lanes), four(2 * lanes));
    } else {
      constexpr int whole = length / lanes * lanes;
      __m256d vectors[rows];
#pragma GCC unroll 4
      for (int row = 0; row < rows; ++row) {
        vectors[row] = four(row * length);
#pragma GCC unroll 4
        for (int i = lanes; i < whole; i += lanes) {
          vectors[row] = _mm256_add_pd(vectors[row], four(row * length + i));
        }
      }
      __m256d sums = sum_of_each(vectors);
      if constexpr ((length & 2) != 0) {
        __m128d const pairs[]{two(whole), two(length + whole), two(2 * length + whole),
                              two(3 * length + whole)};
        sums = _mm256_add_pd(sums, sum_of_each(pairs));
      }
      if constexpr ((length & 1) != 0) {
        constexpr int i = length - 1;
        sums = _mm256_add_pd(
            sums,
            _mm256_mul_pd(_mm256_setr_pd(values[i], values[i + length], values[i + 2 * length],
                                         values[i + 3 * length]),
                          _mm256_setr_pd(x[columns[i]], x[columns[i + length]],
                                         x[columns[i + 2 * length]], x[columns[i + 3 * length]])));
      }
      return sums;
    }
  }
  /// Three vectors of successive products hold those of rows 0001, 1122 and 2333.
  static __m256d sum_of_three(__m256d a, __m256d b, __m256d c) {
    __m256d const rows_0321 = outer_and_inner(a, c, b);
    __m256d const rows_1032 = outer_and_inner(b, a, c);
    __m256d const rows_2103 = outer_and_inner(c, b, a);
    return _mm256_add_pd(_mm256_add_pd(_mm256_permute4x64_pd(rows_0321, 0b01'10'11'00),
                                       _mm256_permute_pd(rows_1032, 0b0101)),
                         _mm256_permute4x64_pd(rows_2103, 0b11'00'01'10));
  }
  /// The outer elements of one vector, with the second element of another and the third of a third
  /// one.
  static __m256d outer_and_inner(__m256d outer, __m256d second, __m256d third) {
    return _mm256_blend_pd(_mm256_blend_pd(outer, second, 0b0010), third, 0b0100);
  }

  /// The sums of four rows of at most `length` entries.
  template <int length, class Ordinal, class Offset>
  [[gnu::always_inline]] static __m256d sum_of_rows(
      RowSumOperands<double, Ordinal, Offset> operands) {
    auto const [values, columns, x, row_ends] = operands;
    constexpr int whole = length / lanes * lanes;
    constexpr bool has_pair = length % lanes != 0;
    __m256d vectors[rows];
    __m128d pairs[rows];
    auto begin = static_cast<std::int64_t>(row_ends[-1]);
#pragma GCC unroll 4
    for (int row = 0; row < rows; ++row) {
      auto const end = static_cast<std::int64_t>(row_ends[row]);
      RowPresence const presence{end - begin};
      if constexpr (whole > 0) {
        vectors[row] = presence.products(0, _mm256_loadu_pd(values + begin),
                                         four_elements(x, columns + begin));
      }
#pragma GCC unroll 8
      for (int i = lanes; i < whole; i += lanes) {
        vectors[row] = presence.add_products(vectors[row], i, _mm256_loadu_pd(values + begin + i),
                                             four_elements(x, columns + begin + i));
      }
      if constexpr (has_pair) {
        pairs[row] = presence.products(whole, _mm_loadu_pd(values + begin + whole),
                                       two_elements(x, columns + begin + whole));
      }
      begin = end;
    }
    if constexpr (whole == 0) return sum_of_each(pairs);
    __m256d const sums = sum_of_each(vectors);
    return has_pair ? _mm256_add_pd(sums, sum_of_each(pairs)) : sums;
  }

  /// Lane i of the result is the sum of all lanes of vectors[i].
  [[gnu::always_inline]] static __m256d sum_of_each(__m256d const* vectors) {
    __m256d const first = add_pairs(vectors[0], vectors[1]);
    __m256d const second = add_pairs(vectors[2], vectors[3]);
    return _mm256_add_pd(_mm256_permute2f128_pd(first, second, 0x20),
                         _mm256_permute2f128_pd(first, second, 0x31));
  }
  [[gnu::always_inline]] static __m256d sum_of_each(__m128d const* pairs) {
    return add_pairs(_mm256_set_m128d(pairs[2], pairs[0]), _mm256_set_m128d(pairs[3], pairs[1]));
  }
  static __m256d add_pairs(__m256d x, __m256d y) {
    return _mm256_add_pd(_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y));
  }
};

#endif  // __AVX2__

}  // namespace araios::inline ARAIOS_ISA::impl
