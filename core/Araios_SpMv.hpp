// SPDX-License-Identifier: BSD-3-Clause
// Public interface of merge-path SpMV: y = alpha·A·x + beta·y without preprocessing of A.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <spmv/Araios_SpMvRun.hpp>
#include <spmv/Araios_VectorRules.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA {

/// y = alpha·A·x + beta·y, with the rows and entries of A split evenly whatever its pattern.
///
/// The ends of rows and the entries of A are merged into one path, which is cut into shares of
/// equal length by a search along the diagonals. A row that two shares touch belongs to one of them
/// where it is short, otherwise its parts are added up afterwards. A is neither preprocessed nor
/// inspected. On devices the workspace remembers what the searches found: the next call tries that
/// first, and searches again where it does not hold.
///
/// Shapes: A m×n, x n, y m: views of one dimension and any layout with the scalar of A.
/// Pre:    `exec` reaches the memory of A, x and y. Row offsets do not decrease, and columns are in
///         [0, n); they may be unsorted and may repeat. On devices the row offsets lie within the
///         extents of columns and values; do not use a workspace again that has met others there.
/// Post:   if beta is 0, y is not read: what it held, NaN too, is gone. If alpha is 0, neither the
///         entries of A nor x are read. Values repeat bitwise from run to run, and on hosts
///         whatever the number of threads.
/// Throws: std::invalid_argument naming what is wrong with A, x or y, on hosts also with the first
///         and last row offset; OutOfMemory; std::logic_error when another call uses the workspace,
///         or within a parallel region of OpenMP that the call is to run on. y is untouched then.
/// Cost:   O(m + nnz), and a search for each thread, on devices for each share; there nnz is the
///         length of columns, which is best cut behind rows of a larger matrix. Memory from
///         `workspace`: two scalars a share, on devices three ordinals more. Pass the same one
///         again, and nothing is allocated.
/// Fences: on hosts; never on devices, unless the workspace grows.
/// Source: Merrill, Garland 2016; deviations: shares on hosts do not depend on the number of
///         threads, and cut no rows but those of more entries than one has steps; on devices one
///         launch, without one for the search or for what is carried out, where the workspace has
///         met a path as long before: new memory is cleared by a launch.
// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.
template <class ExecutionSpace, SparseMatrix A, class X, class Y>
void spmv(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
          typename A::scalar_type const& beta, Y const& y,
          Workspace<typename A::device_type> const& workspace) {
  if constexpr (impl::require_operand<ExecutionSpace, A>() && impl::require_vectors<A, X, Y>()) {
    typename Workspace<typename A::device_type>::Use const use{exec, workspace};
    impl::or_out_of_memory("spmv", 0, [&] {
      impl::SpMvRun<ExecutionSpace, A, X, Y>{exec, a, x, y, workspace}.run(alpha, beta);
    });
  }
}
// NOLINTEND(readability-function-size)

/// The same with a workspace for this call alone: nothing is kept from earlier calls.
template <class ExecutionSpace, SparseMatrix A, class X, class Y>
void spmv(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
          typename A::scalar_type const& beta, Y const& y) {
  spmv(exec, alpha, a, x, beta, y, Workspace<typename A::device_type>{});
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void spmv(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
