// SPDX-License-Identifier: BSD-3-Clause
// A matrix that is cut into blocks: the operands of its products on the host, and their checks.
#pragma once

#include "base/HostMatrix.hpp"
#include "options/BlocksOptions.hpp"
#include "problem/BlockElements.hpp"
#include "problem/SpMmProblem.hpp"
#include "problem/SpMvProblem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

/// A·A, A·x, A·B with a dense B, and with a P also R·(A·P), where R = Pᵀ.
class BlocksProblem {
 public:
  /// Reads or generates A and P.
  ///
  /// Throws: what load_matrix throws; Failure (usage) without a size of blocks; Failure (bad input)
  ///         if A is not square, or shapes do not fit.
  BlocksProblem(std::string const& source, BlocksOptions const& options);

  std::string const& matrix() const { return matrix_; }
  HostMatrix const& a() const { return vectors_.a(); }
  std::optional<HostMatrix> const& p() const { return p_; }
  BlockShape shape_of_a() const { return {block_size_, block_size_}; }
  BlockShape shape_of_p() const { return {block_size_, coarse_block_size_}; }
  std::int64_t num_rows() const { return a().graph.num_rows; }
  std::int64_t nnz() const { return num_entries(a()); }
  /// Whether A has rows.
  bool has_size() const { return num_rows() > 0; }
  /// Blocks of A with an entry.
  std::int64_t num_blocks() const;
  /// Remarks on the sources for the user, such as repeated entries that were summed.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// A·x and A·B, with the same A.
  SpMvProblem const& vectors() const { return vectors_; }
  SpMmProblem const& dense() const { return dense_; }

  /// Multiply-adds of A·A, and of A·P and R·(A·P), for A and P as they are read.
  std::int64_t work_of_square() const;
  std::int64_t work_of_triple() const;

  /// Describes where C first differs from A·A, or from R·(A·P); empty if it does not. `filled`: C
  /// has all elements of its blocks; otherwise those of A and P as they are read.
  std::string difference_from_square(HostResult const& c, bool filled, bool sorted) const;
  std::string difference_from_triple(HostResult const& c, bool filled) const;

 private:
  std::vector<std::string> remarks_;  // declared before what is read, which fills it
  std::string matrix_;
  int block_size_;
  int coarse_block_size_;
  SpMvProblem vectors_;
  SpMmProblem dense_;
  std::optional<HostMatrix> p_;
  HostMatrix filled_a_;
};

}  // namespace araios::perf
