// SPDX-License-Identifier: BSD-3-Clause
// Public interface of sparse × dense products: C = alpha·A·B + beta·C.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_GroupedCooMatrix.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <spmm/Araios_DenseRules.hpp>
#include <spmm/Araios_SpMmOperands.hpp>
#include <spmm/Araios_SpMmRun.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA {

/// C = alpha·A·B + beta·C for a sparse A, by rows or by groups of rows, and dense B and C.
///
/// Hosts walk shares of the rows with about equal entries, and keep tiles of a row of C in
/// registers. Devices give a group and a few columns to a thread. The threads of a team hold the
/// same columns and neighbouring groups, so that they share the rows of B in L1. Groups of many
/// entries are summed in shares; if the last call with this workspace found some, by teams in a
/// launch of their own. A B in column-major order is first copied to row-major order, some columns
/// at a time. Hosts do not copy it if few entries of a CrsMatrix read each of its rows.
///
/// Shapes: A m×k, B k×n, C m×n: views of two dimensions in row-major (LayoutRight) or column-major
///         (LayoutLeft) order, each in its own, with the scalar of A; n may be zero.
/// Pre:    `exec` reaches the memory of A, B and C. The pattern of A is as CrsMatrix or GroupedCoo
///         asks. Offsets and columns are not checked, except the first and last offset on hosts.
/// Post:   if beta is 0, C is not read: what it held, NaN too, is gone. If alpha is 0, neither the
///         entries of A nor B are read. Zeros that A does not store multiply nothing: a NaN or an
///         infinity in B reaches the rows of C whose row of A has an entry for that row of B.
///         Values repeat bitwise from run to run, whatever the number of threads.
/// Throws: std::invalid_argument naming what is wrong with A, B, C or the options; OutOfMemory;
///         std::logic_error when another call uses the workspace, or within a parallel region of
///         OpenMP that the call is to run on. C is untouched then.
/// Cost:   O((m + nnz)·n). Memory from `workspace`: k times the columns of a block if B is copied;
///         on devices a number for each group that can be long.
/// Fences: on hosts; never on devices, unless the workspace grows.
/// Source: Shi, Wang, Chu 2020 (GCOOSpDM); deviations: neither B nor the entries are staged in
///         scratch; the threads of a team hold several groups in place of one.
// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.
template <class ExecutionSpace, impl::SpMmMatrix A, class B, class C>
void spmm(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, B const& b,
          typename A::scalar_type const& beta, C const& c, SpMmOptions const& options,
          Workspace<typename A::device_type> const& workspace) {
  if constexpr (impl::require_dense<ExecutionSpace, A, B, C>()) {
    typename Workspace<typename A::device_type>::Use const use{exec, workspace};
    impl::or_out_of_memory("spmm", 0, [&] {
      impl::SpMmRun<ExecutionSpace, A, B, C>{exec, a, b, c, options, &workspace}.run(alpha, beta);
    });
  }
}

/// The same with a workspace for this call alone: on devices long groups are not shared, and a copy
/// of B is allocated anew.
template <class ExecutionSpace, impl::SpMmMatrix A, class B, class C>
void spmm(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, B const& b,
          typename A::scalar_type const& beta, C const& c, SpMmOptions const& options = {}) {
  if constexpr (impl::require_dense<ExecutionSpace, A, B, C>()) {
    impl::expect_callable<ExecutionSpace>();
    impl::or_out_of_memory("spmm", 0, [&] {
      impl::SpMmRun<ExecutionSpace, A, B, C>{exec, a, b, c, options, nullptr}.run(alpha, beta);
    });
  }
}
// NOLINTEND(readability-function-size)

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void spmm(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
