// SPDX-License-Identifier: BSD-3-Clause
// spmv: times and checks matrix-vector products, and compares with other libraries, on one matrix
// or a folder.
#include "base/Console.hpp"
#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/PendingFile.hpp"
#include "base/Progress.hpp"
#include "measure/SpMvContest.hpp"
#include "measure/SpMvMeasure.hpp"
#include "methods/SpMvPeers.hpp"
#include "options/PeerChoice.hpp"
#include "options/Source.hpp"
#include "options/SpMvOptions.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/SpMvProblem.hpp"
#include "report/RunDriver.hpp"
#include "report/SpMvReport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace araios::perf {
namespace {

/// Matrices of a folder with fewer rows, columns or entries are trivial, and skipped.
constexpr int least_rows = 2;
constexpr int least_columns = 2;
constexpr int least_entries = 100;

bool is_trivial(SpMvProblem const& problem) {
  return problem.num_rows() < least_rows || problem.num_cols() < least_columns ||
         problem.nnz() < least_entries;
}

/// A matrix to be measured.
struct Source {
  std::string name;
  bool from_directory = false;
};

/// The Matrix Market files of a folder, sorted by name.
std::vector<Source> sources_in(std::string const& directory) {
  std::vector<std::string> names;
  std::error_code failed;
  for (auto const& entry : std::filesystem::directory_iterator(directory, failed)) {
    std::string const name = entry.path().string();
    bool const is_matrix =
        name.ends_with(".mtx") || name.ends_with(".mtx.gz") || name.ends_with(".mtx.xz");
    if (is_matrix) names.push_back(name);
  }
  if (failed) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("--directory: cannot read '{}': {}", directory, failed.message())};
  }
  if (names.empty()) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("--directory: found no matrix in '{}', expected files that end in "
                              ".mtx, .mtx.gz or .mtx.xz",
                              directory)};
  }
  std::sort(names.begin(), names.end());
  std::vector<Source> sources;
  sources.reserve(names.size());
  for (std::string const& name : names) sources.push_back({name, true});
  return sources;
}

std::vector<Source> sources_of(SpMvOptions const& options) {
  std::vector<Source> sources;
  for (std::string const& name : options.sources) sources.push_back({name, false});
  if (!options.directory) return sources;
  std::vector<Source> const found = sources_in(*options.directory);
  sources.insert(sources.end(), found.begin(), found.end());
  return sources;
}

/// The matrices and the output file of a run, which is opened before the run starts.
struct Files {
  explicit Files(SpMvOptions const& options) : sources{sources_of(options)} {
    if (!options.csv_path) return;
    csv.emplace("--csv", *options.csv_path);
    std::vector<std::string> read;
    for (Source const& source : sources) read.push_back(source.name);
    expect_distinct_files({&*csv}, read);
  }

  std::vector<Source> sources;
  std::optional<PendingFile> csv;
};

class Run {
 public:
  Run(SpMvOptions const& options, std::vector<Source> const& sources, Complaints& complaints)
      : options_{options},
        sources_{sources},
        complaints_{complaints},
        space_{report_space(options.space.back_end)} {}

  std::vector<SpMvRecord> all_matrices() {
    announce();
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      std::string const place =
          sources_.size() > 1 ? fmt::format("[{}/{}] ", i + 1, sources_.size()) : "";
      try {
        matrix(sources_[i], place);
      } catch (std::exception const& exception) {
        show(fmt::format("{}{}: failed\n", place, name_of_source(sources_[i].name)));
        complaints_.add(about(name_of_source(sources_[i].name), failure_of(exception)));
      }
    }
    return std::move(records_);
  }

 private:
  void announce() const {
    show(skipped_lines(options_));
    show(fmt::format("{} with concurrency {}, triad {:.1f} GB/s\n",
                     name_of(options_.space.back_end), space_.concurrency, space_.triad_gbs));
  }

  /// `place` in the run stands before the matrix's name.
  void matrix(Source const& source, std::string const& place) {
    ProgressOfProduct const of_product{progress_, place + name_of_source(source.name)};
    auto const problem = load_problem<SpMvProblem>(source.name);
    progress_.clear();
    show(place + size_line(problem));
    complaints_.remark_on(problem.matrix(), problem.remarks());
    if (source.from_directory && is_trivial(problem)) {
      show(fmt::format("  skipped: trivial (fewer than {} rows, {} columns or {} entries)\n",
                       least_rows, least_columns, least_entries));
      return;
    }
    if (!source.from_directory) show(row_length_lines(problem.row_lengths()));
    complaints_.remark_on(problem.matrix(), remarks_on_peers(problem, options_));
    std::unique_ptr<SpMvContest> const contest = make_spmv_contest(problem, options_);
    SpMvOutcome const outcome = measure_spmv(*contest, problem, options_, progress_);
    complaints_.remark_on(problem.matrix(), outcome.remarks);
    for (Failure const& failure : outcome.failures) {
      complaints_.add(about(problem.matrix(), failure));
    }
    report(problem, outcome.measurements);
  }

  void report(SpMvProblem const& problem, std::vector<SpMvMeasurement> const& measurements) {
    double const own_ms = measurements.front().average_ms;
    for (SpMvMeasurement const& measurement : measurements) {
      show(measurement_line(measurement, space_.triad_gbs, own_ms));
      if (measurement.checked == Verdict::wrong) complaints_.raise(ExitCode::wrong_result);
      records_.push_back({problem.matrix(), std::string{name_of(options_.space.back_end)},
                          space_.concurrency, problem.num_rows(), problem.num_cols(), problem.nnz(),
                          problem.row_lengths(), measurement, space_.triad_gbs});
    }
  }

  SpMvOptions const& options_;
  std::vector<Source> const& sources_;
  Complaints& complaints_;
  SpaceReport space_;
  Progress progress_ = progress_on_stderr();
  std::vector<SpMvRecord> records_;
};

void measure_all(SpMvOptions const& options, Files& files, Complaints& complaints) {
  std::vector<SpMvRecord> const records = Run{options, files.sources, complaints}.all_matrices();
  if (!files.csv) return;
  write_file(*files.csv, [&](std::ostream& out) { write_spmv_csv(out, records); });
}

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("spmv", argc, argv, parse_spmv_options, measure_all);
}
