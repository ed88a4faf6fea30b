// SPDX-License-Identifier: BSD-3-Clause
// The time of a whole call with nothing to multiply.
#include "report/EmptyCall.hpp"

#include "base/ExitCode.hpp"
#include "base/Spread.hpp"
#include "measure/Contest.hpp"
#include "measure/Measure.hpp"
#include "problem/Problem.hpp"

#include <memory>

namespace araios::perf {

double empty_call_us(Options const& options) {
  Options alone = options;
  alone.peers.clear();
  alone.methods.resize(1);
  alone.b_source.reset();
  alone.r_source.reset();
  alone.warmup = 10;
  alone.stop = {101};
  alone.reuse_only = false;
  Problem empty{"gen:er:1:0", alone};
  std::unique_ptr<Contest> const contest = make_contest(empty, alone);
  Progress silent;
  ContestOutcome const outcome = measure(*contest, empty, alone, silent);
  if (!outcome.failures.empty()) throw outcome.failures.front();
  Measurement const& measurement = outcome.measurements.front();
  if (measurement.checked == Verdict::wrong) {
    throw Failure{ExitCode::wrong_result, outcome.remarks.front()};
  }
  return 1e3 * spread_of(measurement.samples.noreuse_ms).median;
}

}  // namespace araios::perf
