// SPDX-License-Identifier: BSD-3-Clause
// Seeded inputs of the tests; every label holds the seed, so that a failure can be repeated.
#pragma once

#include "HostMatrix.hpp"
#include "ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {

/// Random numbers that are the same on every machine: the distributions of the standard are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_{seed} {}

  /// An integer in [0, bound).
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(bound));
  }
  /// A number in [0, 1).
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

  template <class T>
  void shuffle(T* first, T* last) {
    for (auto remaining = last - first; remaining > 1; --remaining) {
      std::swap(first[remaining - 1], first[below(remaining)]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

/// Rows of 0 to 2·mean_size entries at random columns, sorted and distinct.
HostPattern uniform_pattern(std::int64_t rows, std::int64_t cols, std::int64_t mean_size,
                            std::uint64_t seed);

/// Few long and many short rows: row sizes fall with the square root of a random rank.
HostPattern power_law_pattern(std::int64_t rows, std::int64_t cols, std::int64_t longest,
                              std::uint64_t seed);

/// Columns that are multiples of `stride`: with a power of two, every key has the same hash.
HostPattern colliding_pattern(std::int64_t rows, std::int64_t keys_per_row, std::int64_t stride,
                              std::int64_t cols, std::uint64_t seed);

/// Identity of order n.
HostPattern diagonal_pattern(std::int64_t n);

/// Every entry stored.
HostPattern full_pattern(std::int64_t rows, std::int64_t cols);

/// No entry stored.
HostPattern empty_pattern(std::int64_t rows, std::int64_t cols);

/// Pairs A, B: rows of similar and of very different sizes, and a single entry times another.
std::vector<std::pair<HostPattern, HostPattern>> operands_of_many_shapes();

/// Keeps the entries of the rows for which `keep(row)` holds; the others become empty.
template <class Keep>
HostPattern with_rows_kept(HostPattern const& a, std::string const& what, Keep const& keep) {
  HostPattern kept{a.num_rows, a.num_cols, {0}, {}, what + " of " + a.label};
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    for (auto entry = a.row_begin(row); keep(row) && entry < a.row_end(row); ++entry) {
      kept.columns.push_back(a.column(entry));
    }
    kept.row_offsets.push_back(kept.num_entries());
  }
  return kept;
}

/// Replaces one row by all columns.
HostPattern with_dense_row(HostPattern const& a, std::int64_t dense_row);

/// Stores about every third entry twice and shuffles each row.
HostPattern with_duplicates_shuffled(HostPattern const& a, std::uint64_t seed);

namespace detail {

template <class Scalar, class Next>
HostMatrix<Scalar> with_values(HostPattern pattern, Next const& next) {
  HostMatrix<Scalar> a{std::move(pattern), {}};
  for (std::int64_t entry = 0; entry < a.pattern.num_entries(); ++entry) {
    if constexpr (is_complex_v<Scalar>) {
      auto const real = next();
      a.values.push_back(Scalar(real, next()));
    } else {
      a.values.push_back(next());
    }
  }
  return a;
}

}  // namespace detail

/// Integers of [-3, 3]: their products and sums are exact in every scalar under test.
template <class Scalar>
HostMatrix<Scalar> with_integers(HostPattern pattern, std::uint64_t seed) {
  Random random{seed};
  return detail::with_values<Scalar>(
      std::move(pattern), [&] { return static_cast<real_of_t<Scalar>>(random.below(7) - 3); });
}

/// Numbers of [-1, 1).
template <class Scalar>
HostMatrix<Scalar> with_reals(HostPattern pattern, std::uint64_t seed) {
  Random random{seed};
  return detail::with_values<Scalar>(
      std::move(pattern), [&] { return static_cast<real_of_t<Scalar>>(2 * random.unit() - 1); });
}

/// The same value everywhere.
template <class Scalar>
HostMatrix<Scalar> with_constant(HostPattern pattern, Scalar value) {
  HostMatrix<Scalar> a{std::move(pattern), {}};
  a.values.assign(a.pattern.columns.size(), value);
  return a;
}

// Compiled once for the scalars that most tests use.
extern template HostMatrix<double> with_integers<double>(HostPattern, std::uint64_t);
extern template HostMatrix<float> with_integers<float>(HostPattern, std::uint64_t);
extern template HostMatrix<Kokkos::complex<double>> with_integers<Kokkos::complex<double>>(
    HostPattern, std::uint64_t);
extern template HostMatrix<double> with_reals<double>(HostPattern, std::uint64_t);
extern template HostMatrix<Kokkos::complex<double>> with_reals<Kokkos::complex<double>>(
    HostPattern, std::uint64_t);
extern template HostMatrix<double> with_constant<double>(HostPattern, double);

}  // namespace araios_test
