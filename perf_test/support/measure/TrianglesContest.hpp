// SPDX-License-Identifier: BSD-3-Clause
// All methods that count the triangles of a graph.
#pragma once

#include "measure/RepeatedMethod.hpp"
#include "options/TrianglesOptions.hpp"
#include "problem/TrianglesProblem.hpp"

#include <memory>

namespace araios::perf {

/// Copies the graph to the memory of the chosen execution space. The result of the contest is the
/// count, its only element.
std::unique_ptr<RepeatedContest> make_triangles_contest(TrianglesProblem const& problem,
                                                        TrianglesOptions const& options);

/// The same for one execution space; each is instantiated in a separate file.
template <class Space>
std::unique_ptr<RepeatedContest> make_triangles_contest_on(TrianglesProblem const& problem,
                                                           TrianglesOptions const& options);

}  // namespace araios::perf
