// SPDX-License-Identifier: BSD-3-Clause
// Results of the triangles driver: printed lines, and records as CSV.
#include "report/TrianglesReport.hpp"

#include "report/Csv.hpp"

#include <fmt/format.h>

#include <ostream>

namespace araios::perf {

double TrianglesRecord::edge_rate() const {
  return times.average_ms > 0 ? 1e-3 * static_cast<double>(num_edges) / times.average_ms : 0;
}

std::string size_line(TrianglesProblem const& problem) {
  return fmt::format("{}: {} vertices, {} edges\n", problem.graph(), problem.num_vertices(),
                     problem.num_edges());
}

std::string record_line(TrianglesRecord const& record, double own_ms) {
  MethodTimes const& times = record.times;
  return fmt::format(
      "  {:<13} {:<12} {:<4} {} triangles, {:.4f} setup ms, {:.5f} avg ms, {:.3f} million edges/s, "
      "{:.2f} times ours\n",
      times.library, times.algorithm, pass_or_fail(times.checked), record.num_triangles,
      times.setup_ms, times.average_ms, record.edge_rate(),
      own_ms > 0 ? times.average_ms / own_ms : 0);
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
