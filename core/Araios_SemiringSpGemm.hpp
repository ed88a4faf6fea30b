// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products by a semiring, onto a mask or without one, in one call or two
// phases.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Mask.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_Semiring.hpp>
#include <Araios_SemiringPlan.hpp>
#include <Araios_SemiringReport.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <semirings/Araios_SemiringNumeric.hpp>
#include <semirings/Araios_SemiringOperands.hpp>
#include <semirings/Araios_SemiringSymbolic.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// Symbolic phase of C = A·B by any semiring, as far as a mask lets entries through: checks all
/// patterns, and finds that of C.
///
/// Shapes: A m×k, B k×n, matrices or graphs; the mask and C m×n.
/// Offset: of C; by default what the offsets of A and B have in common.
/// Pre:    `exec` reaches the memory of A, B and the mask. Columns may be unsorted and may repeat.
///         Each may be rows of a larger matrix; messages count its entries from 0.
/// Post:   rows of C ascend strictly. The plan keeps the pattern of C and 8 bytes for each row;
///         where it takes dot products, also the transposed pattern of B.
/// Throws: std::invalid_argument naming what is wrong with A, B or the mask; std::overflow_error
///         when the entries of C do not fit Offset; OutOfMemory; std::logic_error when another call
///         uses the workspace, or within a parallel region of OpenMP that the call is to run on.
/// Cost:   a pass over A, B and the mask to check them; `inside`: the products are walked once, or
///         the dot products formed up to their first term; `outside`: they are walked twice;
///         `prescribed`: not at all. Memory follows the entries of A, B, the mask and A·B; on hosts
///         also an array over n for each thread where that is not much more.
/// Fences: to read the results of the checks and the number of entries, and at the end.
/// Source: `inside`, `prescribed`: Milaković, Selvitopi, Nisa, Budimlić, Buluç 2022
///         (doi:10.1145/3545008.3545048), masked sparse accumulators and inner products.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern A, SparsePattern B,
          class GraphM>
auto semiring_spgemm_symbolic(ExecutionSpace const& exec, A const& a, B const& b,
                              Mask<GraphM> const& mask, PlanOptions const& options = {},
                              Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_patterns<ExecutionSpace, A, B>() && impl::require_mask<A, GraphM>()) {
    return impl::semiring_plan<impl::offset_of_c<Offset, A, B>>(
        exec, graph_of(a), graph_of(b), impl::read_only(mask), options, workspace);
  }
}

/// The same without a mask: C has all entries of A·B.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern A, SparsePattern B>
auto semiring_spgemm_symbolic(ExecutionSpace const& exec, A const& a, B const& b,
                              PlanOptions const& options = {},
                              Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_patterns<ExecutionSpace, A, B>()) {
    return impl::semiring_plan<impl::offset_of_c<Offset, A, B>>(exec, graph_of(a), graph_of(b),
                                                                impl::NoMask{}, options, workspace);
  }
}

/// Numeric phase of C = A·B by a semiring: values of C, and its columns unless C shares those of
/// the plan. It may run any number of times, by any semirings, while the patterns of A and B stay
/// those of the plan.
///
/// Shapes: A m×k, B k×n, C m×n with the row offsets of the plan; columns and values of C hold at
///         least plan.nnz() elements.
/// Pre:    C shares no memory with A or B. If its columns are read-only, this plan or a copy of it
///         has allocated C. B has the offset type that it had in the symbolic phase.
/// Post:   a value of C is the identity, and to it are added the products of its entry: in the
///         order of the entries of a row of A, then of the entries of a row of B. Each entry is one
///         factor, whatever its value: zeros stay, and repeated entries make a product each. C is
///         bitwise the same in every run and for every number of threads.
/// Throws: std::invalid_argument: shapes, another number of entries than planned, read-only columns
///         of another origin, shared memory; with options.check_reuse another pattern. OutOfMemory;
///         std::logic_error as semiring_spgemm_symbolic. C is untouched then.
/// Cost:   the products of rows of C that have entries, or the steps of dot products: see
///         plan.report().
/// Fences: to read the first and the last offset of A and B, and to compare fingerprints; on
///         devices at the end.
// NOLINTBEGIN(readability-function-size): the parameters of spgemm_numeric, and a semiring.
template <class ExecutionSpace, class S, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void semiring_spgemm_numeric(ExecutionSpace const& exec, S const& semiring, Plan const& plan,
                             A const& a, B const& b, C const& c,
                             Workspace<typename Plan::device_type> const& workspace) {
  if constexpr (impl::require_patterns<ExecutionSpace, A, B>() &&
                impl::require_semiring<S, A, B>() &&
                impl::require_semiring_result<S, A, C, Plan>()) {
    typename Workspace<typename Plan::device_type>::Use const use{exec, workspace};
    Kokkos::Profiling::ScopedRegion const region{"araios::semiring_spgemm_numeric"};
    impl::or_out_of_memory("a product by a semiring", 0, [&] {
      impl::SemiringNumeric<ExecutionSpace, Plan>{exec, plan, workspace}.run(
          semiring, impl::read_only(a), impl::read_only(b), impl::writable_result(plan, c));
    });
  }
}
// NOLINTEND(readability-function-size)

/// The same with the workspace of the plan: one call at a time.
template <class ExecutionSpace, class S, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void semiring_spgemm_numeric(ExecutionSpace const& exec, S const& semiring, Plan const& plan,
                             A const& a, B const& b, C const& c) {
  semiring_spgemm_numeric(exec, semiring, plan, a, b, c, plan.workspace());
}

namespace impl {

/// C by a plan that serves no other.
template <class ExecutionSpace, class S, class Plan, class A, class B>
auto semiring_product(ExecutionSpace const& exec, S const& semiring, Plan const& plan, A const& a,
                      B const& b, SemiringReport* report) {
  if (report != nullptr) *report = plan.report();
  return last_of_plan<typename S::value_type>(exec, plan, [&](auto const& given, auto const& c) {
    semiring_spgemm_numeric(exec, semiring, given, a, b, c);
  });
}

}  // namespace impl

/// C = A·B by a semiring, as far as a mask lets entries through, in new memory.
///
/// Post:   as semiring_spgemm_symbolic and semiring_spgemm_numeric. Where `report` is given, it
///         says what ran.
/// Throws: as semiring_spgemm_symbolic.
/// Cost:   that of both phases.
/// Fences: as semiring_spgemm_symbolic.
template <class Offset = impl::CommonOffset, class ExecutionSpace, class S, SparseMatrix A,
          SparseMatrix B, class GraphM>
auto semiring_spgemm(ExecutionSpace const& exec, S const& semiring, A const& a, B const& b,
                     Mask<GraphM> const& mask, SemiringReport* report = nullptr) {
  if constexpr (impl::require_patterns<ExecutionSpace, A, B>() && impl::require_mask<A, GraphM>() &&
                impl::require_semiring<S, A, B>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::semiring_spgemm"};
    return impl::semiring_product(exec, semiring,
                                  semiring_spgemm_symbolic<Offset>(exec, a, b, mask), a, b, report);
  }
}

/// The same without a mask.
template <class Offset = impl::CommonOffset, class ExecutionSpace, class S, SparseMatrix A,
          SparseMatrix B>
auto semiring_spgemm(ExecutionSpace const& exec, S const& semiring, A const& a, B const& b,
                     SemiringReport* report = nullptr) {
  if constexpr (impl::require_patterns<ExecutionSpace, A, B>() &&
                impl::require_semiring<S, A, B>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::semiring_spgemm"};
    return impl::semiring_product(exec, semiring, semiring_spgemm_symbolic<Offset>(exec, a, b), a,
                                  b, report);
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void semiring_spgemm_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void semiring_spgemm_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void semiring_spgemm(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
