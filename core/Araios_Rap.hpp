// SPDX-License-Identifier: BSD-3-Clause
// Public interface of the triple product C = R·A·P, in one call or in two phases.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_RapOptions.hpp>
#include <Araios_RapPlan.hpp>
#include <Araios_Transpose.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rap/Araios_RapNumeric.hpp>
#include <rap/Araios_RapOnePass.hpp>
#include <rap/Araios_RapProducts.hpp>
#include <rap/Araios_RapSymbolic.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// Symbolic phase of C = R·A·P: checks the patterns, and finds that of C. Neither A·P nor R·A is
/// stored, unless two products are formed: see RapOptions::two_products.
///
/// Shapes: R m×k, A k×l, P l×n, matrices or graphs; C m×n.
/// Offset: of C; by default what the offsets of A and P have in common.
/// Pre:    `exec` reaches the memory of the operands. Columns may be unsorted and may repeat. Each
///         may be rows of a larger matrix; messages count its entries from 0.
/// Post:   rows of C ascend strictly. The plan keeps the pattern of C, and a bit for each product
///         of R·A, once for successive rows of R with equal columns; or plans of two products.
/// Throws: std::invalid_argument naming what is wrong with an operand, or that
///         options.conjugate has no meaning beside a given R; std::overflow_error when the entries
///         of C do not fit Offset; OutOfMemory, which says what the cap lacks; std::logic_error
///         when another call uses the workspace, or within a parallel region of OpenMP that the
///         call is to run on.
/// Cost:   one pass over the products of R·A, and over the rows of P of its entries; on devices
///         three. Each owner holds a row of R·A and a row of C.
/// Fences: to read counts, and at the end.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern R, SparsePattern A,
          SparsePattern P>
auto rap_symbolic(ExecutionSpace const& exec, R const& r, A const& a, P const& p,
                  RapOptions const& options = {},
                  Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_multipliable<ExecutionSpace, R, A>() &&
                impl::require_multipliable<ExecutionSpace, A, P>()) {
    return impl::rap_plan<impl::offset_of_c<Offset, A, P>>(exec, options, workspace, graph_of(a),
                                                           graph_of(p), graph_of(r));
  }
}

/// The same with R = Pᵀ, or with its conjugate where options.conjugate is set. The plan keeps the
/// pattern of R and, for each of its entries, that of P.
///
/// Shapes: A k×k, P k×n; C n×n.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern A, SparsePattern P>
auto rap_symbolic(ExecutionSpace const& exec, A const& a, P const& p,
                  RapOptions const& options = {},
                  Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_multipliable<ExecutionSpace, A, P>()) {
    return impl::rap_plan<impl::offset_of_c<Offset, A, P>>(exec, options, workspace, graph_of(a),
                                                           graph_of(p));
  }
}

// NOLINTBEGIN(readability-function-size): three operands beside those of other numeric phases.

/// Numeric phase of C = R·A·P: values of C, and its columns unless C shares those of the plan. It
/// may run any number of times while the patterns stay those of the plan.
///
/// Shapes: as rap_symbolic, C with the row offsets of the plan; columns and values of C hold at
///         least plan.nnz() elements.
/// Pre:    C shares no memory with an operand. If the columns of C are read-only, this plan or a
///         copy of it has allocated it.
/// Post:   each row is summed by one owner. A row of R·A is summed in the order of the entries of R
///         and A, then, times P, in the order in which its columns first came. Where all rows of P
///         have at most one entry, hosts sum (r·a)·p directly. C is bitwise the same in every run
///         and for every number of threads.
/// Throws: std::invalid_argument: shapes, another number of entries than planned, read-only columns
///         of another origin, shared memory; with options.check_reuse another pattern; OutOfMemory;
///         std::logic_error as rap_symbolic. C is untouched then. Without check_reuse another
///         pattern of equal counts may be found late, when values of C are written.
/// Cost:   the products of R·A, and those of its entries with rows of P. Memory for a row of R·A
///         and of C for each owner, all of them at most a quarter of what R·A would take or
///         tuning::fused_owner_bytes_at_least, if one row of each does not need more.
/// Fences: to read the first and the last offset of operands, to compare fingerprints, and at the
///         end.
template <class ExecutionSpace, class Plan, SparseMatrix R, SparseMatrix A, SparseMatrix P,
          SparseMatrix C>
void rap_numeric(ExecutionSpace const& exec, Plan const& plan, R const& r, A const& a, P const& p,
                 C const& c, Workspace<typename Plan::device_type> const& workspace) {
  if constexpr (impl::require_factors<ExecutionSpace, R, A>() &&
                impl::require_factors<ExecutionSpace, A, P>() &&
                impl::require_result<C, A, Plan>()) {
    impl::numeric_rap<typename A::scalar_type>(exec, plan, workspace, c, impl::read_only(r),
                                               impl::read_only(a), impl::read_only(p));
  }
}

/// The same with the workspace of the plan: one call at a time.
template <class ExecutionSpace, class Plan, SparseMatrix R, SparseMatrix A, SparseMatrix P,
          SparseMatrix C>
void rap_numeric(ExecutionSpace const& exec, Plan const& plan, R const& r, A const& a, P const& p,
                 C const& c) {
  rap_numeric(exec, plan, r, a, p, c, plan.workspace());
}

/// The same with R from P, as the plan was made.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix P, SparseMatrix C>
void rap_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, P const& p, C const& c,
                 Workspace<typename Plan::device_type> const& workspace) {
  if constexpr (impl::require_factors<ExecutionSpace, A, P>() &&
                impl::require_result<C, A, Plan>()) {
    impl::numeric_rap<typename A::scalar_type>(exec, plan, workspace, c, impl::read_only(a),
                                               impl::read_only(p));
  }
}

/// The same with R from P and the workspace of the plan: one call at a time.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix P, SparseMatrix C>
void rap_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, P const& p, C const& c) {
  rap_numeric(exec, plan, a, p, c, plan.workspace());
}

// NOLINTEND(readability-function-size)

/// C = R·A·P in new memory.
///
/// Post, Throws, Fences: as rap_symbolic and rap_numeric.
/// Cost:   that of both phases; on hosts mostly that of a numeric phase alone, which finds the
///         columns of C on the way; by two products that of spgemm for each.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix R, SparseMatrix A,
          SparseMatrix P>
auto rap(ExecutionSpace const& exec, R const& r, A const& a, P const& p,
         RapOptions const& options = {}) {
  if constexpr (impl::require_factors<ExecutionSpace, R, A>() &&
                impl::require_factors<ExecutionSpace, A, P>()) {
    using OffsetC = impl::offset_of_c<Offset, A, P>;
    Kokkos::Profiling::ScopedRegion const region{"araios::rap"};
    auto const of_r = impl::read_only(r);
    auto const of_a = impl::read_only(a);
    auto const of_p = impl::read_only(p);
    auto const twice = [&] {
      impl::check_triple(exec, options, of_a, of_p, of_r);
      return impl::multiply_twice<OffsetC>(exec, options, r, a, p);
    };
    auto const planned = [&] {
      return impl::last_of_plan<typename A::scalar_type>(
          exec, rap_symbolic<OffsetC>(exec, r, a, p, impl::fused_only(options)),
          [&](auto const& plan, auto const& c) { rap_numeric(exec, plan, r, a, p, c); });
    };
    return impl::in_one_call<OffsetC>(exec, options, twice, planned, of_a, of_p, of_r);
  }
}

/// C = Pᵀ·A·P in new memory, or Pᴴ·A·P where options.conjugate is set.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, SparseMatrix P>
auto rap(ExecutionSpace const& exec, A const& a, P const& p, RapOptions const& options = {}) {
  if constexpr (impl::require_factors<ExecutionSpace, A, P>()) {
    using OffsetC = impl::offset_of_c<Offset, A, P>;
    Kokkos::Profiling::ScopedRegion const region{"araios::rap"};
    auto const of_a = impl::read_only(a);
    auto const of_p = impl::read_only(p);
    auto const twice = [&] {
      impl::check_triple(exec, options, of_a, of_p);
      auto const kind = options.conjugate ? TransposeKind::conjugate : TransposeKind::plain;
      return impl::multiply_twice<OffsetC>(exec, options, transpose(exec, p, kind), a, p);
    };
    auto const planned = [&] {
      return impl::last_of_plan<typename A::scalar_type>(
          exec, rap_symbolic<OffsetC>(exec, a, p, impl::fused_only(options)),
          [&](auto const& plan, auto const& c) { rap_numeric(exec, plan, a, p, c); });
    };
    return impl::in_one_call<OffsetC>(exec, options, twice, planned, of_a, of_p);
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void rap_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void rap_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void rap(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
