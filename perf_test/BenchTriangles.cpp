// SPDX-License-Identifier: BSD-3-Clause
// triangles: counts the triangles of graphs by masked products, times and checks it, and compares
// with other libraries.
#include "measure/TrianglesContest.hpp"
#include "methods/TrianglesPeers.hpp"
#include "options/TrianglesOptions.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/TrianglesProblem.hpp"
#include "report/RepeatedRun.hpp"
#include "report/RunDriver.hpp"
#include "report/TrianglesReport.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

class Driver : public RepeatedDriver {
 public:
  using options_type = TrianglesOptions;
  using record_type = TrianglesRecord;

  explicit Driver(TrianglesOptions const& options) : options_{options} {}

  static TrianglesProblem load(std::string const& source) {
    return load_problem<TrianglesProblem>(source);
  }

  std::string introduction(TrianglesProblem const& problem, std::string const& place) {
    return (std::exchange(has_head_, true) ? "" : triangles_table_header()) +
           size_line(problem, place);
  }

  std::unique_ptr<TrianglesContest> contest(TrianglesProblem const& problem, int) const {
    return make_triangles_contest(problem, options_);
  }

  std::vector<TrianglesRecord> records(TrianglesProblem const& problem,
                                       TrianglesContest const& contest,
                                       std::vector<MethodTimes> const& all) const {
    std::vector<TrianglesRecord> records;
    records.reserve(all.size());
    for (MethodTimes const& times : all) {
      records.push_back({record_of_run(options_, problem.matrix(), times), problem.num_vertices(),
                         problem.num_edges(), static_cast<std::int64_t>(contest.count())});
    }
    return records;
  }

  std::string rows(std::vector<TrianglesRecord> const& records) {
    if (auto const lead = lead_on(records)) leads_.push_back(*lead);
    return triangles_table_rows(records);
  }

  std::string ending() const { return leads_line(leads_); }
  static PeerVersions peer_versions() { return versions_of_triangles_peers(); }

 private:
  TrianglesOptions const& options_;
  bool has_head_ = false;
  std::vector<TrianglesLead> leads_;
};

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("triangles", argc, argv, parse_triangles_options, run_and_write<Driver>);
}
