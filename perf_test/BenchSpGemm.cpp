// SPDX-License-Identifier: BSD-3-Clause
// spgemm: times and checks sparse products, and compares them with other libraries.
#include "base/Console.hpp"
#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/PendingFile.hpp"
#include "base/Progress.hpp"
#include "measure/Bounds.hpp"
#include "measure/Contest.hpp"
#include "measure/Measure.hpp"
#include "methods/Peers.hpp"
#include "options/Options.hpp"
#include "options/PeerChoice.hpp"
#include "options/Source.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/Problem.hpp"
#include "report/Csv.hpp"
#include "report/EmptyCall.hpp"
#include "report/Json.hpp"
#include "report/Record.hpp"
#include "report/RunDriver.hpp"
#include "report/Table.hpp"
#include <Araios_MatrixMarket.hpp>

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

namespace araios::perf {
namespace {

/// The output files of a run, opened before it starts.
struct OutputFiles {
  explicit OutputFiles(Options const& options) {
    std::vector<PendingFile const*> written;
    auto const open = [&written](auto& file, char const* flag, auto const& path) {
      if (path) written.push_back(&file.emplace(flag, *path));
    };
    open(c, "--cmtx", options.c_path);
    open(csv, "--csv", options.csv_path);
    open(json, "--json", options.json_path);
    std::vector<std::string> read;
    for (std::string const& source : options.a_sources) read.push_back(untransposed(source));
    for (auto const& source : {options.b_source, options.r_source}) {
      if (source) read.push_back(untransposed(*source));
    }
    expect_distinct_files(written, read);
  }

  std::optional<PendingFile> c;
  std::optional<PendingFile> csv;
  std::optional<PendingFile> json;
};

/// Computes A·B once more with the original values, and writes it.
void write_product(Contest& contest, Problem& problem, PendingFile& file) {
  problem.change_values(0);
  contest.update_values(problem);
  Method& method = *contest.methods().front();
  method.multiply();
  try {
    std::visit([&file](auto const& c) { write_matrix_market(file.staging_path(), c); },
               method.result());
  } catch (std::exception const& exception) {
    throw about(file.flag(), failure_of(exception, ExitCode::output_error));
  }
  method.release();
  file.commit();
}

class Run {
 public:
  Run(Options const& options, OutputFiles& files, Complaints& complaints)
      : options_{options}, files_{files}, complaints_{complaints} {}

  void all_products() {
    announce();
    for (std::string const& source : options_.a_sources) {
      try {
        product(source);
      } catch (std::exception const& exception) {
        complaints_.add(about(name_of_source(source), failure_of(exception)));
      }
    }
    write_records();
  }

 private:
  void announce() {
    show(skipped_lines(options_));
    if (options_.bounds) {
      rates_ = measure_rates(options_.space.back_end);
      measure_empty_call();
      show(rates_line(*rates_));
    }
  }

  /// A failure here does not stop the measurement of products.
  void measure_empty_call() {
    try {
      rates_->empty_call_us = empty_call_us(options_);
    } catch (std::exception const& exception) {
      complaints_.add(about("the call on an empty matrix", failure_of(exception)));
    }
  }

  void product(std::string const& source) {
    ProgressOfProduct const of_product{progress_, name_of_source(source)};
    auto problem = load_problem<Problem>(source, options_);
    progress_.stage("copying the operands");
    std::unique_ptr<Contest> const contest = make_contest(problem, options_);
    progress_.clear();
    complaints_.remark_on(problem.matrix(), problem.remarks());
    complaints_.remark_on(problem.matrix(), remarks_on_peers(problem, options_));
    if (options_.estimate) show(estimate_lines(problem, contest->estimate()));
    ContestOutcome const outcome = measure(*contest, problem, options_, progress_);
    complaints_.remark_on(problem.matrix(), outcome.remarks);
    for (Failure const& failure : outcome.failures) {
      complaints_.add(about(problem.matrix(), failure));
    }
    if (outcome.measurements.empty()) return;
    report(problem, outcome.measurements, contest->concurrency());
    if (files_.c) write_product(*contest, problem, *files_.c);
  }

  std::optional<Bounds> bounds_of(Problem const& problem, Measurement const& measurement) const {
    if (!rates_) return std::nullopt;
    return perf::bounds_of(problem, measurement.nnz_c, options_.offset, *rates_);
  }

  void report(Problem const& problem, std::vector<Measurement> const& measurements, int threads) {
    // A product that cannot be read leaves no header without rows.
    std::string text = has_header_ ? "" : table_header();
    has_header_ = true;
    text += table_rows(problem, measurements);
    if (options_.statistics) {
      text +=
          statistics_line(counts_of(measurements.front().report.stats.value_or(ProblemStats{})));
    }
    for (Measurement const& measurement : measurements) {
      if (options_.verbose) text += verbose_lines(measurement);
      if (measurement.checked == Verdict::wrong || measurement.reuse_checked == Verdict::wrong) {
        complaints_.raise(ExitCode::wrong_result);
      }
      if (measurement.is_own) {
        std::optional<Bounds> const bounds = bounds_of(problem, measurement);
        if (bounds) text += bounds_line(measurement, *bounds);
        products_.push_back({problem.matrix(), problem.operation(), measurement.report,
                             measurement.reuse_report, measurement.samples, bounds});
      }
    }
    show(text);
    for (Record const& record :
         records_of(problem, measurements, options_.space.back_end, threads)) {
      records_.push_back(fields_of(record));
    }
  }

  void write_records() {
    auto const attempt = [this](auto const& step) {
      try {
        step();
      } catch (Failure const& failure) {
        complaints_.add(failure);
      }
    };
    attempt([this] {
      if (!files_.csv) return;
      write_file(*files_.csv,
                 [this](std::ostream& out) { write_csv(out, fields_of(Record{}), records_); });
    });
    attempt([this] {
      if (!files_.json) return;
      write_file(*files_.json, [this](std::ostream& out) {
        write_json(out, options_, rates_, products_, records_);
      });
    });
  }

  Options const& options_;
  OutputFiles& files_;
  Complaints& complaints_;
  Progress progress_ = progress_on_stderr();
  bool has_header_ = false;
  std::optional<SpaceRates> rates_;
  std::vector<ProductReport> products_;
  std::vector<Fields> records_;
};

void measure_all(Options const& options, OutputFiles& files, Complaints& complaints) {
  expect_types(options);
  Run{options, files, complaints}.all_products();
}

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("spgemm", argc, argv, parse_options, measure_all);
}
