// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products of a sparse matrix and a vector by a semiring.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_Semiring.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <semirings/Araios_SemiringDense.hpp>
#include <semirings/Araios_SemiringDenseRules.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA {

/// y = A·x by a semiring.
///
/// Shapes: A m×n, x n, y m: views of one dimension and any layout. Scalars of A and x are those
///         that `multiply` takes, that of y is the value_type of the semiring.
/// Pre:    `exec` reaches the memory of A, x and y. Row offsets do not decrease, and columns are in
///         [0, n); they may be unsorted and may repeat. A may be rows of a larger matrix.
/// Post:   an element of y is the identity, and to it are added the products of its row: on hosts
/// in
///         the order of the entries, on devices those of each lane in that order, then the sums of
///         the lanes. What y held is not read. Values repeat bitwise from run to run, and on hosts
///         whatever the number of threads.
/// Throws: std::invalid_argument naming what is wrong with A, x or y, or with the first and last
/// row
///         offset; std::logic_error within a parallel region of OpenMP that the call is to run on.
///         y is untouched then.
/// Cost:   O(m + nnz), no memory. Threads of hosts have equal parts of rows and entries.
/// Fences: to read the first and the last row offset.
template <class ExecutionSpace, class S, SparseMatrix A, class X, class Y>
void semiring_spmv(ExecutionSpace const& exec, S const& semiring, A const& a, X const& x,
                   Y const& y) {
  if constexpr (impl::require_reach<ExecutionSpace, A>() &&
                impl::require_indices<typename A::offset_type, typename A::ordinal_type>() &&
                impl::require_semiring_vectors<S, A, X, Y>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::semiring_spmv"};
    auto const matrix = impl::read_only(a);
    auto const rows = impl::rows_of_operand(exec, matrix);
    impl::check_extent(x, 0, a.graph.num_cols, "x must have an element for each column of A");
    impl::check_extent(y, 0, a.graph.num_rows, "y must have an element for each row of A");
    ARAIOS_EXPECTS(!impl::views_overlap(x, y) && !impl::views_overlap(y, matrix.values),
                   "y shares memory with x or A, expected memory of its own");
    impl::for_each_row(
        "araios::semiring_spmv", exec, rows,
        impl::SumRowOfVector<S, decltype(impl::read_only(a)), X, Y>{semiring, matrix, x, y});
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void semiring_spmv(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
