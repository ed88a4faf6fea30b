// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends to the compiled contests, and what the products are called.
#include "measure/BlocksContest.hpp"

#include "options/VisitTypes.hpp"

#include <fmt/format.h>

namespace araios::perf {

std::vector<BlocksProduct> products_of(BlocksProblem const& problem) {
  std::vector<BlocksProduct> products{BlocksProduct::square, BlocksProduct::square_reuse,
                                      BlocksProduct::vector, BlocksProduct::dense};
  if (problem.p()) {
    products.push_back(BlocksProduct::triple);
    products.push_back(BlocksProduct::triple_reuse);
  }
  return products;
}

std::string operation_of(BlocksProduct product, BlocksOptions const& options) {
  switch (product) {
    case BlocksProduct::vector:
      return "A*x";
    case BlocksProduct::dense:
      return fmt::format("A*B, {} columns", options.columns);
    case BlocksProduct::triple:
    case BlocksProduct::triple_reuse:
      return "R*(A*P)";
    default:
      return "A*A";
  }
}

std::string phase_of(BlocksProduct product) {
  switch (product) {
    case BlocksProduct::vector:
    case BlocksProduct::dense:
      return "call";
    case BlocksProduct::square_reuse:
    case BlocksProduct::triple_reuse:
      return "reuse";
    default:
      return "noreuse";
  }
}

std::int64_t work_of(BlocksProduct product, BlocksProblem const& problem) {
  switch (product) {
    case BlocksProduct::vector:
      return problem.nnz();
    case BlocksProduct::dense:
      return problem.nnz() * problem.dense().num_columns();
    case BlocksProduct::triple:
    case BlocksProduct::triple_reuse:
      return problem.work_of_triple();
    default:
      return problem.work_of_square();
  }
}

std::unique_ptr<RepeatedContest> make_blocks_contest(BlocksProblem const& problem,
                                                     BlocksOptions const& options,
                                                     BlocksProduct product) {
  return visit_space(options.space.back_end, [&]<class Space>(Space*) {
    return make_blocks_contest_on<Space>(problem, options, product);
  });
}

}  // namespace araios::perf
