// SPDX-License-Identifier: BSD-3-Clause
// Checks that the operands of a numeric phase are those of its plan, and that C has room.
#pragma once

#include <Araios_SpGemmPlan.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The checks of one numeric phase. They read all that they compare before anything is written.
template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
class NumericChecks {
 public:
  NumericChecks(ExecutionSpace const& exec, Plan const& plan, MatrixA const& a, MatrixB const& b,
                MatrixC const& c)
      : exec_{exec}, plan_{plan}, a_{a}, b_{b}, c_{c} {}

  /// Throws: std::invalid_argument when an operand is not as planned.
  void check_patterns() const {
    auto const& data = plan_.data();
    ProblemStats const& stats = data.stats;
    PlannedPattern const a{stats.m, stats.k, stats.nnz_a, data.fingerprint_a};
    PlannedPattern const b{stats.k, stats.n, stats.nnz_b, data.fingerprint_b};
    check_pattern(a_.graph, given(a, data.options.transpose_a), "A");
    bool const is_same = is_same_graph(a_.graph, b_.graph) &&
                         given(a, data.options.transpose_a) == given(b, data.options.transpose_b);
    if (!is_same) check_pattern(b_.graph, given(b, data.options.transpose_b), "B");
  }

  /// Whether the host sees no difference from the plan. Pre: no operand is transposed.
  /// Throws: std::invalid_argument for an invalid shape.
  bool has_planned_shapes() const {
    ProblemStats const& stats = plan_.stats();
    auto const is_planned = [](auto const& graph, std::int64_t rows, std::int64_t cols,
                               std::int64_t nnz) {
      return graph.num_rows == rows && graph.num_cols == cols &&
             std::cmp_greater_equal(graph.columns.extent(0), nnz);
    };
    check_shape(a_.graph, "A");
    check_shape(b_.graph, "B");
    return is_planned(a_.graph, stats.m, stats.k, stats.nnz_a) &&
           is_planned(b_.graph, stats.k, stats.n, stats.nnz_b);
  }

  /// Throws: std::invalid_argument when an operand has too few values.
  void check_values() const {
    check_num_values(a_, plan_.stats().nnz_a, "A");
    check_num_values(b_, plan_.stats().nnz_b, "B");
  }

  /// Throws: std::invalid_argument when C is not as planned, or shares memory with an operand.
  void check_result() const {
    check_planned_result(exec_, plan_, c_);
    check_no_overlap(a_, "A");
    check_no_overlap(b_, "B");
  }

 private:
  /// The planned pattern of an operand as it was given.
  static PlannedPattern given(PlannedPattern const& planned, bool transposed) {
    if (!transposed) return planned;
    return {planned.num_cols, planned.num_rows, planned.nnz, planned.fingerprint};
  }

  template <class Graph>
  void check_pattern(Graph const& graph, PlannedPattern const& planned,
                     std::string const& name) const {
    check_shape(graph, name);
    check_planned_size(exec_, graph, first_entry(graph), planned, name);
    if (plan_.options().check_reuse) check_fingerprint(exec_, graph, planned, name);
  }

  /// The first offset. It is 0 on hosts, where operands are counted from 0 before.
  template <class Graph>
  std::int64_t first_entry(Graph const& graph) const {
    if (is_host_space_v<ExecutionSpace> || graph.num_rows == 0) return 0;
    return static_cast<std::int64_t>(element_of(exec_, graph.row_offsets, 0));
  }

  template <class Matrix>
  void check_no_overlap(Matrix const& operand, std::string const& name) const {
    ARAIOS_EXPECTS(
        !overlaps_operand(c_.values, operand) && !overlaps_operand(c_.graph.columns, operand),
        "C shares memory with " + name + ": the product cannot be formed in place");
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  MatrixA const& a_;
  MatrixB const& b_;
  MatrixC const& c_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
