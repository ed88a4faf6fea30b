// SPDX-License-Identifier: BSD-3-Clause
// Public interface of the sum of two sparse matrices, in one call or in two phases.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_SpAddPlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spadd/Araios_SpAddNumeric.hpp>
#include <spadd/Araios_SpAddSymbolic.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// Symbolic phase of C = alpha·A + beta·B: checks both patterns, and finds that of C, their union.
///
/// Shapes: A, B and C m×n, matrices or graphs.
/// Offset: of C; by default what the offsets of A and B have in common.
/// Pre:    `exec` reaches the memory of A and B. Columns may be unsorted and may repeat. Either may
///         be rows of a larger matrix; messages count its entries from 0.
/// Post:   rows of C ascend strictly, whatever the coefficients will be. The plan keeps the pattern
///         of C, and 16 or 24 bytes for each 32 of its entries; of an operand whose rows do not
///         ascend strictly also two 64-bit indices for each entry.
/// Throws: std::invalid_argument naming what is wrong with A or B; std::overflow_error when the
///         entries of C do not fit Offset; OutOfMemory; std::logic_error when another call uses the
///         workspace, or within a parallel region of OpenMP that the call is to run on.
/// Cost:   a pass over A and B to check them, one to count and one to write. On hosts each thread
///         has an equal part of rows and entries; devices search the columns of each row in the
///         other. Operands whose rows do not ascend strictly are sorted and merged before.
/// Fences: to read the results of the checks and the number of entries, and at the end.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern A, SparsePattern B>
auto spadd_symbolic(ExecutionSpace const& exec, A const& a, B const& b,
                    PlanOptions const& options = {},
                    Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_multipliable<ExecutionSpace, A, B>()) {
    return impl::spadd_plan<impl::offset_of_c<Offset, A, B>>(
        exec, graph_of(a), {"A", options.check_reuse}, graph_of(b), {"B", options.check_reuse},
        workspace);
  }
}

/// Numeric phase of C = alpha·A + beta·B: values of C, and its columns unless C shares those of the
/// plan. It may run any number of times while the patterns of A and B stay those of the plan.
///
/// Shapes: A, B and C m×n, C with the row offsets of the plan; columns and values of C hold at
/// least
///         plan.nnz() elements.
/// Pre:    C shares no memory with A or B, or all of the values of one whose rows ascend strictly
///         and to which the other adds no entry; its columns may then be those of that one, too. If
///         the columns of C are read-only, this plan or a copy of it has allocated it.
/// Post:   an entry of C is alpha times that of A plus beta times that of B, each product rounded
///         before the sum; where one has none, it is the product of the other. Repeated entries of
///         an operand are added before, in their order. A coefficient of zero counts as product
///         with zero, and the values of its operand are not read: NaN in it is gone. A real
///         coefficient scales both parts of complex values. Zeros stay. C is bitwise the same in
///         every run, for every number of threads and on every back end.
/// Throws: std::invalid_argument: shapes, another number of entries than planned, read-only columns
///         of another origin, shared memory; with options.check_reuse another pattern. OutOfMemory;
///         std::logic_error as spadd_symbolic. C is untouched then.
/// Cost:   one pass over the values of A and B and over C, without atomics. Memory from `workspace`
///         only for operands whose rows do not ascend strictly: a scalar for each merged entry.
/// Fences: to read the first and the last offset of A and B, and to compare fingerprints.
// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void spadd_numeric(ExecutionSpace const& exec, Plan const& plan,
                   typename A::scalar_type const& alpha, A const& a,
                   typename A::scalar_type const& beta, B const& b, C const& c,
                   Workspace<typename Plan::device_type> const& workspace) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_result<C, A, Plan>()) {
    using Numeric = impl::SpAddNumeric<ExecutionSpace, Plan, typename A::scalar_type>;
    typename Workspace<typename Plan::device_type>::Use const use{exec, workspace};
    Kokkos::Profiling::ScopedRegion const region{"araios::spadd_numeric"};
    impl::or_out_of_memory("a sum", 0, [&] {
      Numeric{exec, plan, workspace}.run(
          typename Numeric::template Factor<decltype(impl::read_only(a))>{alpha,
                                                                          impl::read_only(a)},
          typename Numeric::template Factor<decltype(impl::read_only(b))>{beta, impl::read_only(b)},
          impl::writable_result(plan, c));
    });
  }
}

/// The same with the workspace of the plan: one call at a time.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void spadd_numeric(ExecutionSpace const& exec, Plan const& plan,
                   typename A::scalar_type const& alpha, A const& a,
                   typename A::scalar_type const& beta, B const& b, C const& c) {
  spadd_numeric(exec, plan, alpha, a, beta, b, c, plan.workspace());
}
// NOLINTEND(readability-function-size)

/// C = alpha·A + beta·B in new memory.
///
/// Post:   as spadd_symbolic and spadd_numeric.
/// Throws: as spadd_symbolic.
/// Cost:   that of both phases.
/// Fences: as spadd_symbolic.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, SparseMatrix B>
auto spadd(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a,
           typename A::scalar_type const& beta, B const& b) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::spadd"};
    auto const plan = spadd_symbolic<Offset>(exec, a, b);
    return impl::or_out_of_memory("a sum", 0, [&] {
      auto const c = plan.template allocate_last<typename A::scalar_type>(exec, "C");
      spadd_numeric(exec, plan, alpha, a, beta, b, c);
      exec.fence("araios: a sum is complete");
      return c;
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spadd_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void spadd_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spadd(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
