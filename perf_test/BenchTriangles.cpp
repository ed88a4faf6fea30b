// SPDX-License-Identifier: BSD-3-Clause
// triangles: counts the triangles of graphs by masked products, times and checks it, and compares
// with other libraries.
#include "base/Console.hpp"
#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/PendingFile.hpp"
#include "base/Progress.hpp"
#include "measure/TakeTurns.hpp"
#include "measure/TrianglesContest.hpp"
#include "methods/TrianglesPeers.hpp"
#include "options/PeerChoice.hpp"
#include "options/Source.hpp"
#include "options/TrianglesOptions.hpp"
#include "options/VisitTypes.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/TrianglesProblem.hpp"
#include "report/RunDriver.hpp"
#include "report/TrianglesJson.hpp"
#include "report/TrianglesReport.hpp"

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

/// The output files of a run, opened before it starts.
struct OutputFiles {
  explicit OutputFiles(TrianglesOptions const& options) {
    std::vector<PendingFile const*> written;
    if (options.csv_path) written.push_back(&csv.emplace("--csv", *options.csv_path));
    if (options.json_path) written.push_back(&json.emplace("--json", *options.json_path));
    expect_distinct_files(written, options.sources);
  }

  std::optional<PendingFile> csv;
  std::optional<PendingFile> json;
};

class Run {
 public:
  Run(TrianglesOptions const& options, Complaints& complaints)
      : options_{options}, complaints_{complaints} {}

  std::vector<TrianglesRecord> all_graphs() {
    show(skipped_lines(options_));
    show(triangles_table_header());
    for (std::string const& source : options_.sources) {
      try {
        graph(source);
      } catch (std::exception const& exception) {
        complaints_.add(about(name_of_source(source), failure_of(exception)));
      }
    }
    show(leads_line(leads_));
    return std::move(records_);
  }

 private:
  void graph(std::string const& source) {
    ProgressOfProduct const of_product{progress_, name_of_source(source)};
    auto const problem = load_problem<TrianglesProblem>(source);
    progress_.clear();
    show(size_line(problem));
    complaints_.remark_on(problem.graph(), problem.remarks());
    complaints_.remark_on(problem.graph(), remarks_on_peers(problem, options_));
    std::unique_ptr<RepeatedContest> const contest = make_triangles_contest(problem, options_);
    TurnsOutcome const outcome = take_turns(*contest, turns_of(options_, problem), progress_);
    complaints_.remark_on(problem.graph(), outcome.remarks);
    for (Failure const& failure : outcome.failures) {
      complaints_.add(about(problem.graph(), failure));
    }
    report(problem, static_cast<std::int64_t>(contest->result().front()), outcome.times);
  }

  void report(TrianglesProblem const& problem, std::int64_t num_triangles,
              std::vector<MethodTimes> const& all) {
    std::vector<TrianglesRecord> of_graph;
    for (MethodTimes const& times : all) {
      of_graph.push_back(
          {problem.graph(), problem.num_vertices(), problem.num_edges(), num_triangles, times});
      if (times.checked == Verdict::wrong) complaints_.raise(ExitCode::wrong_result);
    }
    show(triangles_table_rows(of_graph));
    if (auto const lead = lead_on(of_graph)) leads_.push_back(*lead);
    records_.insert(records_.end(), of_graph.begin(), of_graph.end());
  }

  TrianglesOptions const& options_;
  Complaints& complaints_;
  Progress progress_ = progress_on_stderr();
  std::vector<TrianglesRecord> records_;
  std::vector<TrianglesLead> leads_;
};

void measure_all(TrianglesOptions const& options, OutputFiles& files, Complaints& complaints) {
  int const threads = visit_space(options.space.back_end,
                                  []<class Space>(Space*) { return Space{}.concurrency(); });
  std::vector<TrianglesRecord> const records = Run{options, complaints}.all_graphs();
  if (files.csv) {
    write_file(*files.csv,
               [&](std::ostream& out) { write_triangles_csv(out, options, threads, records); });
  }
  if (files.json) {
    write_file(*files.json,
               [&](std::ostream& out) { write_triangles_json(out, options, threads, records); });
  }
}

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("triangles", argc, argv, parse_triangles_options, measure_all);
}
