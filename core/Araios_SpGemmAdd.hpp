// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products to which a matrix is added: C = alpha·op(A)·op(B) + beta·D.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmAddPlan.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spadd/Araios_SpAddSymbolic.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <string>

namespace araios::inline ARAIOS_ISA {

namespace impl {

/// Plans the sum of a product and D, of which the product is op(A)·op(B) or what else has its plan.
/// form(result) runs the numeric phase of the product, whose columns the sum needs.
///
/// Throws: as spadd_symbolic and what form throws.
template <class Scalar, class ExecutionSpace, class Product, class GraphD, class Form>
auto plan_sum_of_product(ExecutionSpace const& exec, Product const& product, SumOperand const& ab,
                         GraphD const& d, SumOperand const& of_d, Form const& form) {
  using Offset = typename Product::offset_type;
  auto const result =
      product.template allocate_writable<Scalar>(exec, "araios::spgemm_add.product");
  form(result);
  auto const sum = spadd_plan<Offset>(exec, graph_of(result), ab, d, of_d, {});
  return SpGemmAddPlan<Scalar, Offset, typename Product::ordinal_type,
                       typename Product::device_type>{product, result, sum};
}

/// Options of the product: sums take sorted rows without a copy.
inline SpGemmOptions with_sorted_result(SpGemmOptions options) {
  options.result_sorted = true;
  return options;
}

template <class C, class Matrix>
void expect_apart(C const& c, Matrix const& operand, char const* name) {
  ARAIOS_EXPECTS(
      !overlaps_operand(c.values, operand) && !overlaps_operand(c.graph.columns, operand),
      std::string{"C shares memory with "} + name + ": the product cannot be formed in place");
}

}  // namespace impl

/// Symbolic phase of C = alpha·op(A)·op(B) + beta·D, whose pattern is the union of those of the
/// product and of D. The product is formed once, since the sum needs its columns.
///
/// Shapes: op(A) m×k, op(B) k×n, D and C m×n; A and B are matrices, D a matrix or a graph.
/// Offset: of C; by default what the offsets of A and B have in common.
/// Pre:    as spgemm_symbolic and spadd_symbolic: D may be unsorted, with columns that repeat.
/// Post:   as there. options.check_reuse compares the patterns of A, B and D in each numeric call.
/// Throws: as spgemm_symbolic, spgemm_numeric and spadd_symbolic, where messages call the operands
///         of the sum A·B and D.
/// Cost:   that of the three calls. The plan keeps what their plans keep, and memory for the
///         product, which does not count towards a cap.
/// Fences: as these calls.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, SparseMatrix B,
          SparsePattern D>
auto spgemm_add_symbolic(ExecutionSpace const& exec, A const& a, B const& b, D const& d,
                         SpGemmOptions const& options = {}) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_multipliable<ExecutionSpace, A, D>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_add_symbolic"};
    auto const product = spgemm_symbolic<OffsetC>(exec, a, b, impl::with_sorted_result(options));
    return impl::plan_sum_of_product<typename A::scalar_type>(
        exec, product, {"A·B"}, graph_of(d), {"D", options.check_reuse},
        [&](auto const& result) { spgemm_numeric(exec, product, a, b, result); });
  }
}

// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.

/// Numeric phase of C = alpha·op(A)·op(B) + beta·D. It may run any number of times while the
/// patterns stay those of the plan; one call at a time.
///
/// Shapes: as spgemm_add_symbolic; C with the row offsets of the plan.
/// Pre:    C shares no memory with A or B. It shares none with D, or all of the values of a D whose
///         rows ascend strictly and to which the product adds no entry; its columns may then be
///         those of D, too.
/// Post:   the product is rounded, then C as by spadd_numeric: a coefficient of zero leaves values
///         unread, and the product is then still formed.
/// Throws: as spgemm_numeric and spadd_numeric. C is untouched then.
/// Cost:   that of both calls.
/// Fences: as both calls.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix D,
          SparseMatrix C>
void spgemm_add_numeric(ExecutionSpace const& exec, Plan const& plan,
                        typename A::scalar_type const& alpha, A const& a, B const& b,
                        typename A::scalar_type const& beta, D const& d, C const& c) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_factors<ExecutionSpace, A, D>() &&
                impl::require_result<C, A, Plan>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_add_numeric"};
    impl::expect_apart(c, a, "A");
    impl::expect_apart(c, b, "B");
    auto const& result = plan.result_of_product();
    spgemm_numeric(exec, plan.product(), a, b, result);
    spadd_numeric(exec, plan.sum(), alpha, result, beta, d, c);
  }
}

/// C = alpha·op(A)·op(B) + beta·D in new memory. The table of strategies of spgemm decides how the
/// product is formed.
///
/// Throws: as spgemm and spadd, where messages call the operands of the sum A·B and D.
/// Cost:   that of both calls.
/// Fences: as spadd.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, SparseMatrix B,
          SparseMatrix D>
auto spgemm_add(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a,
                B const& b, typename A::scalar_type const& beta, D const& d,
                SpGemmOptions const& options = {}) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_factors<ExecutionSpace, A, D>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_add"};
    auto const product = spgemm<OffsetC>(exec, a, b, impl::with_sorted_result(options));
    auto const plan =
        impl::spadd_plan<OffsetC>(exec, graph_of(product), {"A·B"}, graph_of(d), {"D"}, {});
    return impl::or_out_of_memory("a sum", 0, [&] {
      auto const c = plan.template allocate_last<typename A::scalar_type>(exec, "C");
      spadd_numeric(exec, plan, alpha, product, beta, d, c);
      exec.fence("araios: a product and a sum are complete");
      return c;
    });
  }
}
// NOLINTEND(readability-function-size)

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_add_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_add_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_add(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
