// SPDX-License-Identifier: BSD-3-Clause
// Times of the methods of y = A·x as rates of work and memory traffic.
#include "measure/SpMvMeasure.hpp"

#include <cstdint>
#include <utility>

namespace araios::perf {
namespace {

/// Bytes if A is read once, y written once, and `elements_of_x` elements of x are read.
double bytes_moved(SpMvProblem const& problem, OffsetType offset, std::int64_t elements_of_x) {
  double const offset_bytes = offset == OffsetType::int32 ? 4 : 8;
  auto const entries = static_cast<double>(problem.nnz());
  auto const rows = static_cast<double>(problem.num_rows());
  return entries * (sizeof(double) + sizeof(int)) + rows * (sizeof(double) + offset_bytes) +
         static_cast<double>(elements_of_x) * sizeof(double);
}

}  // namespace

SpMvOutcome measure_spmv(SpMvContest& contest, SpMvProblem const& problem,
                         SpMvOptions const& options, Progress& progress) {
  TurnsOutcome turned = take_turns(contest, turns_of(options, problem), progress);
  SpMvOutcome outcome{{}, std::move(turned.failures), std::move(turned.remarks)};
  for (MethodTimes& times : turned.times) {
    double const per_second = times.average_ms > 0 ? 1e-6 / times.average_ms : 0;
    double const effective = bytes_moved(problem, options.offset, problem.nnz());
    double const compulsory = bytes_moved(problem, options.offset, problem.num_cols());
    outcome.measurements.push_back({std::move(times),
                                    2 * static_cast<double>(problem.nnz()) * per_second,
                                    effective * per_second, compulsory * per_second});
  }
  return outcome;
}

}  // namespace araios::perf
