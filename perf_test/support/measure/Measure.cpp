// SPDX-License-Identifier: BSD-3-Clause
// Repeats the methods of a contest in turn, checks results and picks the best method of each
// contender.
#include "measure/Measure.hpp"

#include "base/Failures.hpp"
#include "base/Spread.hpp"
#include "problem/Reference.hpp"
#include <platform/Araios_Allocate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

namespace araios::perf {
namespace {

/// A method in the contest, and what is known of it so far.
struct Contestant {
  Method* method;
  Measurement measurement{};
  std::optional<Failure> failure{};

  std::string name() const { return measurement.library + " " + method->algorithm(); }
  bool is_right() const { return !failure && measurement.checked != Verdict::wrong; }
};

/// One turn of all contestants.
struct Turn {
  char const* phase;
  int round;
  bool counts;
  bool is_last = false;
};

class Measuring {
 public:
  Measuring(Contest& contest, Problem& problem, Options const& options, Progress& progress)
      : contest_{contest}, problem_{problem}, options_{options}, progress_{progress} {
    for (auto const& method : contest.methods()) {
      if (options.reuse_only && !method->can_reuse()) continue;
      contestants_.push_back(Contestant{method.get()});
    }
    std::string const own = contestants_.front().method->library();
    for (Contestant& contestant : contestants_) {
      contestant.measurement.library = contestant.method->library();
      contestant.measurement.is_own = contestant.measurement.library == own;
    }
  }

  ContestOutcome run() {
    measure_calls();
    std::vector<Contestant*> const best = best_of_each_contender();
    measure_reuse(best);
    for (Contestant* const contestant : best) {
      if (contestant->failure) {
        outcome_.failures.push_back(*contestant->failure);
      } else if (an_own_is_left()) {
        if (options_.reuse_only) keep_reuse_alone(contestant->measurement.samples);
        outcome_.measurements.push_back(std::move(contestant->measurement));
      }
    }
    return std::move(outcome_);
  }

 private:
  /// If none of this library's methods is left, there is nothing to compare with.
  bool an_own_is_left() const {
    return std::any_of(contestants_.begin(), contestants_.end(), [](Contestant const& contestant) {
      return contestant.measurement.is_own && !contestant.failure;
    });
  }

  /// Runs `step` unless the contestant is out; an exception puts it out.
  template <class Step>
  void attempt(Contestant& contestant, Step const& step) {
    if (contestant.failure || !an_own_is_left()) return;
    try {
      step();
    } catch (std::exception const& exception) {
      contestant.method->release();
      contestant.failure = about(contestant.name(), failure_of(exception));
    }
  }

  void measure_calls() {
    // If only reuse is measured, once is enough to find and check the best methods.
    int const warmup = options_.reuse_only ? 0 : options_.warmup;
    Rounds rounds{options_.reuse_only ? StopRule{1} : options_.stop};
    for (int round = 0; round < warmup; ++round) call_in_turn({"noreuse", round, false});
    for (bool is_last = false; !is_last;) {
      is_last = rounds.next_is_last(repetitions_of_calls());
      call_in_turn({"noreuse", rounds.asked() - 1, true, is_last});
    }
  }

  /// A call of each contestant.
  void call_in_turn(Turn const& turn) {
    for (Contestant& contestant : contestants_) {
      attempt(contestant, [&] {
        tell_of(turn, contestant);
        CallTimes const times = contestant.method->multiply();
        if (turn.counts) record(contestant.measurement.samples, times);
        if (turn.is_last) inspect(contestant);
        contestant.method->release();
      });
    }
  }

  /// Nothing if no turn would run any more.
  std::vector<Repetitions> repetitions_of_calls() {
    std::vector<Repetitions> all;
    if (!an_own_is_left()) return all;
    for (Contestant& contestant : contestants_) {
      Samples& samples = contestant.measurement.samples;
      if (!contestant.failure) all.push_back({samples.noreuse_ms, samples.call_stop});
    }
    return all;
  }

  std::vector<Repetitions> repetitions_of_reuse(std::vector<Contestant*> const& best) {
    std::vector<Repetitions> all;
    if (!an_own_is_left()) return all;
    for (Contestant* const contestant : best) {
      Samples& samples = contestant->measurement.samples;
      if (!contestant->failure) all.push_back({samples.reuse_ms, samples.reuse_stop});
    }
    return all;
  }

  void tell_of(Turn const& turn, Contestant const& contestant) {
    auto const text = [&] {
      std::string const number =
          turn.counts ? repetition_text(turn.round + 1, options_.stop)
                      : fmt::format("warm-up {} of {}", turn.round + 1, options_.warmup);
      return fmt::format("{} {}, {}", turn.phase, number, contestant.name());
    };
    // The first turn of each may take long.
    if (turn.round == 0) {
      progress_.stage(text());
    } else {
      progress_.step(text);
    }
  }

  static void record(Samples& samples, CallTimes const& times) {
    if (times.symbolic_ms) samples.symbolic_ms.push_back(*times.symbolic_ms);
    if (times.numeric_ms) samples.numeric_ms.push_back(*times.numeric_ms);
    samples.noreuse_ms.push_back(times.noreuse_ms);
  }

  static void keep_reuse_alone(Samples& samples) {
    samples.symbolic_ms.clear();
    samples.numeric_ms.clear();
    samples.noreuse_ms.clear();
  }

  /// Reads the method's report of its product, and checks the result.
  void inspect(Contestant& contestant) {
    Measurement& measurement = contestant.measurement;
    measurement.report = contestant.method->report();
    AnyHostResult const result = contestant.method->result();
    measurement.nnz_c = std::visit([](auto const& c) { return num_entries(c); }, result);
    measurement.checked = check(contestant, result, "noreuse");
    auto const of_phases = contestant.method->result_of_phases();
    if (!of_phases || measurement.checked == Verdict::wrong) return;
    measurement.checked = check(contestant, *of_phases, "symbolic and numeric");
  }

  Verdict check(Contestant& contestant, AnyHostResult const& result, std::string const& phase) {
    if (options_.check == CheckLevel::off) return Verdict::off;
    progress_.stage(fmt::format("checking {}, {}", phase, contestant.name()));
    Comparison const comparison{options_.check == CheckLevel::values,
                                options_.product.result_sorted && contestant.method->sorts_rows()};
    std::string const difference = impl::or_out_of_memory(
        "the check of the result (see --check off)", 0,
        [&] { return problem_.difference_from_reference(result, comparison); });
    if (difference.empty()) return Verdict::ok;
    outcome_.remarks.push_back(
        fmt::format("{}: WRONG result of {}: {}", contestant.name(), phase, difference));
    return Verdict::wrong;
  }

  std::vector<Contestant*> best_of_each_contender() {
    std::map<std::string, std::vector<Contestant*>> contenders;
    std::vector<std::string> order;
    for (Contestant& contestant : contestants_) {
      std::string const name = contestant.method->contender();
      if (contenders[name].empty()) order.push_back(name);
      contenders[name].push_back(&contestant);
    }
    std::vector<Contestant*> best;
    for (std::string const& name : order) {
      auto const& methods = contenders[name];
      best.push_back(*std::min_element(methods.begin(), methods.end(), is_better));
      for (Contestant* const other : methods) {
        if (other != best.back() && other->failure) {
          outcome_.remarks.emplace_back(other->failure->what());
        }
      }
    }
    return best;
  }

  static bool is_better(Contestant const* left, Contestant const* right) {
    auto const rank = [](Contestant const& contestant) {
      bool const has_run = !contestant.measurement.samples.noreuse_ms.empty();
      double const ms = has_run ? spread_of(contestant.measurement.samples.noreuse_ms).median : 0;
      return std::tuple{contestant.failure.has_value(), !contestant.is_right(), ms};
    };
    return rank(*left) < rank(*right);
  }

  void measure_reuse(std::vector<Contestant*> best) {
    std::erase_if(best,
                  [](Contestant const* contestant) { return !contestant->method->can_reuse(); });
    for (Contestant* const contestant : best) {
      attempt(*contestant, [&] {
        contestant->method->multiply_to_reuse();
        contestant->measurement.reuse_report = contestant->method->report();
      });
    }
    Rounds rounds{options_.stop};
    for (int round = 0; round < options_.warmup; ++round) {
      reuse_in_turn(best, {"reuse", round, false});
    }
    for (bool is_last = false; !is_last;) {
      is_last = rounds.next_is_last(repetitions_of_reuse(best));
      reuse_in_turn(best, {"reuse", rounds.asked() - 1, true});
    }
    for (Contestant* const contestant : best) {
      attempt(*contestant, [&] {
        contestant->measurement.reuse_checked =
            check(*contestant, contestant->method->result(), "reuse");
        contestant->method->release();
      });
    }
  }

  /// A turn of each contestant with the new values of a round.
  void reuse_in_turn(std::vector<Contestant*> const& contestants, Turn const& turn) {
    problem_.change_values(++generation_);
    contest_.update_values(problem_);
    // Making new values idles the device and evicts caches, so the first method would pay. Each
    // method takes one turn that does not count.
    multiply_again(contestants, turn, false);
    multiply_again(contestants, turn, turn.counts);
  }

  void multiply_again(std::vector<Contestant*> const& contestants, Turn const& turn, bool counts) {
    for (Contestant* const contestant : contestants) {
      tell_of(turn, *contestant);
      attempt(*contestant, [&] {
        double const ms = contestant->method->multiply_again();
        if (counts) contestant->measurement.samples.reuse_ms.push_back(ms);
      });
    }
  }

  Contest& contest_;
  Problem& problem_;
  Options const& options_;
  Progress& progress_;
  std::vector<Contestant> contestants_;
  ContestOutcome outcome_;
  int generation_ = 0;  ///< of the values of A
};

}  // namespace

ContestOutcome measure(Contest& contest, Problem& problem, Options const& options,
                       Progress& progress) {
  ContestOutcome outcome = Measuring{contest, problem, options, progress}.run();
  progress.clear();
  return outcome;
}

}  // namespace araios::perf
