// SPDX-License-Identifier: BSD-3-Clause
// All methods of y = A·x that are compared on the same arrays.
#pragma once

#include "measure/RepeatedMethod.hpp"
#include "options/SpMvOptions.hpp"
#include "problem/SpMvProblem.hpp"

#include <memory>

namespace araios::perf {

/// Copies the operands to the memory of the chosen execution space.
///
/// Pre: the problem outlives the contest.
std::unique_ptr<RepeatedContest> make_spmv_contest(SpMvProblem const& problem,
                                                   SpMvOptions const& options);

/// The same for one execution space and offset type; each is instantiated in a separate file.
template <class Space, class Offset>
std::unique_ptr<RepeatedContest> make_spmv_contest_on(SpMvProblem const& problem,
                                                      SpMvOptions const& options);

/// The measured capability of the chosen execution space.
struct SpaceReport {
  int concurrency = 0;   ///< host threads, or the device's concurrency
  double triad_gbs = 0;  ///< GB/s of a = b + s·c on arrays larger than caches
};

SpaceReport report_space(BackEnd back_end);

template <class Space>
SpaceReport report_space_of();

}  // namespace araios::perf
