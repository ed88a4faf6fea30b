// SPDX-License-Identifier: BSD-3-Clause
// Wall-clock time between fences, and the statistics of repetitions.
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// Measures from one fence of an execution space to the next.
template <class Space>
class Stopwatch {
 public:
  explicit Stopwatch(Space exec) : exec_{std::move(exec)} { restart(); }

  void restart() {
    exec_.fence("araios::perf: before a timed region");
    timer_.reset();
  }
  /// Milliseconds since the last restart.
  double elapsed_ms() const {
    // Constructed once: building the label would take almost as long as a small product.
    static std::string const label = "araios::perf: end of a timed region";
    exec_.fence(label);
    return elapsed_ms_of_waiting_call();
  }
  /// The same for a call that returns only when its device is done, such as a numeric phase. A
  /// second fence would only add time.
  double elapsed_ms_of_waiting_call() const { return 1e3 * timer_.seconds(); }

 private:
  Space exec_;
  Kokkos::Timer timer_;
};

/// Milliseconds of `calls` calls of `step`, from one fence of the execution space to the next.
template <class Space, class Step>
double ms_of_calls(Space const& exec, int calls, Step const& step) {
  Stopwatch<Space> const watch{exec};
  for (int call = 0; call < calls; ++call) step();
  return watch.elapsed_ms();
}

/// Milliseconds of repetitions.
struct Spread {
  double median = 0;
  double min = 0;
  double max = 0;
};

/// Pre: there is at least one sample.
inline Spread spread_of(std::vector<double> samples_ms) {
  std::sort(samples_ms.begin(), samples_ms.end());
  std::size_t const middle = samples_ms.size() / 2;
  double const median = samples_ms.size() % 2 == 1
                            ? samples_ms[middle]
                            : (samples_ms[middle - 1] + samples_ms[middle]) / 2;
  return {median, samples_ms.front(), samples_ms.back()};
}

}  // namespace araios::perf
