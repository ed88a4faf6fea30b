// SPDX-License-Identifier: BSD-3-Clause
// The common run of drivers: wrong results and failing sources, and that the others go on.
#include "report/RepeatedRun.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace araios::perf {

struct ListedOptions : RepeatedOptions {};

/// No peer is listed.
std::string why_skipped(Peer, ListedOptions const&) { return "not asked for"; }

namespace {

struct ListedProblem {
  std::string name;

  std::string const& matrix() const { return name; }
  static std::vector<std::string> remarks() { return {}; }
  static bool has_size() { return true; }
};

class InstantMethod final : public RepeatedMethod {
 public:
  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return "instant"; }
  double set_up() override { return 0; }
  double multiply(int calls) override { return calls; }
};

class ListedContest final : public RepeatedContest {
 public:
  explicit ListedContest(bool is_right) : is_right_{is_right} {
    methods_.push_back(std::make_unique<InstantMethod>());
  }
  void poison_result() const override {}
  std::string difference() const override { return is_right_ ? "" : "element 3 is 1, expected 2"; }

 private:
  bool is_right_;
};

struct ListedRecord : RepeatedRecord {};

Fields fields_of(ListedRecord const& record) { return fields_of(record, "matrix", {}, {}); }

class ListedDriver : public RepeatedDriver {
 public:
  using options_type = ListedOptions;
  using record_type = ListedRecord;

  explicit ListedDriver(ListedOptions const&) {}

  static ListedProblem load(std::string const& source) {
    if (source == "missing") throw Failure{ExitCode::bad_input, "cannot be read"};
    return {source};
  }
  static std::string introduction(ListedProblem const& problem, std::string const& place) {
    return place + problem.name + "\n";
  }
  static bool takes(ListedProblem const& problem) { return problem.name != "trivial"; }
  static int num_contests(ListedProblem const&) { return 2; }
  /// Of `wrong`, the second contest alone is.
  static std::unique_ptr<RepeatedContest> contest(ListedProblem const& problem, int i) {
    return std::make_unique<ListedContest>(problem.name != "wrong" || i == 0);
  }
  static std::vector<ListedRecord> records(ListedProblem const& problem, RepeatedContest const&,
                                           std::vector<MethodTimes> const& all) {
    std::vector<ListedRecord> records;
    records.reserve(all.size());
    for (MethodTimes const& times : all) records.push_back({{problem.name, "Serial", 1, times}});
    return records;
  }
  static std::string rows(std::vector<ListedRecord> const&) { return "rows\n"; }
  static PeerVersions peer_versions() { return {}; }
};

struct Outcome {
  ExitCode code;
  RecordsOfRun run;
  std::string shown;
};

Outcome outcome_of(std::vector<std::string> const& sources) {
  ListedOptions options;
  options.sources = sources;
  options.stop = {1};
  options.calls = 1;
  Complaints complaints{"listed"};
  testing::internal::CaptureStdout();
  auto run = RepeatedRun<ListedDriver>{options, complaints}.all_sources();
  return {complaints.code(), std::move(run), testing::internal::GetCapturedStdout()};
}

/// Name and check of each record.
std::vector<std::string> checks_of(RecordsOfRun const& run) {
  std::vector<std::string> checks;
  for (Fields const& record : run.records) {
    checks.push_back(std::get<std::string>(record.front().value) + " " +
                     std::get<std::string>(record.back().value));
  }
  return checks;
}

TEST(RepeatedRun, RightResultsSucceed) {
  auto const outcome = outcome_of({"a"});
  EXPECT_EQ(outcome.code, ExitCode::success);
  EXPECT_EQ(checks_of(outcome.run), (std::vector<std::string>{"a PASS", "a PASS"}));
  EXPECT_EQ(outcome.shown, "a\nrows\nrows\n");
}

TEST(RepeatedRun, AWrongResultFailsTheRunAndIsRecorded) {
  auto const outcome = outcome_of({"wrong", "a"});
  EXPECT_EQ(outcome.code, ExitCode::wrong_result);
  EXPECT_EQ(checks_of(outcome.run),
            (std::vector<std::string>{"wrong PASS", "wrong FAIL", "a PASS", "a PASS"}));
}

TEST(RepeatedRun, SourcesThatFailOrAreNotTakenHaveNoRecords) {
  auto const outcome = outcome_of({"missing", "trivial", "a"});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_EQ(checks_of(outcome.run), (std::vector<std::string>{"a PASS", "a PASS"}));
  EXPECT_EQ(outcome.shown, "[2/3] trivial\n[3/3] a\nrows\nrows\n");
}

TEST(RepeatedRun, ColumnsAreKnownWithoutRecords) {
  auto const outcome = outcome_of({"missing"});
  EXPECT_TRUE(outcome.run.records.empty());
  EXPECT_EQ(outcome.run.columns.size(), fields_of(ListedRecord{}).size());
}

}  // namespace
}  // namespace araios::perf
