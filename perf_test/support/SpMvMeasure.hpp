// SPDX-License-Identifier: BSD-3-Clause
// Repeats the ways to compute y = A·x in turn and checks their results.
#pragma once

#include "ExitCode.hpp"
#include "Measure.hpp"
#include "SpMvContest.hpp"
#include "SpMvOptions.hpp"
#include "SpMvProblem.hpp"
#include "Timing.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// What was measured of one method on one matrix.
struct SpMvMeasurement {
  std::string library;
  std::string algorithm;
  double setup_ms = 0;
  double average_ms = 0;  ///< of all measured calls
  Spread ms;              ///< over the repetitions, of a call
  double gflops = 0;
  double effective_gbs = 0;   ///< x counted for each entry
  double compulsory_gbs = 0;  ///< x counted once
  Verdict checked = Verdict::off;
};

/// A measurement for each method that finished, this library's first, and what to tell the user of
/// the others.
struct SpMvOutcome {
  std::vector<SpMvMeasurement> measurements;
  std::vector<Failure> failures;
  std::vector<std::string> remarks;
};

/// Runs the methods in turn, so that the noise of a busy machine meets all of them alike. The first
/// call of each is not timed: its result is checked.
///
/// Throws: what this library throws; a peer's exceptions become failures.
SpMvOutcome measure_spmv(SpMvContest& contest, SpMvProblem const& problem,
                         SpMvOptions const& options);

}  // namespace araios::perf
