// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and scalars to the compiled contests.
#include "SpMmContest.hpp"

#include "VisitTypes.hpp"

namespace araios::perf {

std::unique_ptr<RepeatedContest> make_spmm_contest(SpMmProblem const& problem,
                                                   SpMmOptions const& options) {
  return visit_space(options.space.back_end, [&]<class Space>(Space*) {
    return options.scalar == ScalarType::float_type
               ? make_spmm_contest_on<Space, float>(problem, options)
               : make_spmm_contest_on<Space, double>(problem, options);
  });
}

}  // namespace araios::perf
