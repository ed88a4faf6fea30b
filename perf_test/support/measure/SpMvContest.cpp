// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and offset types to the compiled contests.
#include "measure/SpMvContest.hpp"

#include "options/VisitTypes.hpp"

namespace araios::perf {

std::unique_ptr<RepeatedContest> make_spmv_contest(SpMvProblem const& problem,
                                                   SpMvOptions const& options) {
  return visit_space(options.space.back_end, [&]<class Space>(Space*) {
    return visit_offset(options.offset, [&]<class Offset>(Offset) {
      return make_spmv_contest_on<Space, Offset>(problem, options);
    });
  });
}

SpaceReport report_space(BackEnd back_end) {
  return visit_space(back_end, []<class Space>(Space*) { return report_space_of<Space>(); });
}

}  // namespace araios::perf
