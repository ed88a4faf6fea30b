// SPDX-License-Identifier: BSD-3-Clause
// Patterns that a test writes down row by row.
#pragma once

#include "HostMatrix.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios_test {

/// Ascending columns, `count` of them, `stride` apart.
inline std::vector<std::int64_t> columns_apart(std::int64_t first, std::int64_t count,
                                               std::int64_t stride) {
  std::vector<std::int64_t> columns(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    columns[static_cast<std::size_t>(i)] = first + i * stride;
  }
  return columns;
}

/// A pattern with the given rows.
inline HostPattern pattern_of(std::int64_t num_cols,
                              std::vector<std::vector<std::int64_t>> const& rows,
                              std::string const& label) {
  HostPattern pattern{static_cast<std::int64_t>(rows.size()), num_cols, {0}, {}, label};
  for (auto const& row : rows) {
    pattern.columns.insert(pattern.columns.end(), row.begin(), row.end());
    pattern.row_offsets.push_back(pattern.num_entries());
  }
  return pattern;
}

/// Rows that are the row before, moved by one.
inline HostPattern band(std::int64_t num_rows, std::int64_t width) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t row = 0; row < num_rows; ++row) rows.push_back(columns_apart(row, width, 1));
  return pattern_of(num_rows + width - 1, rows, "a band");
}

}  // namespace araios_test
