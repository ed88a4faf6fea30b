// SPDX-License-Identifier: BSD-3-Clause
// The sum of one row of A·x on hosts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SelectedElements.hpp>
#include <spmv/Araios_SpMvTuning.hpp>
#include <spmv/Araios_SumShortRows.hpp>

#include <algorithm>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Sums product(begin), …, product(end - 1). Long rows have four independent partial sums, so that
/// additions overlap. Inlined, because a call costs as much as a short row.
template <class Scalar, class Product>
[[gnu::always_inline]] inline Scalar sum_of_products(std::int64_t begin, std::int64_t end,
                                                     Product const& product) {
  Scalar sum{};
  if (end - begin >= tuning::spmv_host_long_row) {
    Scalar first{};
    Scalar second{};
    Scalar third{};
    Scalar fourth{};
    for (; begin + 4 <= end; begin += 4) {
      first += product(begin);
      second += product(begin + 1);
      third += product(begin + 2);
      fourth += product(begin + 3);
    }
    sum = (first + second) + (third + fourth);
  }
  for (; begin < end; ++begin) sum += product(begin);
  return sum;
}

/// Sums a row by SIMD. The last vector is masked, which replaces a remainder loop whose end would
/// be mispredicted. Types without SIMD code have none.
///
/// A specialization has sum(values, columns, x, begin, end) and sum_by_pairs, which adds up two
/// vectors at a time and is faster if the branch predictor learns the lengths. The order of
/// additions depends on the length alone.
///
/// Reads `entries_behind` entries past the row, and elements of x in their columns. Their products
/// are masked out, but floating-point exceptions may come from them.
template <class Scalar>
struct SumRowByVectors {
  static constexpr bool exists = false;
  static constexpr int entries_behind = 0;
};

#ifdef __AVX2__

template <>
struct SumRowByVectors<double> {
  static constexpr bool exists = true;
  static constexpr int entries_behind = 3;

  template <class Ordinal>
  [[gnu::always_inline]] static double sum(double const* values, Ordinal const* columns,
                                           double const* x, std::int64_t begin, std::int64_t end) {
    __m256d sums = _mm256_setzero_pd();
    for (; begin + lanes < end; begin += lanes) {
      sums = _mm256_add_pd(sums, products(values + begin, columns + begin, x));
    }
    return total(add_last_products(sums, values, columns, x, begin, end));
  }

  template <class Ordinal>
  [[gnu::always_inline]] static double sum_by_pairs(double const* values, Ordinal const* columns,
                                                    double const* x, std::int64_t begin,
                                                    std::int64_t end) {
    __m256d first = _mm256_setzero_pd();
    __m256d second = _mm256_setzero_pd();
    for (; begin + 2 * lanes < end; begin += 2 * lanes) {
      first = _mm256_add_pd(first, products(values + begin, columns + begin, x));
      second = _mm256_add_pd(second, products(values + begin + lanes, columns + begin + lanes, x));
    }
    if (begin + lanes < end) {
      first = _mm256_add_pd(first, products(values + begin, columns + begin, x));
      begin += lanes;
    }
    second = add_last_products(second, values, columns, x, begin, end);
    return total(_mm256_add_pd(first, second));
  }

 private:
  static constexpr int lanes = 4;

  template <class Ordinal>
  [[gnu::always_inline]] static __m256d products(double const* values, Ordinal const* columns,
                                                 double const* x) {
    return _mm256_mul_pd(_mm256_loadu_pd(values), four_elements(x, columns));
  }
  /// Pre: at most one vector of entries is left.
  template <class Ordinal>
  [[gnu::always_inline]] static __m256d add_last_products(__m256d sums, double const* values,
                                                          Ordinal const* columns, double const* x,
                                                          std::int64_t begin, std::int64_t end) {
    return RowPresence{end - begin}.add_products(sums, 0, _mm256_loadu_pd(values + begin),
                                                 four_elements(x, columns + begin));
  }
  [[gnu::always_inline]] static double total(__m256d sums) {
    __m128d const halves = _mm_add_pd(_mm256_castpd256_pd128(sums), _mm256_extractf128_pd(sums, 1));
    return _mm_cvtsd_f64(_mm_add_sd(halves, _mm_unpackhi_pd(halves, halves)));
  }
};

#endif  // __AVX2__

/// The end of the entries that have enough entries behind them for vectors to read past. Rows that
/// end before it are inner rows.
template <class Operands>
std::int64_t inner_end_of(Operands const& operands) {
  using scalar_type = typename Operands::scalar_type;
  return operands.entries_end() - std::max(SumRowByVectors<scalar_type>::entries_behind,
                                           SumShortRows<scalar_type>::entries_behind);
}

/// How a row is summed.
enum class RowVariant { plain, by_vectors, by_pairs_of_vectors };

/// Sums the entries [begin, end) of an inner row.
template <RowVariant variant, class Scalar, class Ordinal>
[[gnu::always_inline]] inline Scalar sum_of_inner_row(Scalar const* values, Ordinal const* columns,
                                                      Scalar const* x, std::int64_t begin,
                                                      std::int64_t end) {
  if constexpr (SumRowByVectors<Scalar>::exists && variant == RowVariant::by_vectors) {
    return SumRowByVectors<Scalar>::sum(values, columns, x, begin, end);
  } else if constexpr (SumRowByVectors<Scalar>::exists &&
                       variant == RowVariant::by_pairs_of_vectors) {
    return SumRowByVectors<Scalar>::sum_by_pairs(values, columns, x, begin, end);
  } else {
    return sum_of_products<Scalar>(
        begin, end, [=](std::int64_t entry) { return values[entry] * x[columns[entry]]; });
  }
}

/// Sums the entries [begin, end) of any row.
template <class Operands>
typename Operands::scalar_type sum_of_entries(Operands const& operands, std::int64_t begin,
                                              std::int64_t end) {
  if constexpr (Operands::is_contiguous) {
    if (end <= inner_end_of(operands)) {
      return sum_of_inner_row<RowVariant::by_pairs_of_vectors>(
          operands.values.data(), operands.columns.data(), operands.x.data(), begin, end);
    }
  }
  return sum_of_products<typename Operands::scalar_type>(
      begin, end, [operands](std::int64_t entry) { return operands.product(entry); });
}

}  // namespace araios::inline ARAIOS_ISA::impl
