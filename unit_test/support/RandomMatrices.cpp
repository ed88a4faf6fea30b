// SPDX-License-Identifier: BSD-3-Clause
#include "RandomMatrices.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

std::string label_of(std::string const& kind, std::int64_t rows, std::int64_t cols,
                     std::uint64_t seed) {
  return kind + " " + std::to_string(rows) + "×" + std::to_string(cols) + ", seed " +
         std::to_string(seed);
}

/// Appends a row of `size` distinct columns of [0, num_cols), ascending.
void append_row(HostPattern& a, std::int64_t size, Random& random) {
  std::set<std::int64_t> columns;
  auto const wanted = static_cast<std::size_t>(std::min(size, a.num_cols));
  while (columns.size() < wanted) columns.insert(random.below(a.num_cols));
  a.columns.insert(a.columns.end(), columns.begin(), columns.end());
  a.row_offsets.push_back(a.num_entries());
}

}  // namespace

HostPattern uniform_pattern(std::int64_t rows, std::int64_t cols, std::int64_t mean_size,
                            std::uint64_t seed) {
  HostPattern a{rows, cols, {0}, {}, label_of("uniform", rows, cols, seed)};
  Random random{seed};
  for (std::int64_t row = 0; row < rows; ++row) {
    append_row(a, random.below(2 * mean_size + 1), random);
  }
  return a;
}

HostPattern power_law_pattern(std::int64_t rows, std::int64_t cols, std::int64_t longest,
                              std::uint64_t seed) {
  HostPattern a{rows, cols, {0}, {}, label_of("power law", rows, cols, seed)};
  Random random{seed};
  for (std::int64_t row = 0; row < rows; ++row) {
    auto const rank = 1 + random.below(rows);
    append_row(a, std::max<std::int64_t>(1, longest / rank), random);
  }
  return a;
}

HostPattern colliding_pattern(std::int64_t rows, std::int64_t keys_per_row, std::int64_t stride,
                              std::int64_t cols, std::uint64_t seed) {
  auto a = uniform_pattern(rows, (cols - 1) / stride + 1, keys_per_row, seed);
  for (auto& column : a.columns) column *= stride;
  a.num_cols = cols;
  a.label = label_of("colliding by " + std::to_string(stride), rows, cols, seed);
  return a;
}

HostPattern diagonal_pattern(std::int64_t n) {
  HostPattern a{n, n, std::vector<std::int64_t>(static_cast<std::size_t>(n) + 1), {}, "diagonal"};
  std::iota(a.row_offsets.begin(), a.row_offsets.end(), std::int64_t{0});
  a.columns.assign(a.row_offsets.begin(), a.row_offsets.end() - 1);
  return a;
}

HostPattern full_pattern(std::int64_t rows, std::int64_t cols) {
  HostPattern a{rows, cols, {0}, {}, "full " + std::to_string(rows) + "×" + std::to_string(cols)};
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < cols; ++column) a.columns.push_back(column);
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

HostPattern empty_pattern(std::int64_t rows, std::int64_t cols) {
  return {rows,
          cols,
          std::vector<std::int64_t>(static_cast<std::size_t>(rows) + 1, 0),
          {},
          "empty " + std::to_string(rows) + "×" + std::to_string(cols)};
}

std::vector<std::pair<HostPattern, HostPattern>> operands_of_many_shapes() {
  std::vector<std::pair<HostPattern, HostPattern>> operands;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    operands.emplace_back(uniform_pattern(300, 200, 6, seed), uniform_pattern(200, 500, 9, seed));
    operands.emplace_back(power_law_pattern(400, 400, 300, seed),
                          power_law_pattern(400, 5000, 2000, seed));
  }
  operands.emplace_back(full_pattern(1, 1), full_pattern(1, 1));
  return operands;
}

HostPattern with_dense_row(HostPattern const& a, std::int64_t dense_row) {
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

HostPattern with_duplicates_shuffled(HostPattern const& a, std::uint64_t seed) {
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

template HostMatrix<double> with_integers<double>(HostPattern, std::uint64_t);
template HostMatrix<float> with_integers<float>(HostPattern, std::uint64_t);
template HostMatrix<Kokkos::complex<double>> with_integers<Kokkos::complex<double>>(HostPattern,
                                                                                    std::uint64_t);
template HostMatrix<double> with_reals<double>(HostPattern, std::uint64_t);
template HostMatrix<Kokkos::complex<double>> with_reals<Kokkos::complex<double>>(HostPattern,
                                                                                 std::uint64_t);
template HostMatrix<double> with_constant<double>(HostPattern, double);

}  // namespace araios_test
