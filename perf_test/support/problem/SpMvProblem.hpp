// SPDX-License-Identifier: BSD-3-Clause
// One product y = A·x to measure: its operands on the host, and the check of its result.
#pragma once

#include "base/HostMatrix.hpp"
#include "base/RowLengths.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace araios::perf {

/// A m×n, x n, y m.
class SpMvProblem {
 public:
  /// Reads or generates A, and an x of mixed signs and magnitudes.
  ///
  /// Throws: what load_matrix throws.
  explicit SpMvProblem(std::string const& source);
  /// The same with a matrix of this name.
  SpMvProblem(std::string matrix, HostMatrix a);

  std::string const& matrix() const { return matrix_; }
  HostMatrix const& a() const { return a_; }
  std::vector<double> const& x() const { return x_; }
  std::int64_t num_rows() const { return a_.graph.num_rows; }
  std::int64_t num_cols() const { return a_.graph.num_cols; }
  /// Whether A has rows and columns.
  bool has_size() const { return num_rows() > 0 && num_cols() > 0; }
  std::int64_t nnz() const { return num_entries(a_); }
  RowLengths const& row_lengths() const { return row_lengths_; }
  /// Remarks on the source for the user, such as repeated entries that were summed.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// Describes where y first differs from A·x; empty if it does not. An element may differ from the
  /// sum of its products by eps · (entries of the row) · Σ|a·x|.
  std::string difference_from_reference(std::vector<double> const& y) const;

 private:
  std::vector<std::string> remarks_;  // declared before a_, which fills it
  std::string matrix_;
  HostMatrix a_;
  std::vector<double> x_;
  RowLengths row_lengths_;
};

}  // namespace araios::perf
