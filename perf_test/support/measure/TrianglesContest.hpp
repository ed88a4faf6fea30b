// SPDX-License-Identifier: BSD-3-Clause
// All methods that count the triangles of a graph.
#pragma once

#include "measure/RepeatedMethod.hpp"
#include "options/TrianglesOptions.hpp"
#include "problem/TrianglesProblem.hpp"

#include <memory>

namespace araios::perf {

class TrianglesContest : public RepeatedContest {
 public:
  /// The last count.
  virtual double count() const = 0;
};

/// Copies the graph to the memory of the chosen execution space.
///
/// Pre: the problem outlives the contest.
std::unique_ptr<TrianglesContest> make_triangles_contest(TrianglesProblem const& problem,
                                                         TrianglesOptions const& options);

/// The same for one execution space; each is instantiated in a separate file.
template <class Space>
std::unique_ptr<TrianglesContest> make_triangles_contest_on(TrianglesProblem const& problem,
                                                            TrianglesOptions const& options);

}  // namespace araios::perf
