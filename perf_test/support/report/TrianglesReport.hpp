// SPDX-License-Identifier: BSD-3-Clause
// Results of the triangles driver: printed tables, and records as CSV.
#pragma once

#include "measure/TakeTurns.hpp"
#include "options/TrianglesOptions.hpp"
#include "problem/TrianglesProblem.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
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

  /// Millions of edges each second, by the median.
  double edge_rate() const;
};

/// The fastest right method of other libraries on one graph, beside this library's first method.
struct TrianglesLead {
  std::string graph;
  std::string peer;  ///< library and method
  double ratio = 0;  ///< its median over that of the first method
};

/// Nothing if no other library counted right.
///
/// Pre: the first record is one of this library.
std::optional<TrianglesLead> lead_on(std::vector<TrianglesRecord> const& of_graph);

/// Vertices and edges.
std::string size_line(TrianglesProblem const& problem);

/// Names and units of the columns.
std::string triangles_table_header();

/// A line for each method on one graph, and a line of their count and of the lead.
///
/// Pre: the first record is one of this library.
std::string triangles_table_rows(std::vector<TrianglesRecord> const& of_graph);

/// The geometric mean of the leads, and the least; empty for fewer than two.
std::string leads_line(std::vector<TrianglesLead> const& leads);

/// A line of column names and a line for each record.
void write_triangles_csv(std::ostream& out, TrianglesOptions const& options, int threads,
                         std::vector<TrianglesRecord> const& records);

}  // namespace araios::perf
