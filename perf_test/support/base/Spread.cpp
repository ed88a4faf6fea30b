// SPDX-License-Identifier: BSD-3-Clause
// The statistics of repetitions.
#include "base/Spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace araios::perf {
namespace {

/// The value below which `share` of the sorted samples lie.
double quantile(std::vector<double> const& sorted, double share) {
  double const place = share * static_cast<double>(sorted.size() - 1);
  auto const below = static_cast<std::size_t>(place);
  std::size_t const above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::optional<double> Spread::noise() const {
  if (repeats < least_repeats_of_noise || median <= 0) return std::nullopt;
  return 1.57 * (q3 - q1) / std::sqrt(repeats) / median;
}

Spread spread_of(std::vector<double> samples_ms) {
  std::sort(samples_ms.begin(), samples_ms.end());
  return {quantile(samples_ms, 0.5),  samples_ms.front(),
          samples_ms.back(),          quantile(samples_ms, 0.25),
          quantile(samples_ms, 0.75), static_cast<int>(samples_ms.size())};
}

}  // namespace araios::perf
