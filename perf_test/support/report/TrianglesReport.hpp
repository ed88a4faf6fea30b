// SPDX-License-Identifier: BSD-3-Clause
// Results of the triangles driver: printed tables, and the fields of records.
#pragma once

#include "problem/TrianglesProblem.hpp"
#include "report/Fields.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

/// One method on one graph.
struct TrianglesRecord : RepeatedRecord {
  std::int64_t num_vertices = 0;
  std::int64_t num_edges = 0;
  std::int64_t num_triangles = 0;

  /// Millions of edges each second, by the median.
  double edge_rate() const;
};

/// The columns of the files.
Fields fields_of(TrianglesRecord const& record);

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
std::string size_line(TrianglesProblem const& problem, std::string const& place);

/// Names and units of the columns.
std::string triangles_table_header();

/// A line for each method on one graph, and a line of their count and of the lead.
///
/// Pre: the first record is one of this library.
std::string triangles_table_rows(std::vector<TrianglesRecord> const& of_graph);

/// The geometric mean of the leads, and the least; empty for fewer than two.
std::string leads_line(std::vector<TrianglesLead> const& leads);

}  // namespace araios::perf
