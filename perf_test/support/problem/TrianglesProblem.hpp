// SPDX-License-Identifier: BSD-3-Clause
// A graph whose triangles are counted: its edges on the host, and the check of the count.
#pragma once

#include "base/HostMatrix.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace araios::perf {

/// The pattern of A + Aᵀ without its diagonal, for a square A: each entry is an edge.
class TrianglesProblem {
 public:
  /// Reads or generates A, and orders its vertices.
  ///
  /// Throws: what load_matrix throws; Failure (bad input) if A is not square.
  explicit TrianglesProblem(std::string const& source);

  /// The name of A.
  std::string const& matrix() const { return matrix_; }
  /// L: the edges of each vertex to those of larger degree, or of equal degree and smaller number.
  /// Vertices are numbered by falling degree, so that L is a lower triangle with short rows.
  HostGraph const& lower() const { return lower_; }
  /// Whether there are vertices.
  bool has_size() const { return num_vertices() > 0; }
  std::int64_t num_vertices() const { return lower_.num_rows; }
  std::int64_t num_edges() const { return num_entries(lower_); }
  /// Remarks on the source for the user, such as repeated entries that were summed.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// The number of triangles, in the numbering of A: for each edge, the common neighbours with
  /// larger numbers.
  std::int64_t count_by_edges() const;

  /// Describes how the only element of `counted` differs from the number of triangles; empty if it
  /// does not.
  std::string difference_from_reference(std::vector<double> const& counted) const;

 private:
  std::vector<std::string> remarks_;  // declared before neighbours_, whose source fills it
  std::string matrix_;
  std::vector<std::vector<int>> neighbours_;  ///< of each vertex of A, ascending
  HostGraph lower_;
};

}  // namespace araios::perf
