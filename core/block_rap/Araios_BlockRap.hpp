// SPDX-License-Identifier: BSD-3-Clause
// Triple products of matrices of blocks: C = R·(A·P).
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_BsrRapPlan.hpp>
#include <Araios_BsrSpGemm.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_RapOptions.hpp>
#include <Araios_Transpose.hpp>
#include <Araios_Workspace.hpp>
#include <blocks/Araios_BlockNumeric.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <blocks/Araios_TransposedBlocks.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Checks an operand under its own name: products call theirs A and B.
///
/// Throws: std::invalid_argument. Fences: to read the results of the check.
template <class ExecutionSpace, class Matrix>
void check_factor(ExecutionSpace const& exec, Matrix const& given, std::string const& name) {
  check_block_shape(given.block_rows, given.block_cols, name);
  checked_operand(exec, given.graph, name);
}

/// Checks that a product of two factors exists. Throws: std::invalid_argument.
template <class Left, class Right>
void check_chain(Left const& left, Right const& right, std::string const& names) {
  ARAIOS_EXPECTS(left.graph.num_cols == right.graph.num_rows && left.block_cols == right.block_rows,
                 names + " are " + shape_of(left.graph) + " blocks of " +
                     text_of_blocks(left.block_rows, left.block_cols) + " and " +
                     shape_of(right.graph) + " blocks of " +
                     text_of_blocks(right.block_rows, right.block_cols) +
                     ": they cannot be multiplied");
}

/// A matrix without values, of a plan's pattern.
template <class Scalar, class Plan>
auto pattern_of_product(Plan const& plan) {
  return BsrMatrix<Scalar const, typename Plan::offset_type, typename Plan::ordinal_type const,
                   typename Plan::device_type>{
      {plan.num_rows(), plan.num_cols(), plan.row_offsets(), plan.columns()},
      {},
      plan.block_rows(),
      plan.block_cols()};
}

/// Plans R·(A·P). Pre: operands are read-only and have been checked.
template <class Offset, class ExecutionSpace, class R, class A, class P>
auto plan_triple(ExecutionSpace const& exec, R const& r, A const& a, P const& p,
                 RapOptions const& options) {
  using Plan = BsrRapPlan<Offset, typename A::ordinal_type, typename A::device_type>;
  PlanOptions const of_products{options.check_reuse};
  auto const intermediate = block_spgemm_symbolic<Offset>(exec, a, p, of_products);
  auto const product = block_spgemm_symbolic<Offset>(
      exec, r, pattern_of_product<typename A::scalar_type>(intermediate), of_products);
  return Plan{product, {intermediate, {}, 0, options}};
}

/// One triple product by a plan. The public functions are block_rap_numeric.
template <class ExecutionSpace, class Plan, class C>
class BlockRapNumeric {
 public:
  using Scalar = typename C::scalar_type;
  using device_type = typename Plan::device_type;

  BlockRapNumeric(ExecutionSpace const& exec, Plan const& plan, C const& c)
      : exec_{exec}, plan_{plan}, c_{c} {}

  /// Checks all operands before C is written. Matrices of operands are read-only.
  template <class R, class A, class P>
  void run(R const& r, A const& a, P const& p) const {
    check_planned(r, plan_.product().data().a, plan_.block_rows(), plan_.block_inner(), "R");
    check_apart(c_, r, "R");
    multiply(r, a, p);
  }

  /// With R from P.
  template <class A, class P>
  void run(A const& a, P const& p) const {
    using Transposed =
        TransposePlan<typename P::offset_type, typename P::ordinal_type, device_type>;
    auto const* const transposed = std::any_cast<Transposed>(&plan_.parts().transposed);
    ARAIOS_EXPECTS(transposed != nullptr,
                   "the plan was made for a given R, or P has another type of offsets");
    auto const& of_p = plan_.parts().intermediate.data().b;
    check_planned(p, of_p, plan_.parts().intermediate.block_inner(), plan_.block_cols(), "P");
    auto const values =
        lend(WorkspaceSlot::transposed_blocks, static_cast<std::size_t>(of_p.nnz) * block_size(p));
    auto const later = later_entries(exec_, p.graph);
    gather_transposed_blocks(exec_, blocks_from_zero(exec_, p, later), transposed->data().entries,
                             values.elements, plan_.parts().options.conjugate);
    BsrMatrix<Scalar const, typename P::offset_type, typename P::ordinal_type const,
              device_type> const r{{transposed->num_rows(), transposed->num_cols(),
                                    transposed->row_offsets(), transposed->columns()},
                                   values.elements,
                                   p.block_cols,
                                   p.block_rows};
    multiply(r, a, p);
  }

 private:
  /// Checks an operand under its own name, before a product would call it A or B.
  template <class Matrix>
  void check_planned(Matrix const& operand, PlannedPattern const& planned, int block_rows,
                     int block_cols, std::string const& name) const {
    expect_block_shape(operand, block_rows, block_cols, name);
    planned_blocks(exec_, operand, planned, plan_.parts().options.check_reuse, name);
  }

  /// Pre: R has been checked.
  template <class R, class A, class P>
  void multiply(R const& r, A const& a, P const& p) const {
    auto const& intermediate = plan_.parts().intermediate;
    auto const& data = intermediate.data();
    check_planned(a, data.a, intermediate.block_rows(), intermediate.block_inner(), "A");
    check_planned(p, data.b, intermediate.block_inner(), intermediate.block_cols(), "P");
    planned_block_result(exec_, plan_.product(), c_);
    check_apart(c_, a, "A");
    check_apart(c_, p, "P");
    auto product = pattern_of_product<Scalar>(intermediate);
    auto const values = lend(WorkspaceSlot::product_blocks,
                             static_cast<std::size_t>(intermediate.nnz()) * block_size(product));
    BsrMatrix<Scalar, typename Plan::offset_type, typename Plan::ordinal_type const,
              device_type> const ap{product.graph, values.elements, product.block_rows,
                                    product.block_cols};
    block_spgemm_numeric(exec_, intermediate, a, p, ap);
    block_spgemm_numeric(exec_, plan_.product(), r, ap, c_);
  }

  auto lend(WorkspaceSlot slot, std::size_t count) const {
    auto workspace = plan_.workspace();
    typename Workspace<device_type>::Use const use{exec_, workspace};
    workspace.begin_call(exec_, plan_.kept_bytes());
    return workspace.template lend<Scalar>(exec_, slot, count,
                                           plan_.parts().options.max_workspace_bytes);
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  C const& c_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
