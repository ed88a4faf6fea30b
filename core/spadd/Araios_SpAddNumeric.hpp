// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase of a sum of two matrices: one pass over the entries of C.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpAddPlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <spadd/Araios_SpAddTerms.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// One numeric phase. The public function is spadd_numeric.
template <class ExecutionSpace, class Plan, class Scalar>
class SpAddNumeric {
 public:
  using device_type = typename Plan::device_type;
  using offset_type = typename Plan::offset_type;
  using values_type = Kokkos::View<Scalar const*, device_type>;

  SpAddNumeric(ExecutionSpace const& exec, Plan const& plan,
               Workspace<device_type> const& workspace)
      : exec_{exec}, plan_{plan}, workspace_{workspace} {}

  /// An operand as the caller gives it.
  template <class Matrix>
  struct Factor {
    Scalar factor;
    Matrix matrix;  ///< read-only
  };

  /// Checks all operands before C is written.
  template <class MatrixA, class MatrixB, class MatrixC>
  void run(Factor<MatrixA> const& a, Factor<MatrixB> const& b, MatrixC const& c) {
    workspace_.begin_call(exec_, plan_.kept_bytes());
    auto const& data = plan_.data();
    values_type const of_a = values_of(a.matrix, data.a);
    values_type const of_b = values_of(b.matrix, data.b);
    check_planned_result(exec_, plan_, c);
    bool const has_columns_of_a = is_in_place(c, a.matrix, data.a, of_a);
    bool const has_columns_of_b = is_in_place(c, b.matrix, data.b, of_b);
    add(distinct_values(a.factor, of_a, data.a, WorkspaceSlot::merged_a_values),
        distinct_values(b.factor, of_b, data.b, WorkspaceSlot::merged_b_values), c.values);
    if (has_columns_of_a || has_columns_of_b) return;
    copy_planned_columns(exec_, data.columns_of_c, c.graph.columns);
  }

 private:
  template <class Matrix>
  values_type values_of(Matrix const& operand, SpAddOperand<device_type> const& planned) const {
    return planned_values(exec_, operand, planned.given, planned.checks_reuse, planned.name);
  }

  /// Whether C has the columns of an operand, which are not written then. C may share the arrays of
  /// an operand that has just its entries: each is read before it is written.
  ///
  /// Throws: std::invalid_argument where it shares memory otherwise.
  template <class MatrixC, class Matrix>
  static bool is_in_place(MatrixC const& c, Matrix const& operand,
                          SpAddOperand<device_type> const& planned, values_type const& values) {
    auto const& graph = operand.graph;
    auto const* const columns = graph.columns.data() + (values.data() - operand.values.data());
    bool const has_values = planned.is_whole && c.values.data() == values.data();
    bool const has_columns = planned.is_whole && c.graph.columns.data() == columns;
    bool const is_allowed = (has_values || !views_overlap(c.values, operand.values)) &&
                            (has_columns || !views_overlap(c.graph.columns, graph.columns)) &&
                            !views_overlap(c.values, graph.columns) &&
                            !views_overlap(c.values, graph.row_offsets) &&
                            !views_overlap(c.graph.columns, operand.values) &&
                            !views_overlap(c.graph.columns, graph.row_offsets);
    ARAIOS_EXPECTS(is_allowed, "C shares memory with " + planned.name +
                                   ", expected memory of its own, or the arrays of " +
                                   planned.name +
                                   " where its rows ascend strictly and C has no other entries");
    return has_columns;
  }

  /// A coefficient with a value for each distinct entry of its operand.
  struct Term {
    Scalar factor;
    values_type values;
  };

  /// Merges the values of an operand where the plan does so, and they are read.
  Term distinct_values(Scalar const& factor, values_type const& values,
                       SpAddOperand<device_type> const& planned, WorkspaceSlot slot) {
    if (!planned.is_merged() || factor == Scalar{}) return {factor, values};
    auto const sums =
        workspace_.template take<Scalar>(exec_, slot, static_cast<std::size_t>(planned.distinct),
                                         std::numeric_limits<std::size_t>::max());
    merges_ = true;
    merged_[slot == WorkspaceSlot::merged_a_values ? 0 : 1] = {&planned, values, sums};
    return {factor, sums};
  }

  /// Values that are merged once all memory is there.
  struct Merging {
    SpAddOperand<device_type> const* planned = nullptr;
    values_type values;
    Kokkos::View<Scalar*, device_type> sums;
  };

  template <class Values>
  void add(Term const& a, Term const& b, Values const& c) {
    for (auto const& merging : merged_) {
      if (merging.planned == nullptr) continue;
      sum_merged_entries(exec_, merging.values, merging.planned->merged, merging.sums);
    }
    auto const& data = plan_.data();
    using Blocks = Kokkos::View<OriginBlock<offset_type> const*, device_type>;
    Blocks const blocks = data.blocks;
    SpAddTerms<Scalar> const terms{term(a, b), term(b, a)};
    if constexpr (is_host_space_v<ExecutionSpace>) {
      for_range("araios::spadd_numeric::add", exec_, static_cast<std::int64_t>(blocks.extent(0)),
                data.nnz, AddBlock<Scalar, Blocks>{terms, blocks, c.data(), data.nnz});
    } else {
      Kokkos::parallel_for("araios::spadd_numeric::add", range_of(exec_, data.nnz),
                           AddEntry<Scalar, Blocks>{terms, blocks, c.data()});
    }
    // Kernels may still read the merged values when the call returns.
    if (merges_) workspace_.leave_running(PendingWork{exec_});
  }

  /// An operand without entries lends the values of the other, of which none is taken.
  static SpAddTerm<Scalar> term(Term const& own, Term const& other) {
    auto const& values = own.values.extent(0) > 0 ? own.values : other.values;
    auto const size = static_cast<std::int64_t>(values.extent(0));
    return {own.factor, values.data(), std::max<std::int64_t>(size - 1, 0)};
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  Workspace<device_type> workspace_;
  Merging merged_[2];
  bool merges_ = false;
};

}  // namespace araios::inline ARAIOS_ISA::impl
