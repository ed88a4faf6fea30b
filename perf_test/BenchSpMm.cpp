// SPDX-License-Identifier: BSD-3-Clause
// spmm: times and checks products of a sparse and a dense matrix, and compares with other
// libraries.
#include "measure/SpMmContest.hpp"
#include "methods/DensePeers.hpp"
#include "methods/SpMmPeers.hpp"
#include "options/SpMmOptions.hpp"
#include "problem/LoadProblem.hpp"
#include "problem/SpMmProblem.hpp"
#include "report/RepeatedRun.hpp"
#include "report/RunDriver.hpp"
#include "report/SpMmReport.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

class Driver : public RepeatedDriver {
 public:
  using options_type = SpMmOptions;
  using record_type = SpMmRecord;

  explicit Driver(SpMmOptions const& options) : options_{options} {}

  SpMmProblem load(std::string const& source) const {
    return load_problem<SpMmProblem>(source, options_);
  }

  std::string introduction(SpMmProblem const& problem, std::string const& place) {
    return (std::exchange(has_head_, true) ? "" : spmm_table_header()) +
           size_line(problem, options_, place);
  }

  std::unique_ptr<RepeatedContest> contest(SpMmProblem const& problem, int) const {
    return make_spmm_contest(problem, options_);
  }

  std::vector<SpMmRecord> records(SpMmProblem const& problem, RepeatedContest const&,
                                  std::vector<MethodTimes> const& all) const {
    std::vector<SpMmRecord> records;
    records.reserve(all.size());
    for (MethodTimes const& times : all) {
      records.push_back({record_of_run(options_, problem.matrix(), times), options_.scalar,
                         options_.layout, problem.num_rows(), problem.num_cols(), problem.nnz(),
                         problem.num_columns()});
    }
    return records;
  }

  static std::string rows(std::vector<SpMmRecord> const& records) {
    return spmm_table_rows(records);
  }
  static PeerVersions peer_versions() { return versions_of_dense_peers(); }

 private:
  SpMmOptions const& options_;
  bool has_head_ = false;
};

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("spmm", argc, argv, parse_spmm_options, run_and_write<Driver>);
}
