// SPDX-License-Identifier: BSD-3-Clause
// A plan of one combination of types, for arrays of the caller.
#pragma once

#include "Arrays.hpp"
#include "OverlapCheck.hpp"
#include "Products.hpp"
#include "Results.hpp"
#include "Types.hpp"
#include "araios.h"
#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemm.hpp>
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios_c {

/// The plan of the library, and the base of the A that it was made for.
template <class Scalar, class Offset, class Ordinal>
class PlanOf final : public araios_plan {
  using Operand = OperandOf<Scalar, Offset, Ordinal>;
  using Plan = araios::SpGemmPlan<Offset, Ordinal, Device>;

 public:
  PlanOf(Plan const& plan, std::int32_t base) : plan_{plan}, base_{base} {}

  Types types() const override { return types_of_v<Scalar, Offset, Ordinal>; }

  Size size() const override { return {plan_.num_rows(), plan_.num_cols(), plan_.nnz()}; }

  araios_matrix allocate() const override {
    Space const exec;
    expect_offsets_fit<Offset>(plan_.nnz(), base_);
    auto const row_offsets =
        copy_of_row_offsets<Offset>(exec, plan_.row_offsets(), plan_.num_rows(), base_);
    auto const c = plan_.template allocate_writable<Scalar>(exec, "C");
    exec.fence();
    return hand_over(c, row_offsets, base_);
  }

  void numeric(araios_matrix const& a, araios_matrix const& b,
               araios_matrix const& c) const override {
    Space const exec;
    auto const operand_a = Operand::matrix(exec, a, "A");
    auto const operand_b = Operand::matrix(exec, b, "B");
    auto const result = result_of(c);
    ArraysOfCaller const written{c, result};
    ArraysOfCaller{a, operand_a}.expect_apart(written, "C", "A");
    ArraysOfCaller{b, operand_b}.expect_apart(written, "C", "B");
    araios::spgemm_numeric(exec, plan_, operand_a, operand_b, result);
    write_row_offsets<Offset>(exec, plan_.row_offsets(), static_cast<Offset*>(c.row_offsets),
                              c.base);
    if (c.base != 0) {
      auto* const columns = result.graph.columns.data();
      shift_indices<Ordinal>(exec, {columns, columns, static_cast<Ordinal>(c.base)}, plan_.nnz());
    }
    exec.fence();
  }

 private:
  /// The caller's C with the row offsets of the plan.
  auto result_of(araios_matrix const& c) const {
    check_header(c, "C");
    ARAIOS_EXPECTS(c.num_rows == plan_.num_rows() && c.num_cols == plan_.num_cols(),
                   "C is " + std::to_string(c.num_rows) + "×" + std::to_string(c.num_cols) +
                       ", the plan is for " + std::to_string(plan_.num_rows()) + "×" +
                       std::to_string(plan_.num_cols()));
    expect_offsets_fit<Offset>(plan_.nnz(), c.base);
    view_of<Offset>(c.row_offsets, c.num_rows + 1, "C.row_offsets");
    return araios::CrsMatrix<Scalar, Offset, Ordinal, Device>{
        {plan_.num_rows(), plan_.num_cols(), plan_.row_offsets(),
         view_of<Ordinal>(c.columns, plan_.nnz(), "C.columns")},
        view_of<Scalar>(c.values, plan_.nnz(), "C.values")};
  }

  Plan plan_;
  std::int32_t base_;
};

}  // namespace araios_c
