// SPDX-License-Identifier: BSD-3-Clause
// Results of the triangles driver: printed tables, and the fields of records.
#include "report/TrianglesReport.hpp"

#include "base/Lines.hpp"
#include "report/RepeatedTable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace araios::perf {
namespace {

RepeatedTable const& triangles_methods() {
  static RepeatedTable const all{{{"ms", 8, "least"}, {"ms", 8, "most"}, {"Medges/s", 8}}};
  return all;
}

double ratio_to(MethodTimes const& own, MethodTimes const& times) {
  return ratio_of(times.ms.median, own.ms.median).value_or(0);
}

}  // namespace

double TrianglesRecord::edge_rate() const {
  return 1e3 * rate_of(static_cast<double>(num_edges), times);
}

Fields fields_of(TrianglesRecord const& r) {
  return fields_of(
      r, "graph",
      {{"vertices", r.num_vertices}, {"edges", r.num_edges}, {"triangles", r.num_triangles}},
      {{"million_edges_per_s", r.edge_rate()}});
}

std::optional<TrianglesLead> lead_on(std::vector<TrianglesRecord> const& of_graph) {
  if (of_graph.empty()) return std::nullopt;
  TrianglesRecord const& own = of_graph.front();
  std::optional<TrianglesLead> lead;
  for (TrianglesRecord const& record : of_graph) {
    MethodTimes const& times = record.times;
    if (times.library == own.times.library || times.checked == Verdict::wrong) continue;
    double const ratio = ratio_to(own.times, times);
    if (lead && lead->ratio <= ratio) continue;
    lead = TrianglesLead{record.matrix, entry_name(times), ratio};
  }
  return lead;
}

std::string size_line(TrianglesProblem const& problem, std::string const& place) {
  return wrapped(
      {place + problem.matrix() + ": " + fmt::format("{} vertices", problem.num_vertices()),
       fmt::format("{} edges", problem.num_edges())},
      ", ", "  ");
}

std::string triangles_table_header() { return triangles_methods().header(); }

std::string triangles_table_rows(std::vector<TrianglesRecord> const& of_graph) {
  MethodTimes const& own = of_graph.front().times;
  std::string lines;
  for (TrianglesRecord const& record : of_graph) {
    Spread const& ms = record.times.ms;
    lines += triangles_methods().row(
        record.times, own, {cell_of_ms(ms.min), cell_of_ms(ms.max), {record.edge_rate(), 2}});
  }
  std::vector<std::string> parts{fmt::format("  {} triangles", of_graph.front().num_triangles)};
  if (auto const lead = lead_on(of_graph)) {
    parts.push_back(fmt::format("{} takes {:.2f} times as long as {}", lead->peer, lead->ratio,
                                entry_name(own)));
  }
  return lines + wrapped(parts, "; ", "    ");
}

std::string leads_line(std::vector<TrianglesLead> const& leads) {
  if (leads.size() < 2) return "";
  double sum = 0;
  for (TrianglesLead const& lead : leads) sum += std::log(lead.ratio);
  auto const least = std::min_element(
      leads.begin(), leads.end(),
      [](TrianglesLead const& x, TrianglesLead const& y) { return x.ratio < y.ratio; });
  return wrapped(
      {fmt::format("the fastest peer over the first method, {} graphs: geometric mean {:.2f}",
                   leads.size(), std::exp(sum / static_cast<double>(leads.size()))),
       fmt::format("least {:.2f}", least->ratio) +
           fmt::format(" ({}, {})", least->graph, least->peer)},
      ", ", "  ");
}

}  // namespace araios::perf
