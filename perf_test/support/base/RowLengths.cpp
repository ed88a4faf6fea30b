// SPDX-License-Identifier: BSD-3-Clause
// The distribution of row lengths of a matrix.
#include "base/RowLengths.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace araios::perf {
namespace {

std::size_t decade_of(std::int64_t length) {
  std::size_t decade = 0;
  for (; length > 0; length /= 10) ++decade;
  return decade;
}

template <class F>
void for_each_length(HostMatrix const& a, F const& f) {
  for (std::size_t row = 0; row < static_cast<std::size_t>(a.graph.num_rows); ++row) {
    f(a.graph.row_offsets(row + 1) - a.graph.row_offsets(row));
  }
}

}  // namespace

RowLengths row_lengths_of(HostMatrix const& a) {
  RowLengths lengths;
  if (a.graph.num_rows == 0) return lengths;
  auto const num_rows = static_cast<double>(a.graph.num_rows);
  lengths.mean = static_cast<double>(num_entries(a)) / num_rows;
  double squares = 0;
  double cubes = 0;
  for_each_length(a, [&](std::int64_t length) {
    double const difference = static_cast<double>(length) - lengths.mean;
    squares += difference * difference;
    cubes += difference * difference * difference;
    lengths.longest = std::max(lengths.longest, length);
    std::size_t const decade = decade_of(length);
    if (decade >= lengths.decades.size()) lengths.decades.resize(decade + 1);
    ++lengths.decades[decade];
  });
  double const deviation = std::sqrt(squares / num_rows);
  lengths.standard_deviation = deviation;
  if (lengths.mean > 0) lengths.variation = deviation / lengths.mean;
  if (deviation > 0) lengths.skewness = cubes / num_rows / (deviation * deviation * deviation);
  return lengths;
}

}  // namespace araios::perf
