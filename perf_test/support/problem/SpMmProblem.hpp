// SPDX-License-Identifier: BSD-3-Clause
// One product C = A·B to measure: its operands on the host, and the check of its result.
#pragma once

#include "base/HostMatrix.hpp"
#include "options/SpMmOptions.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios::perf {

/// A m×k, B k×n, C m×n.
///
/// B is a sum of two outer products, B = f·gᵀ + u·vᵀ. So the serial reference (A·f)·gᵀ + (A·u)·vᵀ
/// costs O(nnz + m·n), and yet detects entries out of place.
class SpMmProblem {
 public:
  /// Reads or generates A, with values that the scalar of `options` represents exactly.
  ///
  /// Throws: what load_matrix throws.
  SpMmProblem(std::string const& source, SpMmOptions const& options);
  /// The same with a matrix of this name, in double.
  SpMmProblem(std::string matrix, HostMatrix a, int num_columns);

  std::string const& matrix() const { return matrix_; }
  HostMatrix const& a() const { return a_; }
  /// An element of B: a multiple of 1/64 of at most 8, exact in float.
  double b(std::size_t row, std::size_t column) const {
    return left_[0][row] * right_[0][column] + left_[1][row] * right_[1][column];
  }
  std::int64_t num_rows() const { return a_.graph.num_rows; }
  std::int64_t num_cols() const { return a_.graph.num_cols; }
  std::int64_t num_columns() const { return static_cast<std::int64_t>(right_[0].size()); }
  /// Whether A has rows and columns; B and C always have columns.
  bool has_size() const { return num_rows() > 0 && num_cols() > 0; }
  std::int64_t nnz() const { return num_entries(a_); }
  /// Remarks on the source for the user, such as repeated entries that were summed.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// Describes where C, in row-major order, first differs from A·B; empty if it does not. An
  /// element may differ from the sum of its products by eps of the scalar · (entries of the row) ·
  /// Σ|a| · max|b|.
  std::string difference_from_reference(std::vector<double> const& c) const;

 private:
  using Vectors = std::array<std::vector<double>, 2>;

  void make_b(std::size_t num_columns);

  std::vector<std::string> remarks_;  // declared before a_, which fills it
  std::string matrix_;
  HostMatrix a_;
  double epsilon_;
  Vectors left_;
  Vectors right_;
};

}  // namespace araios::perf
