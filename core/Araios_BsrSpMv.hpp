// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products of a matrix of blocks with a vector or a dense matrix.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <blocks/Araios_BlockTimesDense.hpp>
#include <matrix/Araios_DenseMemory.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <semirings/Araios_SemiringDense.hpp>
#include <spmm/Araios_DenseRules.hpp>
#include <spmv/Araios_SpMvChecks.hpp>
#include <spmv/Araios_VectorRules.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA {

namespace impl {

/// Rows and columns of elements. Throws: std::invalid_argument naming what is wrong with A.
template <class A>
auto elements_along(A const& a) {
  struct Elements {
    std::int64_t rows;
    std::int64_t cols;
  };
  check_block_shape(a.block_rows, a.block_cols, "A");
  check_shape(a.graph, "A");
  ARAIOS_EXPECTS(a.values.data() != nullptr || a.values.extent(0) == 0, "A.values has no memory");
  return Elements{std::int64_t{a.graph.num_rows} * a.block_rows,
                  std::int64_t{a.graph.num_cols} * a.block_cols};
}

/// Throws: std::invalid_argument where the result shares memory with an operand.
template <class A, class X, class Y>
void check_result_apart(A const& a, X const& x, Y const& y, char const* name) {
  ARAIOS_EXPECTS(
      !views_overlap(y, x) && !overlaps_operand(y, a),
      std::string{name} + " shares memory with an operand: the product cannot be formed in place");
}

}  // namespace impl

// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.

/// y = alpha·A·x + beta·y for a matrix of blocks.
///
/// Shapes: A m×n blocks of r×s; x n·s, y m·r: views of one dimension and any layout with the scalar
///         of A.
/// Pre:    `exec` reaches the memory of A, x and y. The pattern of A as BsrMatrix asks; its columns
///         are not checked, on devices nor are offsets and the number of values. A may be rows of a
///         larger matrix.
/// Post:   if beta is 0, y is not read; if alpha is 0, neither the values of A nor x are. Values
///         repeat bitwise from run to run, on hosts whatever the number of threads.
/// Throws: std::invalid_argument naming what is wrong with A, x or y, on hosts also with the first
///         and last row offset; std::logic_error within a parallel region of OpenMP that the call
///         is to run on. y is untouched then.
/// Cost:   O(m·r + elements), no memory. Rows are not cut: a row of most of all blocks is one
///         thread's.
/// Fences: on hosts; never on devices.
template <class ExecutionSpace, BlockMatrix A, class X, class Y>
void block_spmv(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a,
                X const& x, typename A::scalar_type const& beta, Y const& y) {
  if constexpr (impl::require_operand<ExecutionSpace, impl::MatrixOfTypes<A>>() &&
                impl::require_vectors<impl::MatrixOfTypes<A>, X, Y>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_spmv"};
    auto const matrix = impl::read_only(a);
    auto const elements = impl::elements_along(matrix);
    impl::check_vector(x, "x", elements.cols, "columns");
    impl::check_vector(y, "y", elements.rows, "rows");
    impl::check_result_apart(matrix, x, y, "y");
    impl::BlockDenseRun{exec, matrix, x, y}.run("araios::block_spmv", alpha, beta);
  }
}

/// C = alpha·A·B + beta·C for a matrix of blocks and dense B and C.
///
/// Shapes: A m×n blocks of r×s; B n·s × k, C m·r × k: views of two dimensions in row-major
///         (LayoutRight) or column-major (LayoutLeft) order, each in its own. Both row-major are
///         fastest.
/// Pre, Post, Throws, Fences: as block_spmv.
/// Cost:   O((m·r + elements)·k), no memory.
template <class ExecutionSpace, BlockMatrix A, class B, class C>
void block_spmm(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a,
                B const& b, typename A::scalar_type const& beta, C const& c) {
  if constexpr (impl::require_dense<ExecutionSpace, impl::MatrixOfTypes<A>, B, C>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_spmm"};
    auto const matrix = impl::read_only(a);
    auto const elements = impl::elements_along(matrix);
    impl::check_extent(b, 0, elements.cols, "B must have a row for each column of A");
    impl::check_extent(c, 0, elements.rows, "C must have a row for each row of A");
    impl::check_extent(c, 1, static_cast<std::int64_t>(b.extent(1)),
                       "C must have as many columns as B");
    ARAIOS_EXPECTS(!impl::lacks_memory(b), "B has no memory");
    ARAIOS_EXPECTS(!impl::lacks_memory(c), "C has no memory");
    impl::check_result_apart(matrix, b, c, "C");
    impl::BlockDenseRun{exec, matrix, b, c}.run("araios::block_spmm", alpha, beta);
  }
}

// NOLINTEND(readability-function-size)

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_spmv(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_spmm(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
