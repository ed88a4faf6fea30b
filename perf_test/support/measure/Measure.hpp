// SPDX-License-Identifier: BSD-3-Clause
// Repeats the methods of a contest in turn, checks results and picks the best method of each
// contender.
#pragma once

#include "base/ExitCode.hpp"
#include "base/Progress.hpp"
#include "base/StopRule.hpp"
#include "measure/Contest.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

enum class Verdict { ok, wrong, off };

/// Milliseconds of every measured repetition, and why there are no more.
struct Samples {
  std::vector<double> symbolic_ms;
  std::vector<double> numeric_ms;
  std::vector<double> noreuse_ms;
  std::vector<double> reuse_ms;
  Stop call_stop = Stop::repeat;  ///< of all but reuse
  Stop reuse_stop = Stop::repeat;
};

/// Measurements of one contender's best method on one product.
struct Measurement {
  std::string library;
  bool is_own = false;  ///< of this library
  MethodReport report;
  MethodReport reuse_report;  ///< of the reused plan
  std::int64_t nnz_c = 0;
  Samples samples;
  Verdict checked = Verdict::off;        ///< of the whole call
  Verdict reuse_checked = Verdict::off;  ///< of the numeric phase with new values
};

/// The outcome of one contest: a measurement for each contender that finished, this library's
/// first, and messages on the others. Without measurements if none of this library's methods
/// finished.
struct ContestOutcome {
  std::vector<Measurement> measurements;
  std::vector<Failure> failures;
  std::vector<std::string> remarks;  ///< on failed methods that are not the best
};

/// Runs the methods in turn, so that noise of a busy machine affects all of them alike.
///
/// Results are compared with the reference outside the timed regions. A contender's best method has
/// the smallest median of noreuse among those with right results. An exception puts its method out,
/// and becomes a failure or a remark. Between the turns `progress` tells of them.
ContestOutcome measure(Contest& contest, Problem& problem, Options const& options,
                       Progress& progress);

}  // namespace araios::perf
