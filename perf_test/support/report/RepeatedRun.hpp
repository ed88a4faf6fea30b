// SPDX-License-Identifier: BSD-3-Clause
// The common run of drivers that repeat methods in turn: all sources, from reading to records.
#pragma once

#include "base/Console.hpp"
#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/Progress.hpp"
#include "measure/TakeTurns.hpp"
#include "options/PeerChoice.hpp"
#include "options/Source.hpp"
#include "options/VisitTypes.hpp"
#include "report/RecordFiles.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// What a driver says and does unless it has a function of its own of that name.
struct RepeatedDriver {
  /// Printed before all matrices.
  std::string announcement() const { return {}; }
  /// Printed after all matrices.
  std::string ending() const { return {}; }
  /// Whether a matrix is measured; if not, its introduction says why.
  template <class Problem>
  bool takes(Problem const&) const {
    return true;
  }
  /// Contests on a matrix, one after the other.
  template <class Problem>
  int num_contests(Problem const&) const {
    return 1;
  }
};

/// Runs a driver on all sources of its options.
///
/// `Driver` is a RepeatedDriver, made from its options_type, and has
/// - load(source): the problem;
/// - introduction(problem, place): its name behind the place in the run, its size, and what stands
///   above the rows;
/// - contest(problem, i): a pointer to the contest i of num_contests;
/// - records(problem, contest, times): a record of record_type for each method;
/// - rows(records): what is printed of them;
/// - peer_versions(): for JSON.
/// fields_of(record) gives the columns of the files.
template <class Driver>
class RepeatedRun {
 public:
  using options_type = typename Driver::options_type;
  using record_type = typename Driver::record_type;

  RepeatedRun(options_type const& options, Complaints& complaints)
      : options_{options}, complaints_{complaints}, driver_{options} {}

  RecordsOfRun all_sources() {
    show(skipped_lines(options_) + driver_.announcement());
    auto const& sources = options_.sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      std::string const place =
          sources.size() > 1 ? fmt::format("[{}/{}] ", i + 1, sources.size()) : "";
      try {
        measure(sources[i], place);
      } catch (std::exception const& exception) {
        complaints_.add(about(name_of_source(sources[i]), failure_of(exception)));
      }
    }
    show(driver_.ending());
    return {fields_of(record_type{}), std::move(records_), driver_.peer_versions()};
  }

 private:
  void measure(std::string const& source, std::string const& place) {
    ProgressOfProduct const of_product{progress_, place + name_of_source(source)};
    auto const problem = driver_.load(source);
    progress_.clear();
    show(driver_.introduction(problem, place));
    complaints_.remark_on(problem.matrix(), problem.remarks());
    if (!driver_.takes(problem)) return;
    complaints_.remark_on(problem.matrix(), remarks_on_peers(problem, options_));
    for (int i = 0; i < driver_.num_contests(problem); ++i) {
      auto const contest = driver_.contest(problem, i);
      TurnsOutcome const outcome = take_turns(*contest, options_, progress_);
      complaints_.remark_on(problem.matrix(), outcome.remarks);
      for (Failure const& failure : outcome.failures) {
        complaints_.add(about(problem.matrix(), failure));
      }
      report(driver_.records(problem, *contest, outcome.times));
    }
  }

  void report(std::vector<record_type> const& records) {
    show(driver_.rows(records));
    for (record_type const& record : records) {
      if (record.times.checked == Verdict::wrong) complaints_.raise(ExitCode::wrong_result);
      records_.push_back(fields_of(record));
    }
  }

  options_type const& options_;
  Complaints& complaints_;
  Driver driver_;
  Progress progress_ = progress_on_stderr();
  std::vector<Fields> records_;
};

/// Runs a driver, and writes its records; to be called by run_driver.
template <class Driver>
void run_and_write(typename Driver::options_type const& options, RecordFiles& files,
                   Complaints& complaints) {
  files.write(options, RepeatedRun<Driver>{options, complaints}.all_sources(), complaints);
}

/// What records of all drivers have in common.
inline RepeatedRecord record_of_run(RepeatedOptions const& options, std::string const& matrix,
                                    MethodTimes const& times) {
  BackEnd const back_end = options.space.back_end;
  int const threads =
      visit_space(back_end, []<class Space>(Space*) { return Space{}.concurrency(); });
  return {matrix, std::string{name_of(back_end)}, threads, times};
}

}  // namespace araios::perf
