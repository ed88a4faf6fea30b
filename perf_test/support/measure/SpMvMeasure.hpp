// SPDX-License-Identifier: BSD-3-Clause
// Times of the methods of y = A·x as rates of work and memory traffic.
#pragma once

#include "base/ExitCode.hpp"
#include "measure/SpMvContest.hpp"
#include "measure/TakeTurns.hpp"
#include "options/SpMvOptions.hpp"
#include "problem/SpMvProblem.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// Measurements of one method on one matrix.
struct SpMvMeasurement : MethodTimes {
  double gflops = 0;
  double effective_gbs = 0;   ///< x counted for each entry
  double compulsory_gbs = 0;  ///< x counted once
};

/// A measurement for each method that finished, this library's first, and messages on the others.
struct SpMvOutcome {
  std::vector<SpMvMeasurement> measurements;
  std::vector<Failure> failures;
  std::vector<std::string> remarks;
};

/// Runs the methods in turn.
///
/// Throws: as take_turns.
SpMvOutcome measure_spmv(SpMvContest& contest, SpMvProblem const& problem,
                         SpMvOptions const& options, Progress& progress);

}  // namespace araios::perf
