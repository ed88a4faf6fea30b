// SPDX-License-Identifier: BSD-3-Clause
// Checks that the operands of a numeric phase are those of its plan, and that C has room.
#pragma once

#include <Araios_SpGemmPlan.hpp>
#include <matrix/Araios_Fingerprint.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
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
    check_pattern(a_.graph, a.given(data.options.transpose_a), "A");
    bool const is_same = is_same_graph(a_.graph, b_.graph) &&
                         a.given(data.options.transpose_a) == b.given(data.options.transpose_b);
    if (!is_same) check_pattern(b_.graph, b.given(data.options.transpose_b), "B");
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
    check_values(a_, plan_.stats().nnz_a, "A");
    check_values(b_, plan_.stats().nnz_b, "B");
  }

  /// Throws: std::invalid_argument when C is not as planned, or shares memory with an operand.
  void check_result() const {
    auto const& graph = c_.graph;
    check_shape(graph, "C");
    ARAIOS_EXPECTS(graph.num_rows == plan_.num_rows() && graph.num_cols == plan_.num_cols(),
                   "C is " + std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols) +
                       ", the plan is for " + std::to_string(plan_.num_rows()) + "×" +
                       std::to_string(plan_.num_cols()));
    ARAIOS_EXPECTS(std::cmp_greater_equal(graph.columns.extent(0), plan_.nnz()),
                   "C.columns has " + std::to_string(graph.columns.extent(0)) +
                       " elements, expected at least " + std::to_string(plan_.nnz()));
    check_values(c_, plan_.nnz(), "C");
    ARAIOS_EXPECTS(same_row_offsets(),
                   "C.row_offsets differ from those of the plan: allocate C from the plan or copy "
                   "plan.row_offsets()");
    check_no_overlap(a_, "A");
    check_no_overlap(b_, "B");
  }

 private:
  /// What the plan knows of an operand as it was given.
  struct PlannedPattern {
    std::int64_t num_rows;
    std::int64_t num_cols;
    std::int64_t nnz;
    std::uint64_t fingerprint;

    bool operator==(PlannedPattern const&) const = default;

    PlannedPattern given(bool transposed) const {
      if (!transposed) return *this;
      return {num_cols, num_rows, nnz, fingerprint};
    }
  };

  template <class Graph>
  void check_pattern(Graph const& graph, PlannedPattern const& planned,
                     std::string const& name) const {
    check_shape(graph, name);
    std::int64_t const nnz = planned.nnz;
    std::int64_t const found = num_entries(exec_, graph) - first_entry(graph);
    ARAIOS_EXPECTS(
        graph.num_rows == planned.num_rows && graph.num_cols == planned.num_cols && found == nnz,
        name + " is " + std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols) +
            " with " + std::to_string(found) + " entries, the plan was made for " +
            std::to_string(planned.num_rows) + "×" + std::to_string(planned.num_cols) + " with " +
            std::to_string(nnz) + ": make a new plan");
    ARAIOS_EXPECTS(std::cmp_less_equal(nnz, graph.columns.extent(0)),
                   name + ".columns has " + std::to_string(graph.columns.extent(0)) +
                       " elements, expected at least " + std::to_string(nnz));
    expect_filled(graph, name.c_str());
    if (!plan_.options().check_reuse) return;
    ARAIOS_EXPECTS(
        fingerprint(exec_, graph, nnz) == planned.fingerprint,
        "the pattern of " + name + " is not the one that the plan was made for: make a new plan");
  }

  /// The first offset. It is 0 on hosts, where operands are counted from 0 before.
  template <class Graph>
  std::int64_t first_entry(Graph const& graph) const {
    if (is_host_space_v<ExecutionSpace> || graph.num_rows == 0) return 0;
    return static_cast<std::int64_t>(element_of(exec_, graph.row_offsets, 0));
  }

  template <class Matrix>
  static void check_values(Matrix const& matrix, std::int64_t nnz, std::string const& name) {
    ARAIOS_EXPECTS(std::cmp_greater_equal(matrix.values.extent(0), nnz),
                   name + ".values has " + std::to_string(matrix.values.extent(0)) +
                       " elements, expected at least " + std::to_string(nnz));
    ARAIOS_EXPECTS(matrix.values.data() != nullptr || nnz == 0, name + ".values has no memory");
  }

  bool same_row_offsets() const {
    auto const& given = c_.graph.row_offsets;
    auto const planned = plan_.row_offsets();
    if (given.data() == planned.data() || given.extent(0) == 0) return true;
    return fingerprint_of_view(exec_, given, given.extent(0)) ==
           fingerprint_of_view(exec_, planned, planned.extent(0));
  }

  template <class Matrix>
  void check_no_overlap(Matrix const& operand, std::string const& name) const {
    auto const shared = [&](auto const& written) {
      return views_overlap(written, operand.values) ||
             views_overlap(written, operand.graph.columns) ||
             views_overlap(written, operand.graph.row_offsets);
    };
    ARAIOS_EXPECTS(!shared(c_.values) && !shared(c_.graph.columns),
                   "C shares memory with " + name + ": the product cannot be formed in place");
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  MatrixA const& a_;
  MatrixB const& b_;
  MatrixC const& c_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
