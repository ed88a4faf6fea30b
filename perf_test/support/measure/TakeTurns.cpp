// SPDX-License-Identifier: BSD-3-Clause
// Repeats the methods of a contest in turn and checks their results.
#include "measure/TakeTurns.hpp"

#include "base/Failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

namespace araios::perf {
namespace {

/// Without --calls a repetition lasts about this long, but has at most most_calls calls.
constexpr double repetition_ms = 5;
constexpr int most_calls = 1000;

/// A method in the contest, and what is known of it so far.
struct Contestant {
  RepeatedMethod* method;
  MethodTimes times{};
  int calls = 1;
  std::vector<double> samples_ms{};
  bool is_out = false;
};

class Measuring {
 public:
  Measuring(RepeatedContest& contest, RepeatedOptions const& options, Progress& progress)
      : contest_{contest}, options_{options}, progress_{progress} {
    for (auto const& method : contest.methods()) contestants_.push_back(Contestant{method.get()});
  }

  TurnsOutcome run() {
    for (Contestant& contestant : contestants_) {
      attempt(contestant, [&] { prepare(contestant); });
    }
    Rounds rounds{options_.stop};
    for (bool is_last = false; !is_last;) {
      is_last = rounds.next_is_last(repetitions());
      for (Contestant& contestant : contestants_) {
        attempt(contestant, [&] { repeat(contestant, rounds.asked()); });
      }
    }
    for (Contestant& contestant : contestants_) {
      if (!contestant.is_out) finish(contestant);
    }
    return std::move(outcome_);
  }

 private:
  /// Runs `step` unless the contestant is out; an exception puts it out. Exceptions of this
  /// library's first method are passed on, because there is nothing left to compare with.
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

  std::vector<Repetitions> repetitions() {
    std::vector<Repetitions> all;
    for (Contestant& contestant : contestants_) {
      if (!contestant.is_out) all.push_back({contestant.samples_ms, contestant.times.stop});
    }
    return all;
  }

  static std::string name_of(Contestant const& contestant) {
    return contestant.method->library() + " " + contestant.method->algorithm();
  }

  void prepare(Contestant& contestant) {
    progress_.stage("set-up and first call, " + name_of(contestant));
    contestant.times.setup_ms = contestant.method->set_up();
    contest_.poison_result();
    contestant.method->multiply(1);
    if (options_.check) contestant.times.checked = check(contestant);
    contestant.calls = options_.calls ? *options_.calls : calls_of(*contestant.method);
  }

  void repeat(Contestant& contestant, int repetition) {
    progress_.step([&] {
      return fmt::format("{}, {}", repetition_text(repetition, options_.stop), name_of(contestant));
    });
    double const ms = contestant.method->multiply(contestant.calls);
    contestant.samples_ms.push_back(ms / contestant.calls);
  }

  static int calls_of(RepeatedMethod& method) {
    double const ms = method.multiply(1);
    if (ms * most_calls <= repetition_ms) return most_calls;
    return std::max(1, static_cast<int>(repetition_ms / ms));
  }

  Verdict check(Contestant const& contestant) {
    progress_.stage("checking " + name_of(contestant));
    std::string const difference = contest_.difference();
    if (difference.empty()) return Verdict::ok;
    outcome_.remarks.push_back(
        fmt::format("{}: WRONG result: {}", name_of(contestant), difference));
    return Verdict::wrong;
  }

  void finish(Contestant& contestant) {
    MethodTimes& times = contestant.times;
    auto const& samples = contestant.samples_ms;
    times.library = contestant.method->library();
    times.algorithm = contestant.method->algorithm();
    times.average_ms =
        std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
    times.ms = spread_of(samples);
    outcome_.times.push_back(std::move(times));
  }

  RepeatedContest& contest_;
  RepeatedOptions const& options_;
  Progress& progress_;
  std::vector<Contestant> contestants_;
  TurnsOutcome outcome_;
};

}  // namespace

TurnsOutcome take_turns(RepeatedContest& contest, RepeatedOptions const& options,
                        Progress& progress) {
  TurnsOutcome outcome = Measuring{contest, options, progress}.run();
  progress.clear();
  return outcome;
}

std::string pass_or_fail(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "PASS";
    case Verdict::wrong:
      return "FAIL";
    case Verdict::off:
      break;
  }
  return "off";
}

}  // namespace araios::perf
