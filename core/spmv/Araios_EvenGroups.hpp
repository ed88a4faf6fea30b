// SPDX-License-Identifier: BSD-3-Clause
// Sums groups of rows of A·x that have equal, small lengths, with gathers of x.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_EvenRows.hpp>
#include <spmv/Araios_GatheredElements.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

#ifdef __AVX512F__

/// Sums groups of eight rows of doubles that have equal, small lengths. Vectors of products are
/// formed in memory order, with one gather each. Permutations then move the products of each row
/// to its lane.
///
/// Rows of at most `summed_in_order` entries have bitwise the sums of a serial loop from zero.
/// Callers may leave such groups to other code.
template <class Offset>
class EvenGroups {
 public:
  static constexpr int rows = 8;
  static constexpr int longest = 8;
  static constexpr int summed_in_order = 3;

 private:
  using Write = double* (*)(double const*, std::int32_t const*, double const*, Offset const*,
                            double, double*, double*);
  static constexpr std::int64_t groups_of_run = tuning::spmv_host_groups_of_even_run;

  /// Nonzero in the lanes of rows whose length is not `length`.
  [[gnu::always_inline]] static auto difference(Offset const* row_ends, Offset length) {
    if constexpr (sizeof(Offset) == sizeof(std::int32_t)) {
      auto const load = [](Offset const* offsets) {
        return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(offsets));
      };
      return _mm256_xor_si256(_mm256_sub_epi32(load(row_ends), load(row_ends - 1)),
                              _mm256_set1_epi32(static_cast<int>(length)));
    } else {
      __m512i const sizes =
          _mm512_sub_epi64(_mm512_loadu_si512(row_ends), _mm512_loadu_si512(row_ends - 1));
      return _mm512_xor_si512(sizes, _mm512_set1_epi64(static_cast<std::int64_t>(length)));
    }
  }
  [[gnu::always_inline]] static bool is_zero(__m256i difference) {
    return _mm256_testz_si256(difference, difference) != 0;
  }
  [[gnu::always_inline]] static bool is_zero(__m512i difference) {
    return _mm512_test_epi64_mask(difference, difference) == 0;
  }

  template <int... lengths>
  static constexpr std::array<Write, sizeof...(lengths)> writes_of(
      std::integer_sequence<int, lengths...>) {
    return {&write_length<lengths>...};
  }
  /// Not inlined: the loops of all lengths together would spill registers.
  template <int length>
  // NOLINTNEXTLINE(readability-function-size): these stay in registers; a record would not.
  [[gnu::noinline, gnu::aligned(tuning::host_cache_line)]] static double* write_length(
      double const* values, std::int32_t const* columns, double const* x, Offset const* row_ends,
      double alpha, double* y, double* end) {
    __m512d const factor = _mm512_set1_pd(alpha);
    values += row_ends[-1];
    columns += row_ends[-1];
    do {
      _mm512_storeu_pd(y, _mm512_mul_pd(factor, sum<length>(values, columns, x)));
      values += rows * length;
      columns += rows * length;
      row_ends += rows;
      y += rows;
    } while (y < end && is_zero(difference(row_ends, length)));
    return y;
  }
  template <int length>
  [[gnu::always_inline]] static __m512d sum(double const* values, std::int32_t const* columns,
                                            double const* x) {
    if constexpr (length == 0) {
      return _mm512_setzero_pd();
    } else {
      __m512d products[length];
#pragma GCC unroll 8
      for (int i = 0; i < length; ++i) {
        products[i] = _mm512_mul_pd(_mm512_loadu_pd(values + rows * i),
                                    eight_elements(x, columns + rows * i));
      }
      return _mm512_add_pd(EvenRows<length>::sum(products), _mm512_setzero_pd());
    }
  }

 public:
  /// Whether write should sum the group. If other code may do so as well, `groups_of_run` groups
  /// must have the length: a change from one code to the other costs a misprediction.
  ///
  /// Pre: row_ends points to the end of the first row; the element before it is where that row
  ///      begins.
  static bool begin_at(Offset const* row_ends, std::ptrdiff_t num_groups) {
    auto const begin = static_cast<std::int64_t>(row_ends[-1]);
    auto const length = static_cast<std::int64_t>(row_ends[0]) - begin;
    std::int64_t const more = num_groups < groups_of_run ? 0 : rows * (groups_of_run - 1);
    // Masks, since a branch on the length would be mispredicted. The branch below seldom is: few
    // groups pass it.
    std::int64_t const last = rows - 1 + (more & ((length - summed_in_order - 1) >> 63));
    std::int64_t const size = static_cast<std::int64_t>(row_ends[last]) - begin;
    if (((size - (last + 1) * length) | ((longest - length) >> 63)) != 0) return false;
    auto differences = difference(row_ends, static_cast<Offset>(length));
    for (std::int64_t row = rows; row < last; row += rows) {
      differences |= difference(row_ends + row, static_cast<Offset>(length));
    }
    return is_zero(differences);
  }

  /// Writes alpha times the sums of successive groups, as long as their rows have the length of the
  /// first. Returns the end of what it wrote.
  ///
  /// Pre: the rows of the first group have one length, at most `longest`.
  // NOLINTNEXTLINE(readability-function-size): likewise.
  static double* write(double const* values, std::int32_t const* columns, double const* x,
                       Offset const* row_ends, double alpha, double* y, double* end) {
    static constexpr auto writes = writes_of(std::make_integer_sequence<int, longest + 1>{});
    auto const length = static_cast<std::size_t>(row_ends[0] - row_ends[-1]);
    return writes[length](values, columns, x, row_ends, alpha, y, end);
  }
};

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
