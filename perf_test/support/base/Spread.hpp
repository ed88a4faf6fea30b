// SPDX-License-Identifier: BSD-3-Clause
// The statistics of repetitions.
#pragma once

#include <optional>
#include <vector>

namespace araios::perf {

/// Fewer repetitions tell nothing of the noise.
inline constexpr int least_repeats_of_noise = 5;

/// Milliseconds of repetitions. Quartiles are interpolated linearly.
struct Spread {
  double median = 0;
  double min = 0;
  double max = 0;
  double q1 = 0;
  double q3 = 0;
  int repeats = 0;

  /// Half the width of the interval of the median, 1.57 (q3 - q1) / √repeats, as a share of the
  /// median. Medians whose intervals lie apart differ at a level of about 5 %. Nothing for fewer
  /// than least_repeats_of_noise repetitions.
  ///
  /// Source: McGill, Tukey, Larsen, Variations of Box Plots, The American Statistician 32, 1978.
  std::optional<double> noise() const;
};

/// Pre: there is at least one sample.
Spread spread_of(std::vector<double> samples_ms);

}  // namespace araios::perf
