// SPDX-License-Identifier: BSD-3-Clause
// All methods of C = A·B that are compared on the same arrays.
#pragma once

#include "measure/RepeatedMethod.hpp"
#include "options/SpMmOptions.hpp"
#include "problem/SpMmProblem.hpp"

#include <memory>

namespace araios::perf {

/// Copies the operands to the memory of the chosen execution space.
///
/// Pre: the problem outlives the contest.
std::unique_ptr<RepeatedContest> make_spmm_contest(SpMmProblem const& problem,
                                                   SpMmOptions const& options);

/// The same for one execution space and scalar; each is instantiated in a separate file.
template <class Space, class Scalar>
std::unique_ptr<RepeatedContest> make_spmm_contest_on(SpMmProblem const& problem,
                                                      SpMmOptions const& options);

}  // namespace araios::perf
