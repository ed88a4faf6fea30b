// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products of matrices of blocks, in one call or two phases.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_BsrPlan.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_Workspace.hpp>
#include <block_spgemm/Araios_BlockSymbolic.hpp>
#include <blocks/Araios_BlockNumeric.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// Symbolic phase of C = A·B for matrices of blocks: checks the patterns, and finds that of C. Its
/// entries are blocks, so it takes as long as for a matrix with one element in place of each.
///
/// Shapes: A m×k, B k×n and C m×n blocks of r×s, s×t and r×t elements.
/// Offset: of C; by default what the offsets of A and B have in common.
/// Pre:    `exec` reaches the memory of A and B, whose values are not read. Blocks may be unsorted
///         and may repeat. Each may be rows of a larger matrix; messages count its entries from 0.
/// Post:   rows of C ascend strictly. The plan keeps the pattern of C and 8 bytes for each row.
/// Throws: std::invalid_argument naming what is wrong with A or B; std::overflow_error when the
///         blocks of C do not fit Offset; OutOfMemory; std::logic_error when another call uses the
///         workspace, or within a parallel region of OpenMP that the call is to run on.
/// Cost:   that of spgemm for a product of numbers in place of blocks, and passes over A and B to
///         check them. Memory is that of this product, and a number for each block.
/// Fences: to read the results of the checks and the number of blocks, and at the end.
template <class Offset = impl::CommonOffset, class ExecutionSpace, BlockMatrix A, BlockMatrix B>
auto block_spgemm_symbolic(ExecutionSpace const& exec, A const& a, B const& b,
                           PlanOptions const& options = {},
                           Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_block_factors<ExecutionSpace, A, B>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    using Plan = BsrPlan<OffsetC, typename A::ordinal_type, typename A::device_type>;
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_spgemm_symbolic"};
    impl::check_block_shape(a.block_rows, a.block_cols, "A");
    impl::check_block_shape(b.block_rows, b.block_cols, "B");
    ARAIOS_EXPECTS(a.block_cols == b.block_rows,
                   "A has blocks of " + impl::text_of_blocks(a.block_rows, a.block_cols) +
                       " and B of " + impl::text_of_blocks(b.block_rows, b.block_cols) +
                       ": C = A·B needs as many rows in blocks of B as those of A have columns");
    return Plan{impl::plan_of_blocks<OffsetC>(exec, graph_of(a), graph_of(b), options, workspace),
                a.block_rows, a.block_cols, b.block_cols};
  }
}

/// Numeric phase of C = A·B for matrices of blocks: values of C, and its columns unless C shares
/// those of the plan. It may run any number of times while the patterns and blocks of A and B stay
/// those of the plan.
///
/// Shapes: as block_spgemm_symbolic, C with the row offsets of the plan; its columns and values
///         hold at least plan.nnz() blocks.
/// Pre:    C shares no memory with A or B. If its columns are read-only, this plan or a copy of it
///         has allocated C.
/// Post:   an element of C is the sum of its products in the order of the blocks of a row of A, of
///         those of a row of B, and of their columns and rows. C is bitwise the same in every run
///         and for every number of threads.
/// Throws: std::invalid_argument: shapes, other blocks or another number of them than planned,
///         read-only columns of another origin, shared memory; with options.check_reuse another
///         pattern. OutOfMemory; std::logic_error as block_spgemm_symbolic. C is untouched then.
/// Cost:   the products. Hosts look up the column of each product of blocks, devices search it in a
///         row of C.
/// Fences: to read the first and the last offset of A and B, and to compare fingerprints; on
///         devices at the end.
template <class ExecutionSpace, class Plan, BlockMatrix A, BlockMatrix B, BlockMatrix C>
void block_spgemm_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, B const& b,
                          C const& c, Workspace<typename Plan::device_type> const& workspace) {
  if constexpr (impl::require_block_factors<ExecutionSpace, A, B>() &&
                impl::require_block_result<C, A, Plan>()) {
    typename Workspace<typename Plan::device_type>::Use const use{exec, workspace};
    Kokkos::Profiling::ScopedRegion const region{"araios::block_spgemm_numeric"};
    impl::or_out_of_memory("a product of blocks", 0, [&] {
      impl::BlockNumeric<ExecutionSpace, Plan>{exec, plan, workspace}.run(impl::read_only(a),
                                                                          impl::read_only(b), c);
    });
  }
}

/// The same with the workspace of the plan: one call at a time.
template <class ExecutionSpace, class Plan, BlockMatrix A, BlockMatrix B, BlockMatrix C>
void block_spgemm_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, B const& b,
                          C const& c) {
  block_spgemm_numeric(exec, plan, a, b, c, plan.workspace());
}

/// C = A·B for matrices of blocks, in new memory.
///
/// Post, Throws, Fences: as block_spgemm_symbolic and block_spgemm_numeric.
/// Cost:   that of both phases.
template <class Offset = impl::CommonOffset, class ExecutionSpace, BlockMatrix A, BlockMatrix B>
auto block_spgemm(ExecutionSpace const& exec, A const& a, B const& b) {
  if constexpr (impl::require_block_factors<ExecutionSpace, A, B>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::block_spgemm"};
    return impl::last_of_plan<typename A::scalar_type>(
        exec, block_spgemm_symbolic<Offset>(exec, a, b),
        [&](auto const& plan, auto const& c) { block_spgemm_numeric(exec, plan, a, b, c); });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_spgemm_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_spgemm_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_spgemm(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
