// SPDX-License-Identifier: BSD-3-Clause
// Repeats the methods of a contest in turn and checks their results.
#pragma once

#include "base/ExitCode.hpp"
#include "base/Progress.hpp"
#include "base/Spread.hpp"
#include "base/StopRule.hpp"
#include "measure/Measure.hpp"
#include "measure/RepeatedMethod.hpp"
#include "options/RepeatedOptions.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// Measurements of one method.
struct MethodTimes {
  std::string library;
  std::string algorithm;
  double setup_ms = 0;
  double average_ms = 0;  ///< of all measured calls
  Spread ms;              ///< of a call, over the repetitions
  Stop stop = Stop::repeat;
  Verdict checked = Verdict::off;
};

/// Times of the methods that finished, in their order, and messages on the others.
struct TurnsOutcome {
  std::vector<MethodTimes> times;
  std::vector<Failure> failures;
  std::vector<std::string> remarks;
};

/// Runs the methods in turn, so that noise of a busy machine affects all of them alike. The first
/// call of each is not timed: its result is checked if the options ask for it. Between the turns
/// `progress` tells of them.
///
/// Throws: what the first method throws, which is this library's; exceptions of others become
///         failures.
TurnsOutcome take_turns(RepeatedContest& contest, RepeatedOptions const& options,
                        Progress& progress);

/// PASS, FAIL or off.
std::string pass_or_fail(Verdict verdict);

}  // namespace araios::perf
