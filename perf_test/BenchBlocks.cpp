// SPDX-License-Identifier: BSD-3-Clause
// blocks: times and checks products of matrices of dense blocks, beside those of the same matrices
// as scalars and of other libraries.
#include "measure/BlocksContest.hpp"
#include "methods/BlocksPeers.hpp"
#include "options/BlocksOptions.hpp"
#include "problem/BlocksProblem.hpp"
#include "problem/LoadProblem.hpp"
#include "report/BlocksReport.hpp"
#include "report/RepeatedRun.hpp"
#include "report/RunDriver.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

class Driver : public RepeatedDriver {
 public:
  using options_type = BlocksOptions;
  using record_type = BlocksRecord;

  explicit Driver(BlocksOptions const& options) : options_{options} {}

  BlocksProblem load(std::string const& source) const {
    return load_problem<BlocksProblem>(source, options_);
  }

  std::string introduction(BlocksProblem const& problem, std::string const& place) {
    std::string const head = std::exchange(has_head_, true) ? "" : blocks_table_header();
    std::string const note = problem.p() ? "" : "  without a triple product: --pmtx names no P\n";
    return head + size_line(problem, place) + note;
  }

  static int num_contests(BlocksProblem const& problem) {
    return static_cast<int>(products_of(problem).size());
  }

  std::unique_ptr<RepeatedContest> contest(BlocksProblem const& problem, int i) {
    product_ = products_of(problem)[static_cast<std::size_t>(i)];
    return make_blocks_contest(problem, options_, product_);
  }

  std::vector<BlocksRecord> records(BlocksProblem const& problem, RepeatedContest const&,
                                    std::vector<MethodTimes> const& all) const {
    auto const work = work_of(product_, problem);
    std::vector<BlocksRecord> records;
    records.reserve(all.size());
    for (MethodTimes const& times : all) {
      records.push_back({record_of_run(options_, problem.matrix(), times),
                         operation_of(product_, options_), phase_of(product_),
                         problem.shape_of_a().rows, problem.num_rows(), problem.nnz(),
                         problem.num_blocks(), work});
    }
    return records;
  }

  static std::string rows(std::vector<BlocksRecord> const& records) {
    return blocks_table_rows(records);
  }
  static PeerVersions peer_versions() { return {}; }

 private:
  BlocksOptions const& options_;
  bool has_head_ = false;
  BlocksProduct product_ = BlocksProduct::square;  ///< of the last contest
};

}  // namespace
}  // namespace araios::perf

int main(int argc, char** argv) {
  using namespace araios::perf;
  return run_driver("blocks", argc, argv, parse_blocks_options, run_and_write<Driver>);
}
