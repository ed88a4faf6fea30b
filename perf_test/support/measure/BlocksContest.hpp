// SPDX-License-Identifier: BSD-3-Clause
// All methods of one product of a matrix of blocks.
#pragma once

#include "measure/RepeatedMethod.hpp"
#include "options/BlocksOptions.hpp"
#include "problem/BlocksProblem.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace araios::perf {

/// The products that are timed. `reuse` is the numeric phase again, by a kept plan.
enum class BlocksProduct { square, square_reuse, vector, dense, triple, triple_reuse };

/// Those of a problem; the triple product needs a P.
std::vector<BlocksProduct> products_of(BlocksProblem const& problem);

/// As in files: A*A, A*x, "A*B, 8 columns" or R*(A*P).
std::string operation_of(BlocksProduct product, BlocksOptions const& options);
/// As in files: noreuse, reuse, or call where there is no plan.
std::string phase_of(BlocksProduct product);

/// Multiply-adds of the product, of A and P as they are read.
std::int64_t work_of(BlocksProduct product, BlocksProblem const& problem);

/// Copies the operands to the memory of the chosen execution space.
///
/// Pre: the problem outlives the contest.
std::unique_ptr<RepeatedContest> make_blocks_contest(BlocksProblem const& problem,
                                                     BlocksOptions const& options,
                                                     BlocksProduct product);

/// The same for one execution space; each is instantiated in a separate file.
template <class Space>
std::unique_ptr<RepeatedContest> make_blocks_contest_on(BlocksProblem const& problem,
                                                        BlocksOptions const& options,
                                                        BlocksProduct product);

}  // namespace araios::perf
