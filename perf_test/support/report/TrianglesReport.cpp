// SPDX-License-Identifier: BSD-3-Clause
// Results of the triangles driver: printed tables, and records as CSV.
#include "report/TrianglesReport.hpp"

#include "report/Csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace araios::perf {
namespace {

constexpr char const* row_format = "  {:<22} {:>10} {:>10} {:>8} {:>9} {:>9} {:>9} {:>6} {}\n";

/// The median of a method over that of another; 0 without a time.
double ratio_of(MethodTimes const& times, MethodTimes const& own) {
  return own.ms.median > 0 ? times.ms.median / own.ms.median : 0;
}

std::string row_of(TrianglesRecord const& record, MethodTimes const& own) {
  MethodTimes const& times = record.times;
  auto const noise = times.ms.noise();
  return fmt::format(row_format, times.library + " " + times.algorithm,
                     fmt::format("{:.3f}", times.setup_ms), fmt::format("{:.3f}", times.ms.median),
                     noise ? fmt::format("{:.1f}", 100 * *noise) : "-",
                     fmt::format("{:.3f}", times.ms.min), fmt::format("{:.3f}", times.ms.max),
                     fmt::format("{:.2f}", record.edge_rate()),
                     fmt::format("{:.2f}", ratio_of(times, own)), pass_or_fail(times.checked));
}

}  // namespace

double TrianglesRecord::edge_rate() const {
  return times.ms.median > 0 ? 1e-3 * static_cast<double>(num_edges) / times.ms.median : 0;
}

std::optional<TrianglesLead> lead_on(std::vector<TrianglesRecord> const& of_graph) {
  if (of_graph.empty()) return std::nullopt;
  TrianglesRecord const& own = of_graph.front();
  std::optional<TrianglesLead> lead;
  for (TrianglesRecord const& record : of_graph) {
    MethodTimes const& times = record.times;
    if (times.library == own.times.library || times.checked == Verdict::wrong) continue;
    double const ratio = ratio_of(times, own.times);
    if (lead && lead->ratio <= ratio) continue;
    lead = TrianglesLead{record.graph, times.library + " " + times.algorithm, ratio};
  }
  return lead;
}

std::string size_line(TrianglesProblem const& problem) {
  return fmt::format("{}: {} vertices, {} edges\n", problem.graph(), problem.num_vertices(),
                     problem.num_edges());
}

std::string triangles_table_header() {
  return fmt::format(row_format, "method", "set-up ms", "median ms", "noise %", "least ms",
                     "most ms", "Medges/s", "ratio", "checked");
}

std::string triangles_table_rows(std::vector<TrianglesRecord> const& of_graph) {
  MethodTimes const& own = of_graph.front().times;
  std::string lines;
  for (TrianglesRecord const& record : of_graph) lines += row_of(record, own);
  lines += fmt::format("  {} triangles", of_graph.front().num_triangles);
  if (auto const lead = lead_on(of_graph)) {
    lines += fmt::format("; {} takes {:.2f} times as long as {} {}", lead->peer, lead->ratio,
                         own.library, own.algorithm);
  }
  return lines + "\n";
}

std::string leads_line(std::vector<TrianglesLead> const& leads) {
  if (leads.size() < 2) return "";
  double sum = 0;
  for (TrianglesLead const& lead : leads) sum += std::log(lead.ratio);
  auto const least = std::min_element(
      leads.begin(), leads.end(),
      [](TrianglesLead const& x, TrianglesLead const& y) { return x.ratio < y.ratio; });
  return fmt::format(
      "the fastest peer over the first method, {} graphs: geometric mean {:.2f}, least {:.2f} "
      "({}, {})\n",
      leads.size(), std::exp(sum / static_cast<double>(leads.size())), least->ratio, least->graph,
      least->peer);
}

void write_triangles_csv(std::ostream& out, TrianglesOptions const& options, int threads,
                         std::vector<TrianglesRecord> const& records) {
  out << "graph,library,algorithm,space,threads,vertices,edges,triangles,setup_ms,average_ms,"
         "ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,million_edges_per_s,checked\n";
  for (TrianglesRecord const& r : records) {
    MethodTimes const& t = r.times;
    out << fmt::format("{},{},{},{},{},{},{},{},{:.6f},{:.6f},{},{},{:.6f},{}\n",
                       csv_field(r.graph), t.library, t.algorithm, name_of(options.space.back_end),
                       threads, r.num_vertices, r.num_edges, r.num_triangles, t.setup_ms,
                       t.average_ms, csv_fields(t.ms), name_of(t.stop), r.edge_rate(),
                       pass_or_fail(t.checked));
  }
}

}  // namespace araios::perf
