// SPDX-License-Identifier: BSD-3-Clause
// triangles: counts the triangles of graphs by masked products, and times and checks it.
#include "base/Console.hpp"
#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/PendingFile.hpp"
#include "base/Progress.hpp"
#include "measure/TakeTurns.hpp"
#include "measure/TrianglesContest.hpp"
#include "options/Source.hpp"
#include "options/TrianglesOptions.hpp"
#include "options/VisitTypes.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/TrianglesProblem.hpp"
#include "report/RunDriver.hpp"
#include "report/TrianglesReport.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

/// The output file of a run, opened before it starts.
struct OutputFiles {
  explicit OutputFiles(TrianglesOptions const& options) {
    if (!options.csv_path) return;
    csv.emplace("--csv", *options.csv_path);
    expect_distinct_files({&*csv}, options.sources);
  }

  std::optional<PendingFile> csv;
};

class Run {
 public:
  Run(TrianglesOptions const& options, Complaints& complaints)
      : options_{options}, complaints_{complaints} {}

  std::vector<TrianglesRecord> all_graphs() {
    for (std::string const& source : options_.sources) {
      try {
        graph(source);
      } catch (std::exception const& exception) {
        complaints_.add(about(name_of_source(source), failure_of(exception)));
      }
    }
    return std::move(records_);
  }

 private:
  void graph(std::string const& source) {
    ProgressOfProduct const of_product{progress_, name_of_source(source)};
    auto const problem = load_problem<TrianglesProblem>(source);
    progress_.clear();
    show(size_line(problem));
    complaints_.remark_on(problem.graph(), problem.remarks());
    std::unique_ptr<RepeatedContest> const contest =
        make_triangles_contest(problem, options_.space.back_end);
    TurnsOutcome const outcome = take_turns(*contest, turns_of(options_, problem), progress_);
    complaints_.remark_on(problem.graph(), outcome.remarks);
    for (Failure const& failure : outcome.failures) {
      complaints_.add(about(problem.graph(), failure));
    }
    double const own_ms = outcome.times.front().average_ms;
    for (MethodTimes const& times : outcome.times) {
      records_.push_back({problem.graph(), problem.num_vertices(), problem.num_edges(),
                          static_cast<std::int64_t>(contest->result().front()), times});
      show(record_line(records_.back(), own_ms));
      if (times.checked == Verdict::wrong) complaints_.raise(ExitCode::wrong_result);
    }
  }

  TrianglesOptions const& options_;
  Complaints& complaints_;
  Progress progress_ = progress_on_stderr();
  std::vector<TrianglesRecord> records_;
};

void measure_all(TrianglesOptions const& options, OutputFiles& files, Complaints& complaints) {
  int const threads = visit_space(options.space.back_end,
                                  []<class Space>(Space*) { return Space{}.concurrency(); });
  std::vector<TrianglesRecord> const records = Run{options, complaints}.all_graphs();
  if (!files.csv) return;
  write_file(*files.csv,
             [&](std::ostream& out) { write_triangles_csv(out, options, threads, records); });
}

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("triangles", argc, argv, parse_triangles_options, measure_all);
}
