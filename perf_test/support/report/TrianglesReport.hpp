// SPDX-License-Identifier: BSD-3-Clause
// Results of the triangles driver: printed lines, and records as CSV.
#pragma once

#include "measure/TakeTurns.hpp"
#include "options/TrianglesOptions.hpp"
#include "problem/TrianglesProblem.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// One line of the CSV file: one method on one graph.
struct TrianglesRecord {
  std::string graph;
  std::int64_t num_vertices = 0;
  std::int64_t num_edges = 0;
  std::int64_t num_triangles = 0;
  MethodTimes times;

  /// Millions of edges each second.
  double edge_rate() const;
};

/// Vertices and edges.
std::string size_line(TrianglesProblem const& problem);

/// Check, count, times and rate of one method, and its time relative to `own_ms`.
std::string record_line(TrianglesRecord const& record, double own_ms);

/// A line of column names and a line for each record.
void write_triangles_csv(std::ostream& out, TrianglesOptions const& options, int threads,
                         std::vector<TrianglesRecord> const& records);

}  // namespace araios::perf
