// SPDX-License-Identifier: BSD-3-Clause
// Seeded inputs of the tests; every label holds the seed, so that a failure can be repeated.
#pragma once

#include "HostMatrix.hpp"
#include "ReferenceProduct.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
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

namespace detail {

inline std::string label_of(std::string const& kind, std::int64_t rows, std::int64_t cols,
                            std::uint64_t seed) {
  return kind + " " + std::to_string(rows) + "×" + std::to_string(cols) + ", seed " +
         std::to_string(seed);
}

/// Appends a row of `size` distinct columns of [0, num_cols), ascending.
inline void append_row(HostPattern& a, std::int64_t size, Random& random) {
  std::set<std::int64_t> columns;
  auto const wanted = static_cast<std::size_t>(std::min(size, a.num_cols));
  while (columns.size() < wanted) columns.insert(random.below(a.num_cols));
  a.columns.insert(a.columns.end(), columns.begin(), columns.end());
  a.row_offsets.push_back(a.num_entries());
}

}  // namespace detail

/// Rows of 0 to 2·mean_size entries at random columns, sorted and distinct.
inline HostPattern uniform_pattern(std::int64_t rows, std::int64_t cols, std::int64_t mean_size,
                                   std::uint64_t seed) {
  HostPattern a{rows, cols, {0}, {}, detail::label_of("uniform", rows, cols, seed)};
  Random random{seed};
  for (std::int64_t row = 0; row < rows; ++row) {
    detail::append_row(a, random.below(2 * mean_size + 1), random);
  }
  return a;
}

/// Few long and many short rows: row sizes fall with the square root of a random rank.
inline HostPattern power_law_pattern(std::int64_t rows, std::int64_t cols, std::int64_t longest,
                                     std::uint64_t seed) {
  HostPattern a{rows, cols, {0}, {}, detail::label_of("power law", rows, cols, seed)};
  Random random{seed};
  for (std::int64_t row = 0; row < rows; ++row) {
    auto const rank = 1 + random.below(rows);
    detail::append_row(a, std::max<std::int64_t>(1, longest / rank), random);
  }
  return a;
}

/// Columns that are multiples of `stride`: with a power of two, every key has the same hash.
inline HostPattern colliding_pattern(std::int64_t rows, std::int64_t keys_per_row,
                                     std::int64_t stride, std::int64_t cols, std::uint64_t seed) {
  auto a = uniform_pattern(rows, (cols - 1) / stride + 1, keys_per_row, seed);
  for (auto& column : a.columns) column *= stride;
  a.num_cols = cols;
  a.label = detail::label_of("colliding by " + std::to_string(stride), rows, cols, seed);
  return a;
}

/// Identity of order n.
inline HostPattern diagonal_pattern(std::int64_t n) {
  HostPattern a{n, n, std::vector<std::int64_t>(static_cast<std::size_t>(n) + 1), {}, "diagonal"};
  std::iota(a.row_offsets.begin(), a.row_offsets.end(), std::int64_t{0});
  a.columns.assign(a.row_offsets.begin(), a.row_offsets.end() - 1);
  return a;
}

/// Every entry stored.
inline HostPattern full_pattern(std::int64_t rows, std::int64_t cols) {
  HostPattern a{rows, cols, {0}, {}, "full " + std::to_string(rows) + "×" + std::to_string(cols)};
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < cols; ++column) a.columns.push_back(column);
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

/// No entry stored.
inline HostPattern empty_pattern(std::int64_t rows, std::int64_t cols) {
  return {rows,
          cols,
          std::vector<std::int64_t>(static_cast<std::size_t>(rows) + 1, 0),
          {},
          "empty " + std::to_string(rows) + "×" + std::to_string(cols)};
}

/// Pairs A, B: rows of similar and of very different sizes, and a single entry times another.
inline std::vector<std::pair<HostPattern, HostPattern>> operands_of_many_shapes() {
  std::vector<std::pair<HostPattern, HostPattern>> operands;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    operands.emplace_back(uniform_pattern(300, 200, 6, seed), uniform_pattern(200, 500, 9, seed));
    operands.emplace_back(power_law_pattern(400, 400, 300, seed),
                          power_law_pattern(400, 5000, 2000, seed));
  }
  operands.emplace_back(full_pattern(1, 1), full_pattern(1, 1));
  return operands;
}

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
inline HostPattern with_dense_row(HostPattern const& a, std::int64_t dense_row) {
  HostPattern b{
      a.num_rows, a.num_cols, {0}, {}, "dense row " + std::to_string(dense_row) + " in " + a.label};
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    auto const size = row == dense_row ? a.num_cols : a.row_end(row) - a.row_begin(row);
    for (std::int64_t i = 0; i < size; ++i) {
      b.columns.push_back(row == dense_row ? i : a.column(a.row_begin(row) + i));
    }
    b.row_offsets.push_back(b.num_entries());
  }
  return b;
}

/// Stores about every third entry twice and shuffles each row.
inline HostPattern with_duplicates_shuffled(HostPattern const& a, std::uint64_t seed) {
  HostPattern b{a.num_rows,
                a.num_cols,
                {0},
                {},
                "duplicates (seed " + std::to_string(seed) + ") in " + a.label};
  Random random{seed};
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    auto const begin = b.columns.size();
    for (auto entry = a.row_begin(row); entry < a.row_end(row); ++entry) {
      b.columns.push_back(a.column(entry));
      if (random.below(3) == 0) b.columns.push_back(a.column(entry));
    }
    random.shuffle(b.columns.data() + begin, b.columns.data() + b.columns.size());
    b.row_offsets.push_back(b.num_entries());
  }
  return b;
}

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

}  // namespace araios_test
