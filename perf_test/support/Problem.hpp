// SPDX-License-Identifier: BSD-3-Clause
// One product to be measured: its operands on the host, its name and its counts.
#pragma once

#include "HostMatrix.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

/// C = A·B, A m×k, B k×n.
class Problem {
 public:
  /// Reads or generates A, and B where a source is given; else B is A, or its transpose where A is
  /// not square.
  ///
  /// Throws: what load_matrix throws; Failure (bad_input) if the shapes do not fit.
  Problem(std::string const& a_source, std::optional<std::string> const& b_source);

  std::string const& matrix() const { return matrix_; }
  /// A*A, A*A^T or A*B.
  std::string const& operation() const { return operation_; }
  HostMatrix const& a() const { return a_; }
  HostMatrix const& b() const { return b_; }
  /// A and B share their arrays.
  bool b_is_a() const { return b_is_a_; }
  /// Number of multiply-adds, f_m.
  std::int64_t work() const { return work_; }

  /// What the user should know of the sources, such as entries that were added up.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// Gives each entry of A another value of like size, a different one for each generation;
  /// generation 0 restores the matrix as it was read.
  void change_values(int generation);

 private:
  std::vector<std::string> remarks_;  // filled while a_ is read, so before it
  std::string matrix_;
  std::string operation_;
  HostMatrix a_;
  HostMatrix b_;
  bool b_is_a_ = false;
  std::int64_t work_ = 0;
  std::vector<double> values_as_read_;
};

/// Reads or generates a matrix; adds what the user should know of it to `remarks`.
///
/// Throws: what load_matrix throws.
HostMatrix load_source(std::string const& source, std::vector<std::string>& remarks);

/// The name of a matrix in tables: a generator as it is written, a file without folder and suffix.
std::string name_of_source(std::string const& source);

}  // namespace araios::perf
