// SPDX-License-Identifier: BSD-3-Clause
// spmm: times and checks products of a sparse and a dense matrix, and compares with other
// libraries.
#include "base/Console.hpp"
#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/PendingFile.hpp"
#include "base/Progress.hpp"
#include "measure/SpMmContest.hpp"
#include "measure/TakeTurns.hpp"
#include "methods/SpMmPeers.hpp"
#include "options/PeerChoice.hpp"
#include "options/Source.hpp"
#include "options/SpMmOptions.hpp"
#include "options/VisitTypes.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/SpMmProblem.hpp"
#include "report/RunDriver.hpp"
#include "report/SpMmReport.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  explicit OutputFiles(SpMmOptions const& options) {
    if (!options.csv_path) return;
    csv.emplace("--csv", *options.csv_path);
    expect_distinct_files({&*csv}, options.sources);
  }

  std::optional<PendingFile> csv;
};

class Run {
 public:
  Run(SpMmOptions const& options, Complaints& complaints)
      : options_{options}, complaints_{complaints} {}

  std::vector<SpMmRecord> all_matrices() {
    show(skipped_lines(options_));
    for (std::string const& source : options_.sources) {
      try {
        matrix(source);
      } catch (std::exception const& exception) {
        complaints_.add(about(name_of_source(source), failure_of(exception)));
      }
    }
    return std::move(records_);
  }

 private:
  void matrix(std::string const& source) {
    ProgressOfProduct const of_product{progress_, name_of_source(source)};
    auto const problem = load_problem<SpMmProblem>(source, options_);
    progress_.clear();
    show(fmt::format("{}: {} rows, {} columns, {} entries; B {} x {}, {} by {}\n", problem.matrix(),
                     problem.num_rows(), problem.num_cols(), problem.nnz(), problem.num_cols(),
                     problem.num_columns(), name_of(options_.scalar), name_of(options_.layout)));
    complaints_.remark_on(problem.matrix(), problem.remarks());
    complaints_.remark_on(problem.matrix(), remarks_on_peers(problem, options_));
    std::unique_ptr<RepeatedContest> const contest = make_spmm_contest(problem, options_);
    TurnsOutcome const outcome = take_turns(*contest, turns_of(options_, problem), progress_);
    complaints_.remark_on(problem.matrix(), outcome.remarks);
    for (Failure const& failure : outcome.failures) {
      complaints_.add(about(problem.matrix(), failure));
    }
    report(problem, outcome.times);
  }

  /// The time of this library's fastest method.
  static double own_ms(std::vector<MethodTimes> const& all) {
    double own = all.front().average_ms;
    for (MethodTimes const& times : all) {
      if (times.library == all.front().library) own = std::min(own, times.average_ms);
    }
    return own;
  }

  void report(SpMmProblem const& problem, std::vector<MethodTimes> const& all) {
    std::vector<SpMmRecord> of_matrix;
    for (MethodTimes const& times : all) {
      of_matrix.push_back({problem.matrix(), problem.num_rows(), problem.num_cols(), problem.nnz(),
                           problem.num_columns(), times});
      show(record_line(of_matrix.back(), own_ms(all)));
      if (times.checked == Verdict::wrong) complaints_.raise(ExitCode::wrong_result);
    }
    show(dense_peer_line(of_matrix, own_ms(all)));
    records_.insert(records_.end(), of_matrix.begin(), of_matrix.end());
  }

  SpMmOptions const& options_;
  Complaints& complaints_;
  Progress progress_ = progress_on_stderr();
  std::vector<SpMmRecord> records_;
};

void measure_all(SpMmOptions const& options, OutputFiles& files, Complaints& complaints) {
  int const threads = visit_space(options.space.back_end,
                                  []<class Space>(Space*) { return Space{}.concurrency(); });
  std::vector<SpMmRecord> const records = Run{options, complaints}.all_matrices();
  if (!files.csv) return;
  write_file(*files.csv,
             [&](std::ostream& out) { write_spmm_csv(out, options, threads, records); });
}

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("spmm", argc, argv, parse_spmm_options, measure_all);
}
