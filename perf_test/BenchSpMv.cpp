// SPDX-License-Identifier: BSD-3-Clause
// spmv: times and checks matrix-vector products, and compares with other libraries, on one matrix
// or a folder.
#include "measure/SpMvContest.hpp"
#include "methods/DensePeers.hpp"
#include "methods/SpMvPeers.hpp"
#include "options/SpMvOptions.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/SpMvProblem.hpp"
#include "report/RepeatedRun.hpp"
#include "report/RunDriver.hpp"
#include "report/SpMvReport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
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

class Driver : public RepeatedDriver {
 public:
  using options_type = SpMvOptions;
  using record_type = SpMvRecord;

  explicit Driver(SpMvOptions const& options)
      : options_{options}, space_{report_space(options.space.back_end)} {}

  std::string announcement() const {
    return fmt::format("{} with concurrency {}, triad {:.1f} GB/s\n",
                       name_of(options_.space.back_end), space_.concurrency, space_.triad_gbs);
  }

  SpMvProblem load(std::string const& source) {
    auto const& listed = options_.sources_of_directory;
    is_of_directory_ = std::find(listed.begin(), listed.end(), source) != listed.end();
    return load_problem<SpMvProblem>(source);
  }

  bool takes(SpMvProblem const& problem) const { return !is_of_directory_ || !is_trivial(problem); }

  /// The lengths of rows stand between two tables; in a folder one head serves all rows.
  std::string introduction(SpMvProblem const& problem, std::string const& place) {
    std::string const size = size_line(problem, place);
    if (!takes(problem)) {
      return size +
             fmt::format("  skipped: trivial (fewer than {} rows, {} columns or {} entries)\n",
                         least_rows, least_columns, least_entries);
    }
    if (!is_of_directory_) {
      return size + row_length_lines(problem.row_lengths()) + spmv_table_header();
    }
    return (std::exchange(has_head_, true) ? "" : spmv_table_header()) + size;
  }

  std::unique_ptr<RepeatedContest> contest(SpMvProblem const& problem, int) const {
    return make_spmv_contest(problem, options_);
  }

  std::vector<SpMvRecord> records(SpMvProblem const& problem, RepeatedContest const&,
                                  std::vector<MethodTimes> const& all) const {
    std::vector<SpMvRecord> records;
    records.reserve(all.size());
    for (MethodTimes const& times : all) {
      records.push_back({record_of_run(options_, problem.matrix(), times), problem.num_rows(),
                         problem.num_cols(), problem.nnz(), problem.row_lengths(),
                         work_of(problem, options_.offset), space_.triad_gbs});
    }
    return records;
  }

  static std::string rows(std::vector<SpMvRecord> const& records) {
    return spmv_table_rows(records);
  }
  static PeerVersions peer_versions() { return versions_of_dense_peers(); }

 private:
  SpMvOptions const& options_;
  SpaceReport space_;
  bool is_of_directory_ = false;
  bool has_head_ = false;
};

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("spmv", argc, argv, parse_spmv_options, run_and_write<Driver>);
}
