// SPDX-License-Identifier: BSD-3-Clause
// One C = A·B to be measured: its operands on the host, and the check of its result.
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
/// B is the sum of two outer products of vectors, B = f·gᵀ + u·vᵀ, so that the serial reference
/// (A·f)·gᵀ + (A·u)·vᵀ takes O(nnz + m·n): a product whose entries are out of place still differs.
class SpMmProblem {
 public:
  /// Reads or generates A, with values that the scalar of `options` holds exactly.
  ///
  /// Throws: what load_matrix throws.
  SpMmProblem(std::string const& source, SpMmOptions const& options);

  std::string const& matrix() const { return matrix_; }
  HostMatrix const& a() const { return a_; }
  /// An element of B: a multiple of 1/64 of at most 8, exact in float.
  double b(std::size_t row, std::size_t column) const {
    return left_[0][row] * right_[0][column] + left_[1][row] * right_[1][column];
  }
  std::int64_t num_rows() const { return a_.graph.num_rows; }
  std::int64_t num_cols() const { return a_.graph.num_cols; }
  std::int64_t num_columns() const { return static_cast<std::int64_t>(right_[0].size()); }
  /// A has rows and columns; B and C always have columns.
  bool has_size() const { return num_rows() > 0 && num_cols() > 0; }
  std::int64_t nnz() const { return num_entries(a_); }
  /// What the user should know of the source, such as entries that were added up.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// Says where C, row by row, first differs from A·B; empty when it does not. An element may
  /// differ from the sum of its products by eps of the scalar · (entries of the row) · Σ|a| ·
  /// max|b|.
  std::string difference_from_reference(std::vector<double> const& c) const;

 private:
  using Vectors = std::array<std::vector<double>, 2>;

  std::vector<std::string> remarks_;  // filled while a_ is read, so before it
  std::string matrix_;
  HostMatrix a_;
  double epsilon_;
  Vectors left_;
  Vectors right_;
};

}  // namespace araios::perf
