// SPDX-License-Identifier: BSD-3-Clause
// The distribution of row lengths of a matrix.
#pragma once

#include "base/HostMatrix.hpp"

#include <cstdint>
#include <vector>

namespace araios::perf {

/// Moments of the row lengths over all rows; zero if undefined.
///
/// Units: entries; variation is the standard deviation over the mean, skewness the third
///        standardized moment.
struct RowLengths {
  double mean = 0;
  double standard_deviation = 0;
  double variation = 0;
  double skewness = 0;
  std::int64_t longest = 0;
  /// Element 0 counts empty rows, element d rows of 10^(d-1) to 10^d - 1 entries. The last element
  /// is not zero.
  std::vector<std::int64_t> decades;
};

RowLengths row_lengths_of(HostMatrix const& a);

}  // namespace araios::perf
