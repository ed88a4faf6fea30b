// SPDX-License-Identifier: BSD-3-Clause
// Wall-clock time between fences.
#pragma once

#include <Kokkos_Core.hpp>

#include <string>
#include <utility>

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

}  // namespace araios::perf
