// SPDX-License-Identifier: BSD-3-Clause
// One product C = A·B to measure: its operands on the host, and the check of its result.
#include "problem/SpMmProblem.hpp"

#include "options/Source.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace araios::perf {
namespace {

/// Nonzero multiples of 1/8 from -2 to 2, in a pseudorandom order.
std::vector<double> vector_of_size(std::size_t size, std::uint64_t seed) {
  std::vector<double> x;
  x.reserve(size);
  std::uint64_t state = seed;
  for (std::size_t i = 0; i < size; ++i) {
    // The congruential generator of Knuth's MMIX.
    state = state * 6364136223846793005u + 1442695040888963407u;
    int const step = static_cast<int>(state >> 59) - 16;
    x.push_back((step < 0 ? step : step + 1) / 8.0);
  }
  return x;
}

constexpr double largest_b = 8;

}  // namespace

SpMmProblem::SpMmProblem(std::string const& source, SpMmOptions const& options)
    : matrix_{name_of_source(source)},
      a_{load_source<double>(source, remarks_)},
      epsilon_{options.scalar == ScalarType::float_type
                   ? double{std::numeric_limits<float>::epsilon()}
                   : std::numeric_limits<double>::epsilon()} {
  make_b(static_cast<std::size_t>(options.columns));
  if (options.scalar == ScalarType::double_type) return;
  auto const entries = static_cast<std::size_t>(nnz());
  for (std::size_t entry = 0; entry < entries; ++entry) {
    a_.values(entry) = static_cast<float>(a_.values(entry));
  }
}

SpMmProblem::SpMmProblem(std::string matrix, HostMatrix a, int num_columns)
    : matrix_{std::move(matrix)},
      a_{std::move(a)},
      epsilon_{std::numeric_limits<double>::epsilon()} {
  make_b(static_cast<std::size_t>(num_columns));
}

void SpMmProblem::make_b(std::size_t num_columns) {
  auto const k = static_cast<std::size_t>(num_cols());
  left_ = {vector_of_size(k, 1), vector_of_size(k, 2)};
  right_ = {vector_of_size(num_columns, 3), vector_of_size(num_columns, 4)};
}

std::string SpMmProblem::difference_from_reference(std::vector<double> const& c) const {
  auto const rows = static_cast<std::size_t>(num_rows());
  auto const n = static_cast<std::size_t>(num_columns());
  if (c.size() != rows * n) return fmt::format("{} elements, expected {}", c.size(), rows * n);
  for (std::size_t row = 0; row < rows; ++row) {
    std::array<double, 2> sums{};
    double magnitude = 0;
    auto const begin = static_cast<std::size_t>(a_.graph.row_offsets(row));
    auto const end = static_cast<std::size_t>(a_.graph.row_offsets(row + 1));
    for (std::size_t entry = begin; entry < end; ++entry) {
      auto const column = static_cast<std::size_t>(a_.graph.columns(entry));
      sums[0] += a_.values(entry) * left_[0][column];
      sums[1] += a_.values(entry) * left_[1][column];
      magnitude += std::abs(a_.values(entry));
    }
    double const tolerance = epsilon_ * static_cast<double>(end - begin) * magnitude * largest_b;
    for (std::size_t column = 0; column < n; ++column) {
      double const expected = sums[0] * right_[0][column] + sums[1] * right_[1][column];
      double const found = c[row * n + column];
      bool const both_are_nan = std::isnan(expected) && std::isnan(found);
      if (both_are_nan || expected == found || std::abs(found - expected) <= tolerance) continue;
      return fmt::format("element ({}, {}) is {}, expected {}", row, column, found, expected);
    }
  }
  return {};
}

}  // namespace araios::perf
