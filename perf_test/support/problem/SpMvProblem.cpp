// SPDX-License-Identifier: BSD-3-Clause
// One product y = A·x to measure: its operands on the host, and the check of its result.
#include "problem/SpMvProblem.hpp"

#include "options/Source.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace araios::perf {
namespace {

/// Nonzero multiples of 1/8 from -2 to 2.
std::vector<double> vector_of_size(int size) {
  std::vector<double> x;
  x.reserve(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) {
    int const step = i % 32 - 16;
    x.push_back((step < 0 ? step : step + 1) / 8.0);
  }
  return x;
}

}  // namespace

SpMvProblem::SpMvProblem(std::string const& source)
    : matrix_{name_of_source(source)},
      a_{load_source<double>(source, remarks_)},
      x_{vector_of_size(a_.graph.num_cols)},
      row_lengths_{row_lengths_of(a_)} {}

SpMvProblem::SpMvProblem(std::string matrix, HostMatrix a)
    : matrix_{std::move(matrix)},
      a_{std::move(a)},
      x_{vector_of_size(a_.graph.num_cols)},
      row_lengths_{row_lengths_of(a_)} {}

std::string SpMvProblem::difference_from_reference(std::vector<double> const& y) const {
  auto const rows = static_cast<std::size_t>(num_rows());
  if (y.size() != rows) return fmt::format("{} elements, expected {}", y.size(), rows);
  for (std::size_t row = 0; row < rows; ++row) {
    long double sum = 0;
    long double magnitude = 0;
    auto const begin = static_cast<std::size_t>(a_.graph.row_offsets(row));
    auto const end = static_cast<std::size_t>(a_.graph.row_offsets(row + 1));
    for (std::size_t entry = begin; entry < end; ++entry) {
      long double const product = static_cast<long double>(a_.values(entry)) *
                                  x_[static_cast<std::size_t>(a_.graph.columns(entry))];
      sum += product;
      magnitude += std::abs(product);
    }
    long double const tolerance =
        static_cast<long double>(end - begin) * magnitude * std::numeric_limits<double>::epsilon();
    bool const both_are_nan = std::isnan(sum) && std::isnan(y[row]);
    bool const is_equal = static_cast<double>(sum) == y[row];
    if (both_are_nan || is_equal || std::abs(y[row] - sum) <= tolerance) continue;
    return fmt::format("element {} is {}, expected {}", row, y[row], static_cast<double>(sum));
  }
  return {};
}

}  // namespace araios::perf
