// SPDX-License-Identifier: BSD-3-Clause
// When repetitions end: by their number, by time or by noise.
#include "base/StopRule.hpp"

#include "base/Spread.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace araios::perf {

std::string name_of(Stop stop) {
  switch (stop) {
    case Stop::repeat:
      return "repeat";
    case Stop::reached:
      return "reached";
    case Stop::maximum:
      break;
  }
  return "maximum";
}

std::optional<Stop> stop_of(StopRule const& rule, std::vector<double> const& samples_ms) {
  int const repeats = static_cast<int>(samples_ms.size());
  if (repeats < rule.repeat) return std::nullopt;
  if (!rule.reads_times()) return Stop::repeat;
  double const time_s = 1e-3 * std::accumulate(samples_ms.begin(), samples_ms.end(), 0.0);
  auto const noise = samples_ms.empty() ? std::nullopt : spread_of(samples_ms).noise();
  bool const is_steady = !rule.max_noise || (noise && *noise <= *rule.max_noise);
  if (time_s >= rule.min_time_s && is_steady) return Stop::reached;
  bool const is_long = time_s >= std::max(longest_s, rule.min_time_s);
  if (is_long || repeats >= most_repeats) return Stop::maximum;
  return std::nullopt;
}

bool Rounds::next_is_last(std::vector<Repetitions> const& methods) {
  int const done = asked_++;
  if (done < next_look_) return false;
  // The next round counts too.
  StopRule before = rule_;
  --before.repeat;
  // Looks become rarer, since each sorts all samples.
  next_look_ = done + std::max(1, done / 10);
  std::vector<Stop> stops;
  for (Repetitions const& method : methods) {
    auto const stop = stop_of(before, method.samples_ms);
    if (!stop) return false;
    stops.push_back(*stop);
  }
  for (std::size_t i = 0; i < stops.size(); ++i) methods[i].stop = stops[i];
  return true;
}

}  // namespace araios::perf
