// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and scalars to the compiled contests.
#include "measure/SpMmContest.hpp"

#include "options/VisitSpMmTypes.hpp"

namespace araios::perf {

std::unique_ptr<RepeatedContest> make_spmm_contest(SpMmProblem const& problem,
                                                   SpMmOptions const& options) {
  return visit_types(options, [&]<class Space, class Scalar>(Space*, Scalar) {
    return make_spmm_contest_on<Space, Scalar>(problem, options);
  });
}

}  // namespace araios::perf
