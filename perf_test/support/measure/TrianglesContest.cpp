// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends to the compiled contests.
#include "measure/TrianglesContest.hpp"

#include "options/VisitTypes.hpp"

namespace araios::perf {

std::unique_ptr<TrianglesContest> make_triangles_contest(TrianglesProblem const& problem,
                                                         TrianglesOptions const& options) {
  return visit_space(options.space.back_end, [&]<class Space>(Space*) {
    return make_triangles_contest_on<Space>(problem, options);
  });
}

}  // namespace araios::perf
