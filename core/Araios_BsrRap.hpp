// SPDX-License-Identifier: BSD-3-Clause
// Public interface of triple products of matrices of blocks, in one call or in two phases.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_BsrRapPlan.hpp>
#include <Araios_RapOptions.hpp>
#include <Araios_Transpose.hpp>
#include <block_rap/Araios_BlockRap.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA {

/// Symbolic phase of C = R·A·P for matrices of blocks: checks the patterns, and finds those of A·P
/// and of C.
///
/// Shapes: R m×k, A k×l, P l×n blocks of r×s, s×t and t×u elements; C m×n blocks of r×u.
/// Offset: of A·P and of C; by default what the offsets of A and P have in common.
/// Pre:    as block_spgemm_symbolic.
/// Post:   as there, of both products. The plan keeps the pattern of A·P.
/// Throws: as there, naming R, A and P; std::invalid_argument where options.conjugate has no
/// meaning
///         beside a given R.
/// Cost:   a pass over each operand, and that of two products.
/// Fences: as there.
template <class Offset = impl::CommonOffset, class ExecutionSpace, BlockMatrix R, BlockMatrix A,
          BlockMatrix P>
auto block_rap_symbolic(ExecutionSpace const& exec, R const& r, A const& a, P const& p,
                        RapOptions const& options = {}) {
  if constexpr (impl::require_block_factors<ExecutionSpace, R, A>() &&
                impl::require_block_factors<ExecutionSpace, A, P>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_rap_symbolic"};
    return impl::or_out_of_memory("a triple product of blocks", 0, [&] {
      ARAIOS_EXPECTS(!options.conjugate,
                     "options.conjugate is set, but R is given: leave R out, or conjugate it");
      impl::check_factor(exec, r, "R");
      impl::check_factor(exec, a, "A");
      impl::check_factor(exec, p, "P");
      impl::check_chain(r, a, "R and A");
      impl::check_chain(a, p, "A and P");
      return impl::plan_triple<impl::offset_of_c<Offset, A, P>>(
          exec, impl::read_only(r), impl::read_only(a), impl::read_only(p), options);
    });
  }
}

/// The same with R = Pᵀ, whose blocks are transposed too, or with its conjugate where
/// options.conjugate is set. The plan keeps the pattern of R and, for each of its blocks, that of
/// P.
///
/// Shapes: A k×k blocks of s×s, P k×n blocks of s×u; C n×n blocks of u×u.
template <class Offset = impl::CommonOffset, class ExecutionSpace, BlockMatrix A, BlockMatrix P>
auto block_rap_symbolic(ExecutionSpace const& exec, A const& a, P const& p,
                        RapOptions const& options = {}) {
  if constexpr (impl::require_block_factors<ExecutionSpace, A, P>()) {
    using Scalar = typename A::scalar_type;
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_rap_symbolic"};
    return impl::or_out_of_memory("a triple product of blocks", 0, [&] {
      impl::check_factor(exec, a, "A");
      impl::check_factor(exec, p, "P");
      auto const transposed = transpose_symbolic(exec, p.graph, {options.check_reuse});
      BsrMatrix<Scalar const, typename P::offset_type, typename P::ordinal_type const,
                typename P::device_type> const r{{transposed.num_rows(), transposed.num_cols(),
                                                  transposed.row_offsets(), transposed.columns()},
                                                 {},
                                                 p.block_cols,
                                                 p.block_rows};
      impl::check_chain(r, a, "The transpose of P and A");
      impl::check_chain(a, p, "A and P");
      auto const plan = impl::plan_triple<impl::offset_of_c<Offset, A, P>>(
          exec, r, impl::read_only(a), impl::read_only(p), options);
      auto parts = plan.parts();
      parts.transposed = transposed;
      parts.transposed_bytes =
          impl::transposed_graph_bytes<typename P::offset_type, typename P::ordinal_type>(
              p.graph.num_cols, transposed.nnz());
      return typename std::remove_cvref_t<decltype(plan)>{plan.product(), parts};
    });
  }
}

// NOLINTBEGIN(readability-function-size): three operands beside those of other numeric phases.

/// Numeric phase of C = R·A·P for matrices of blocks, by A·P and R·(A·P), with the workspace of the
/// plan: one call at a time. It may run any number of times while the patterns and blocks stay
/// those of the plan.
///
/// Shapes: as block_rap_symbolic, C with the row offsets of the plan; its columns and values hold
/// at
///         least plan.nnz() blocks.
/// Pre, Post: as block_spgemm_numeric, for both products.
/// Throws: as block_spgemm_numeric; std::invalid_argument where the plan was made without R.
/// Cost:   the products. Memory for the elements of A·P, from the workspace.
/// Fences: as block_spgemm_numeric.
template <class ExecutionSpace, class Plan, BlockMatrix R, BlockMatrix A, BlockMatrix P,
          BlockMatrix C>
void block_rap_numeric(ExecutionSpace const& exec, Plan const& plan, R const& r, A const& a,
                       P const& p, C const& c) {
  if constexpr (impl::require_block_factors<ExecutionSpace, R, A>() &&
                impl::require_block_factors<ExecutionSpace, A, P>() &&
                impl::require_block_result<C, A, Plan>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_rap_numeric"};
    impl::or_out_of_memory("a triple product of blocks", 0, [&] {
      impl::BlockRapNumeric{exec, plan, c}.run(impl::read_only(r), impl::read_only(a),
                                               impl::read_only(p));
    });
  }
}

/// The same with R from P, as the plan was made. Memory also for the elements of R.
template <class ExecutionSpace, class Plan, BlockMatrix A, BlockMatrix P, BlockMatrix C>
void block_rap_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, P const& p,
                       C const& c) {
  if constexpr (impl::require_block_factors<ExecutionSpace, A, P>() &&
                impl::require_block_result<C, A, Plan>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_rap_numeric"};
    impl::or_out_of_memory("a triple product of blocks", 0, [&] {
      impl::BlockRapNumeric{exec, plan, c}.run(impl::read_only(a), impl::read_only(p));
    });
  }
}

// NOLINTEND(readability-function-size)

/// C = R·A·P for matrices of blocks, in new memory.
///
/// Post, Throws, Fences: as block_rap_symbolic and block_rap_numeric.
/// Cost:   that of both phases.
template <class Offset = impl::CommonOffset, class ExecutionSpace, BlockMatrix R, BlockMatrix A,
          BlockMatrix P>
auto block_rap(ExecutionSpace const& exec, R const& r, A const& a, P const& p,
               RapOptions const& options = {}) {
  if constexpr (impl::require_block_factors<ExecutionSpace, R, A>() &&
                impl::require_block_factors<ExecutionSpace, A, P>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::block_rap"};
    return impl::last_of_plan<typename A::scalar_type>(
        exec, block_rap_symbolic<Offset>(exec, r, a, p, options),
        [&](auto const& plan, auto const& c) { block_rap_numeric(exec, plan, r, a, p, c); });
  }
}

/// C = Pᵀ·A·P for matrices of blocks in new memory, or Pᴴ·A·P where options.conjugate is set.
template <class Offset = impl::CommonOffset, class ExecutionSpace, BlockMatrix A, BlockMatrix P>
auto block_rap(ExecutionSpace const& exec, A const& a, P const& p, RapOptions const& options = {}) {
  if constexpr (impl::require_block_factors<ExecutionSpace, A, P>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::block_rap"};
    return impl::last_of_plan<typename A::scalar_type>(
        exec, block_rap_symbolic<Offset>(exec, a, p, options),
        [&](auto const& plan, auto const& c) { block_rap_numeric(exec, plan, a, p, c); });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_rap_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_rap_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_rap(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
