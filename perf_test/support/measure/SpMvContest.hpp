// SPDX-License-Identifier: BSD-3-Clause
// All ways to compute y = A·x that are timed against each other on the same arrays.
#pragma once

#include "measure/RepeatedMethod.hpp"
#include "options/SpMvOptions.hpp"
#include "problem/SpMvProblem.hpp"

#include <memory>

namespace araios::perf {

using SpMvContest = RepeatedContest;

/// Puts the operands into the memory of the chosen execution space.
std::unique_ptr<SpMvContest> make_spmv_contest(SpMvProblem const& problem,
                                               SpMvOptions const& options);

/// The same for one execution space and offset type; each is instantiated in a file of its own.
template <class Space, class Offset>
std::unique_ptr<SpMvContest> make_spmv_contest_on(SpMvProblem const& problem,
                                                  SpMvOptions const& options);

/// What the chosen execution space is capable of.
struct SpaceReport {
  int concurrency = 0;   ///< host threads, or what the device runs at once
  double triad_gbs = 0;  ///< GB/s of a = b + s·c on arrays larger than caches
};

SpaceReport report_space(BackEnd back_end);

template <class Space>
SpaceReport report_space_of();

}  // namespace araios::perf
