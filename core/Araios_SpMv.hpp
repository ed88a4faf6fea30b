// SPDX-License-Identifier: BSD-3-Clause
// Public interface of SpMV: y = alpha·op(A)·x + beta·y without preprocessing of A.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_SpMvOptions.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_ConjugatedMatrix.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <spmv/Araios_SpMvChecks.hpp>
#include <spmv/Araios_SpMvRun.hpp>
#include <spmv/Araios_VectorRules.hpp>
#include <transposed/Araios_TransposedProduct.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

namespace impl {
// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.
/// The product that options ask for. Pre: the workspace is in use.
template <class ExecutionSpace, class A, class X, class Y>
void multiply_vector(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a,
                     X const& x, typename A::scalar_type const& beta, Y const& y,
                     SpMvOptions const& options,
                     Workspace<typename A::device_type> const& workspace) {
  using Scalar = typename A::scalar_type;
  auto const multiply = [&](A const& matrix) {
    SpMvRun<ExecutionSpace, A, X, Y>{exec, matrix, x, y, workspace}.run(alpha, beta);
  };
  // A factor of zero leaves values unread.
  bool const conjugates = has_conjugates_v<Scalar> && options.conjugate_a && alpha != Scalar{};
  if (!options.transpose_a && !conjugates) return multiply(a);
  check_spmv_operands(exec, a, x, y, options.transpose_a);
  if (!options.transpose_a) return with_conjugates(exec, a, workspace, multiply);
  Kokkos::Profiling::ScopedRegion const region{"araios::spmv"};
  TransposedProduct<ExecutionSpace, A, 1>{exec, a, {conjugates, options.deterministic}, workspace}
      .run(alpha, strided_block<Scalar const>(x), beta, strided_block<Scalar>(y));
}
// NOLINTEND(readability-function-size)
}  // namespace impl

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

/// The same with a workspace for this call alone: nothing is kept from earlier calls.
template <class ExecutionSpace, SparseMatrix A, class X, class Y>
void spmv(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
          typename A::scalar_type const& beta, Y const& y) {
  spmv(exec, alpha, a, x, beta, y, Workspace<typename A::device_type>{});
}

/// y = alpha·op(A)·x + beta·y, where op(A) is A, its transpose, its conjugate or its conjugate
/// transpose. No transpose is formed, unless a device is asked for `deterministic`.
///
/// By the transpose, each thread of a host scatters a part of the rows to sums of its own, for the
/// range of columns that the part has. The sums are then added up in the order of the parts. Parts
/// depend on the number of threads; with `deterministic` on A alone. There are fewer parts, and
/// threads at work, where their sums would outnumber columns and entries of A together. Devices add
/// entries to y by atomic operations; with `deterministic` they make the transposed pattern of A,
/// whose rows gather their values.
///
/// Shapes: A m×n; x n and y m, by the transpose x m and y n.
/// Pre:    as the calls without options.
/// Post:   as there, but that values by the transpose repeat bitwise on hosts for one number of
///         threads, and on devices not at all; with `deterministic` they do.
/// Throws: as there; with `deterministic` on devices also std::invalid_argument for any invalid
///         pattern.
/// Cost:   without transpose as there, and if complex values are conjugated a pass over them. By
///         the transpose O(m + n + nnz): where rows have few entries a pass over columns more.
///         Memory from `workspace`: a copy of the values if they are conjugated without transpose;
///         by the transpose on hosts at most n + nnz scalars; with `deterministic` on devices a
///         transposed pattern, which is allocated in each call: n + 1 and nnz offsets and nnz
///         ordinals. If that is too much, transpose A once.
/// Fences: on hosts; on devices with `deterministic`.
template <class ExecutionSpace, SparseMatrix A, class X, class Y>
void spmv(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
          typename A::scalar_type const& beta, Y const& y, SpMvOptions const& options,
          Workspace<typename A::device_type> const& workspace) {
  if constexpr (impl::require_operand<ExecutionSpace, A>() && impl::require_vectors<A, X, Y>()) {
    typename Workspace<typename A::device_type>::Use const use{exec, workspace};
    impl::or_out_of_memory(
        "spmv", 0, [&] { impl::multiply_vector(exec, alpha, a, x, beta, y, options, workspace); });
  }
}

/// The same with a workspace for this call alone.
template <class ExecutionSpace, SparseMatrix A, class X, class Y>
void spmv(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
          typename A::scalar_type const& beta, Y const& y, SpMvOptions const& options) {
  spmv(exec, alpha, a, x, beta, y, options, Workspace<typename A::device_type>{});
}
// NOLINTEND(readability-function-size)

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void spmv(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
