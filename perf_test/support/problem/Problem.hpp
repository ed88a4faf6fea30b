// SPDX-License-Identifier: BSD-3-Clause
// One product to measure: its operands on the host, its name and its counts.
#pragma once

#include "base/HostMatrix.hpp"
#include "options/Options.hpp"
#include "problem/HostOperands.hpp"
#include "problem/Reference.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace araios::perf {

/// C = A·B, A m×k, B k×n.
class Problem {
 public:
  /// Reads or generates the operands of `options` and one A.
  ///
  /// B is --bmtx if given; otherwise A, or its transpose if A is not square. With --rmtx the
  /// operands are R and the product of A and B, which this library computes here.
  ///
  /// Throws: what load_matrix throws; Failure (bad_input) if the shapes do not fit; Failure
  ///         (wrong_result) if that product is wrong and `options` asks for checks.
  Problem(std::string const& a_source, Options const& options);

  std::string const& matrix() const { return matrix_; }
  /// A*A, A*A^T, A^T*A, A*B or R*(A*P).
  std::string const& operation() const { return operation_; }
  /// Pre: Scalar is that of the options.
  template <class Scalar>
  HostOperands<Scalar> const& operands() const {
    return std::get<HostOperands<Scalar>>(operands_);
  }
  HostGraph a() const {
    return std::visit([](auto const& operands) { return operands.a.graph; }, operands_);
  }
  HostGraph b() const {
    return std::visit([](auto const& operands) { return operands.b.graph; }, operands_);
  }
  bool is_complex() const { return std::holds_alternative<HostOperands<Complex>>(operands_); }
  /// Whether A and B have rows and columns.
  bool has_size() const { return a().num_rows > 0 && b().num_rows > 0 && b().num_cols > 0; }
  /// Whether A and B share their arrays.
  bool b_is_a() const {
    return std::visit([](auto const& operands) { return operands.b_is_a; }, operands_);
  }
  /// The number of multiply-adds, f_m.
  std::int64_t work() const { return work_; }

  /// Remarks on the sources for the user, such as repeated entries that were summed.
  std::vector<std::string> const& remarks() const { return remarks_; }

  /// Scales the entries of A by factors near one that depend on the generation. Generation 0
  /// restores the original values.
  void change_values(int generation);

  /// Describes where C first differs from A·B; empty if it does not.
  ///
  /// Pre: the scalar of C is that of the options.
  std::string difference_from_reference(AnyHostResult const& c, Comparison const& comparison) const;

 private:
  template <class Scalar>
  HostOperands<Scalar> read(std::string const& a_source, Options const& options);
  template <class Scalar>
  HostOperands<Scalar> read_pair(std::string const& a_source,
                                 std::optional<std::string> const& b_source);

  std::vector<std::string> remarks_;
  std::string matrix_;
  std::string operation_;
  AnyHostOperands operands_;
  std::int64_t work_ = 0;
};

}  // namespace araios::perf
