// SPDX-License-Identifier: BSD-3-Clause
// Repeats the ways to compute y = A·x in turn and checks their results.
#include "SpMvMeasure.hpp"

#include "Failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <numeric>
#include <utility>

namespace araios::perf {
namespace {

/// Calls without --calls fill a repetition of this length, but are not more than most_calls.
constexpr double repetition_ms = 5;
constexpr int most_calls = 1000;

/// A method in the contest, with what is known of it so far.
struct Contestant {
  SpMvMethod* method;
  SpMvMeasurement measurement{};
  int calls = 1;
  std::vector<double> samples_ms{};
  bool is_out = false;
};

class Measuring {
 public:
  Measuring(SpMvContest& contest, SpMvProblem const& problem, SpMvOptions const& options)
      : contest_{contest}, problem_{problem}, options_{options} {
    for (auto const& method : contest.methods()) contestants_.push_back(Contestant{method.get()});
  }

  SpMvOutcome run() {
    for (Contestant& contestant : contestants_) {
      attempt(contestant, [&] { prepare(contestant); });
    }
    for (int repetition = 0; repetition < options_.repeat; ++repetition) {
      for (Contestant& contestant : contestants_) {
        attempt(contestant, [&] {
          double const ms = contestant.method->multiply(contestant.calls);
          contestant.samples_ms.push_back(ms / contestant.calls);
        });
      }
    }
    for (Contestant& contestant : contestants_) {
      if (!contestant.is_out) finish(contestant);
    }
    return std::move(outcome_);
  }

 private:
  /// Runs `step` unless the contestant is out; an exception puts it out. This library's are passed
  /// on, because nothing is left to compare with.
  template <class Step>
  void attempt(Contestant& contestant, Step const& step) {
    if (contestant.is_out) return;
    try {
      step();
    } catch (std::exception const& exception) {
      if (&contestant == &contestants_.front()) throw;
      contestant.is_out = true;
      outcome_.failures.push_back(about(name_of(contestant), failure_of(exception)));
    }
  }

  static std::string name_of(Contestant const& contestant) {
    return contestant.method->library() + " " + contestant.method->algorithm();
  }

  void prepare(Contestant& contestant) {
    contestant.measurement.setup_ms = contestant.method->set_up();
    contest_.poison_result();
    contestant.method->multiply(1);
    if (options_.check) contestant.measurement.checked = check(contestant);
    contestant.calls = options_.calls ? *options_.calls : calls_of(*contestant.method);
  }

  static int calls_of(SpMvMethod& method) {
    double const ms = method.multiply(1);
    if (ms * most_calls <= repetition_ms) return most_calls;
    return std::max(1, static_cast<int>(repetition_ms / ms));
  }

  Verdict check(Contestant const& contestant) {
    std::string const difference = problem_.difference_from_reference(contest_.result());
    if (difference.empty()) return Verdict::ok;
    outcome_.remarks.push_back(
        fmt::format("{}: WRONG result: {}", name_of(contestant), difference));
    return Verdict::wrong;
  }

  void finish(Contestant& contestant) {
    SpMvMeasurement& measurement = contestant.measurement;
    auto const& samples = contestant.samples_ms;
    measurement.library = contestant.method->library();
    measurement.algorithm = contestant.method->algorithm();
    measurement.average_ms =
        std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
    measurement.ms = spread_of(samples);
    double const per_second = measurement.average_ms > 0 ? 1e-6 / measurement.average_ms : 0;
    measurement.gflops = 2 * static_cast<double>(problem_.nnz()) * per_second;
    measurement.effective_gbs = bytes_moved(problem_.nnz()) * per_second;
    measurement.compulsory_gbs = bytes_moved(problem_.num_cols()) * per_second;
    outcome_.measurements.push_back(std::move(measurement));
  }

  /// Bytes of A read once, y written once and so many elements of x read.
  double bytes_moved(std::int64_t elements_of_x) const {
    double const offset_bytes = options_.offset == OffsetType::int32 ? 4 : 8;
    auto const entries = static_cast<double>(problem_.nnz());
    auto const rows = static_cast<double>(problem_.num_rows());
    return entries * (sizeof(double) + sizeof(int)) + rows * (sizeof(double) + offset_bytes) +
           static_cast<double>(elements_of_x) * sizeof(double);
  }

  SpMvContest& contest_;
  SpMvProblem const& problem_;
  SpMvOptions const& options_;
  std::vector<Contestant> contestants_;
  SpMvOutcome outcome_;
};

}  // namespace

SpMvOutcome measure_spmv(SpMvContest& contest, SpMvProblem const& problem,
                         SpMvOptions const& options) {
  return Measuring{contest, problem, options}.run();
}

}  // namespace araios::perf
