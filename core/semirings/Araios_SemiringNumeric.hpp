// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase of a product by a semiring: sums onto the pattern of the plan.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SemiringPlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <semirings/Araios_OntoPattern.hpp>
#include <semirings/Araios_PatternOperations.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// One numeric phase. The public function is semiring_spgemm_numeric.
template <class ExecutionSpace, class Plan>
class SemiringNumeric {
 public:
  using device_type = typename Plan::device_type;

  SemiringNumeric(ExecutionSpace const& exec, Plan const& plan,
                  Workspace<device_type> const& workspace)
      : exec_{exec}, plan_{plan}, workspace_{workspace} {}

  /// Checks all operands before C is written. Matrices of operands are read-only.
  template <class Semiring, class MatrixA, class MatrixB, class MatrixC>
  void run(Semiring const& semiring, MatrixA const& a, MatrixB const& b, MatrixC const& c) {
    workspace_.begin_call(exec_, plan_.kept_bytes());
    auto const& data = plan_.data();
    auto const of_a = planned_rows(a, data.a, "A");
    auto const of_b = planned_rows(b, data.b, "B");
    check_planned_result(exec_, plan_, c);
    check_apart(c, a, "A");
    check_apart(c, b, "B");
    SumProducts<Semiring, decltype(of_a.values), decltype(of_b.values), decltype(c.values)> const
        sums{semiring, of_a.values, of_b.values, c.values};
    sum(of_a.graph, of_b.graph, sums);
    copy_planned_columns(exec_, data.columns_of_c, c.graph.columns);
    // Offsets that were counted anew are freed.
    if (!is_host_space_v<ExecutionSpace>) exec_.fence("araios: a product is complete");
  }

 private:
  /// The entries of an operand, counted from 0.
  template <class Matrix>
  Matrix planned_rows(Matrix const& operand, PlannedPattern const& planned,
                      std::string const& name) const {
    auto const values =
        planned_values(exec_, operand, planned, plan_.data().options.check_reuse, name);
    LaterEntries const later = later_entries(exec_, operand.graph);
    return {later.begins_later() ? graph_from_zero(exec_, operand.graph, later) : operand.graph,
            values};
  }

  template <class GraphA, class GraphB, class Sums>
  void sum(GraphA const& a, GraphB const& b, Sums const& sums) {
    constexpr char const* label = "araios::semiring_spgemm_numeric::sum";
    auto const& data = plan_.data();
    using Pattern =
        CrsGraph<typename Plan::offset_type, typename Plan::ordinal_type const, device_type>;
    Pattern const pattern{plan_.num_rows(), plan_.num_cols(), plan_.row_offsets(), plan_.columns()};
    OntoPattern<ExecutionSpace, device_type> onto{exec_, workspace_, method_of(data)};
    if (data.report.method == SemiringMethod::dots) {
      using Transposed =
          TransposedGraph<typename GraphB::offset_type, typename GraphB::ordinal_type, device_type>;
      auto const* const transposed = std::any_cast<Transposed>(&data.transposed_b);
      ARAIOS_EXPECTS(transposed != nullptr,
                     "B has another type of offsets than that which the plan was made for");
      onto.dots(label, a, *transposed, pattern, sums);
    } else {
      onto.walk(label, RowProducts<GraphA, GraphB>{a, b}, pattern, sums);
    }
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  Workspace<device_type> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
