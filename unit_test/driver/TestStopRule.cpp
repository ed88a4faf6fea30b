// SPDX-License-Identifier: BSD-3-Clause
// The statistics of repetitions, and when these end; all times are given, none is measured.
#include "base/Progress.hpp"
#include "base/Spread.hpp"
#include "base/StopRule.hpp"
#include "measure/RepeatedMethod.hpp"
#include "measure/TakeTurns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

using Samples = std::vector<double>;

TEST(Spread, QuartilesAreInterpolated) {
  auto const odd = spread_of({5, 1, 2, 4, 3});
  EXPECT_EQ(std::vector({odd.min, odd.q1, odd.median, odd.q3, odd.max}), Samples({1, 2, 3, 4, 5}));
  EXPECT_EQ(odd.repeats, 5);
  auto const even = spread_of({4, 1, 2, 3});
  EXPECT_EQ(std::vector({even.q1, even.median, even.q3}), Samples({1.75, 2.5, 3.25}));
  auto const single = spread_of({7});
  EXPECT_EQ(std::vector({single.min, single.q1, single.q3, single.max}), Samples({7, 7, 7, 7}));
}

TEST(Spread, NoiseIsTheNotchOverTheMedian) {
  EXPECT_DOUBLE_EQ(spread_of({1, 2, 3, 4, 5}).noise().value(), 1.57 * 2 / std::sqrt(5) / 3);
  EXPECT_EQ(spread_of({2, 2, 2, 2, 2}).noise(), 0);
}

TEST(Spread, FewRepetitionsTellNothingOfTheNoise) {
  EXPECT_EQ(spread_of({1, 2, 3, 4}).noise(), std::nullopt);
  EXPECT_EQ(spread_of({0, 0, 0, 0, 0}).noise(), std::nullopt);
}

TEST(StopRule, TheNumberAloneDecidesWithoutFlags) {
  StopRule const rule{3};
  EXPECT_EQ(stop_of(rule, {1, 9}), std::nullopt);
  EXPECT_EQ(stop_of(rule, {1, 9, 100}), Stop::repeat);
}

TEST(StopRule, TimeIsThatOfAllRepetitions) {
  StopRule const rule{2, 1.0, std::nullopt};
  EXPECT_EQ(stop_of(rule, {2000}), std::nullopt) << "--repeat is the least number";
  EXPECT_EQ(stop_of(rule, {400, 599}), std::nullopt);
  EXPECT_EQ(stop_of(rule, {400, 600}), Stop::reached);
}

TEST(StopRule, NoiseMustBeKnownAndSmall) {
  StopRule const rule{1, 0, 0.01};
  EXPECT_EQ(stop_of(rule, {5, 5, 5, 5}), std::nullopt) << "four tell nothing";
  EXPECT_EQ(stop_of(rule, {5, 5, 5, 5, 5}), Stop::reached);
  EXPECT_EQ(stop_of(rule, {4, 5, 5, 6, 6}), std::nullopt);
}

TEST(StopRule, BothMustHold) {
  StopRule const rule{1, 0.03, 0.01};
  EXPECT_EQ(stop_of(rule, Samples(5, 5.0)), std::nullopt) << "25 ms";
  EXPECT_EQ(stop_of(rule, Samples(6, 5.0)), Stop::reached);
  EXPECT_EQ(stop_of(rule, {1, 5, 10, 20, 40}), std::nullopt) << "too noisy";
}

TEST(StopRule, TheMaximumEndsWhatIsNeverReached) {
  StopRule const noise{1, 0, 1e-4};
  Samples const long_ones{1e4, 2e4, 1e4, 2e4};
  EXPECT_EQ(stop_of(noise, long_ones), Stop::maximum) << "60 s";
  EXPECT_EQ(stop_of({1, 61, 1e-4}, long_ones), std::nullopt) << "more was asked for";
  Samples many(most_repeats, 1e-3);
  for (std::size_t i = 0; i < many.size(); i += 2) many[i] = 2e-3;
  EXPECT_EQ(stop_of({1, 0, 1e-6}, many), Stop::maximum);
  many.pop_back();
  EXPECT_EQ(stop_of({1, 0, 1e-6}, many), std::nullopt);
  EXPECT_EQ(stop_of({most_repeats, 1, std::nullopt}, many), std::nullopt) << "--repeat goes before";
}

/// How many rounds a rule asks for where each method has the same time in all rounds.
int rounds_of(StopRule const& rule, Samples const& ms_of_methods) {
  Rounds rounds{rule};
  std::vector<Samples> samples(ms_of_methods.size());
  std::vector<Stop> stops(ms_of_methods.size());
  for (bool is_last = false; !is_last;) {
    std::vector<Repetitions> all;
    for (std::size_t i = 0; i < samples.size(); ++i) all.push_back({samples[i], stops[i]});
    is_last = rounds.next_is_last(all);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i].push_back(ms_of_methods[i]);
  }
  return rounds.asked();
}

TEST(Rounds, ArePlainRepetitionsWithoutFlags) {
  for (int const repeat : {1, 2, 11}) {
    EXPECT_EQ(rounds_of({repeat}, {1, 2}), repeat);
    EXPECT_EQ(rounds_of({repeat}, {}), repeat) << "all methods failed";
  }
}

TEST(Rounds, GoOnUntilTheFastestMethodHasEnough) {
  // 0.1 s of 10 ms each are 10 rounds; the last round is known beforehand.
  EXPECT_EQ(rounds_of({1, 0.1, std::nullopt}, {50, 10}), 11);
  EXPECT_EQ(rounds_of({20, 0.1, std::nullopt}, {50, 10}), 20);
  EXPECT_EQ(rounds_of({1, 0, 0.05}, {50, 10}), least_repeats_of_noise + 1);
}

TEST(Rounds, LookSeldomWhereTheyAreMany) {
  int const rounds = rounds_of({1, 1.0, std::nullopt}, {0.1});
  EXPECT_GT(rounds, 10'000);
  EXPECT_LE(rounds, 11'001) << "at most a tenth too many";
}

/// A method whose calls take the times of a list, over and over.
class ListedMethod final : public RepeatedMethod {
 public:
  ListedMethod(std::string name, Samples ms) : name_{std::move(name)}, ms_{std::move(ms)} {}
  std::string library() const override { return name_; }
  std::string algorithm() const override { return "listed"; }
  double set_up() override { return 0; }
  double multiply(int calls) override { return calls * ms_[next_++ % ms_.size()]; }

 private:
  std::string name_;
  Samples ms_;
  std::size_t next_ = 0;
};

class ListedContest final : public RepeatedContest {
 public:
  explicit ListedContest(std::vector<std::pair<std::string, Samples>> const& all) {
    for (auto const& [name, ms] : all) methods_.push_back(std::make_unique<ListedMethod>(name, ms));
  }
  void poison_result() const override {}
  std::string difference() const override { return {}; }
};

TEST(TakeTurns, RecordsWhyEachMethodStopped) {
  ListedContest contest{{{"steady", {2}}, {"noisy", {1e4, 4e4}}}};
  auto const of_rule = [&](StopRule const& rule) {
    Progress silent;
    RepeatedOptions options;
    options.stop = rule;
    options.calls = 1;
    return take_turns(contest, options, silent).times;
  };
  auto const plain = of_rule({3});
  EXPECT_EQ(std::pair(plain[0].stop, plain[1].stop), std::pair(Stop::repeat, Stop::repeat));
  EXPECT_EQ(plain[0].ms.repeats, 3);
  auto const by_noise = of_rule({1, 0, 0.01});
  EXPECT_EQ(std::pair(by_noise[0].stop, by_noise[1].stop), std::pair(Stop::reached, Stop::maximum));
  EXPECT_EQ(by_noise[0].ms.repeats, by_noise[1].ms.repeats) << "they take turns to the end";
}

}  // namespace
}  // namespace araios::perf
