// SPDX-License-Identifier: BSD-3-Clause
// Matrices that calls on single matrices and on their rows have to get right.
#pragma once

#include "HostMatrix.hpp"
#include "PathPatterns.hpp"
#include "Patterns.hpp"
#include "RandomMatrices.hpp"

#include <utility>
#include <vector>

namespace araios_test {

/// Patterns with sorted, unsorted and repeated columns, with long, empty and no rows.
inline std::vector<HostPattern> row_cases() {
  auto patterns = path_adversaries(40);
  for (auto const& [rows, cols] : {std::pair{0, 0}, {0, 7}, {7, 0}, {1, 1}, {4, 7}}) {
    patterns.push_back(empty_pattern(rows, cols));
  }
  patterns.push_back(diagonal_pattern(33));
  patterns.push_back(with_duplicates_shuffled(power_law_pattern(200, 31, 31, 5), 6));
  patterns.push_back(pattern_of(5, {{4, 3, 2, 1, 0}, {}, {2, 2, 2}, {0, 4, 0}}, "rows by hand"));
  patterns.push_back(pattern_of_sizes({70000}, 70000, "a long unsorted row"));
  return patterns;
}

}  // namespace araios_test
