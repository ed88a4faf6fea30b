// SPDX-License-Identifier: BSD-3-Clause
// The line that says what a long product is doing, by a clock that the test sets.
#include "base/Progress.hpp"
#include "base/StopRule.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

namespace araios::perf {
namespace {

struct ProgressLine : testing::Test {
  /// What is written for a step at this second.
  std::string at(double seconds, std::string const& text) {
    now = seconds;
    terminal.str("");
    progress.step([&text] { return text; });
    return terminal.str();
  }

  double now = 100;
  std::ostringstream terminal;
  Progress progress{terminal, [this] { return now; }};
};

TEST_F(ProgressLine, StagesAreShownAtOnceAndStepsFromTimeToTime) {
  progress.begin("a");
  progress.stage("reading");
  EXPECT_EQ(terminal.str(), "\r\033[Ka: reading");
  EXPECT_EQ(at(100.2, "one"), "");
  EXPECT_EQ(at(100.25, "two"), "\r\033[Ka: two");
  EXPECT_EQ(at(100.4, "three"), "");
  progress.stage("checking");
  EXPECT_EQ(terminal.str(), "\r\033[Ka: checking");
  EXPECT_EQ(at(100.6, "four"), "") << "counted from the stage";
}

TEST_F(ProgressLine, IsClearedOnce) {
  progress.clear();
  EXPECT_EQ(terminal.str(), "");
  progress.begin("a");
  progress.stage("reading");
  terminal.str("");
  progress.clear();
  progress.clear();
  EXPECT_EQ(terminal.str(), "\r\033[K");
}

TEST_F(ProgressLine, DoesNotWrap) {
  progress.begin(std::string(200, 'a'));
  progress.stage("last");
  EXPECT_EQ(terminal.str().size(), std::string("\r\033[K").size() + 79);
  EXPECT_TRUE(terminal.str().ends_with("aa: last"));
}

TEST(Progress, CountsRepetitionsWhereTheirNumberIsKnown) {
  EXPECT_EQ(repetition_text(3, {5}), "repetition 3 of 5");
  EXPECT_EQ(repetition_text(3, {5, 1, std::nullopt}), "repetition 3");
}

TEST(Progress, WithoutATerminalDoesNotEvenMakeTheText) {
  Progress progress;
  progress.begin("a");
  progress.stage("reading");
  EXPECT_NO_THROW(progress.step([]() -> std::string { throw std::string{"made"}; }));
  progress.clear();
}

}  // namespace
}  // namespace araios::perf
