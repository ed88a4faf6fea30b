// SPDX-License-Identifier: BSD-3-Clause
// Public interface of sparse × dense products: C = alpha·op(A)·B + beta·C.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_GroupedCooMatrix.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_ConjugatedMatrix.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <spmm/Araios_DenseRules.hpp>
#include <spmm/Araios_SpMmChecks.hpp>
#include <spmm/Araios_SpMmOperands.hpp>
#include <spmm/Araios_SpMmRun.hpp>
#include <transposed/Araios_TransposedProduct.hpp>
#include <transposed/Araios_TransposedTuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA {

namespace impl {
// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.
/// The product that options ask for. Pre: the workspace, if there is one, is in use.
template <class ExecutionSpace, class A, class B, class C>
void multiply_dense(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a,
                    B const& b, typename A::scalar_type const& beta, C const& c,
                    SpMmOptions const& options,
                    Workspace<typename A::device_type> const* kept_workspace) {
  using Scalar = typename A::scalar_type;
  auto const multiply = [&](A const& matrix) {
    SpMmRun<ExecutionSpace, A, B, C>{exec, matrix, b, c, options, kept_workspace}.run(alpha, beta);
  };
  // A factor of zero leaves values unread.
  bool const conjugates = has_conjugates_v<Scalar> && options.conjugate_a && alpha != Scalar{};
  if (!options.transpose_a && !conjugates) return multiply(a);
  check_options(options);
  SpMmChecks<ExecutionSpace, A, B, C>{exec, a, b, c, options.transpose_a}.run();
  Workspace<typename A::device_type> const workspace =
      kept_workspace != nullptr ? *kept_workspace : Workspace<typename A::device_type>{};
  if (!options.transpose_a) return with_conjugates(exec, a, workspace, multiply);
  Kokkos::Profiling::ScopedRegion const region{"araios::spmm"};
  TransposedProduct<ExecutionSpace, A, tuning::transposed_columns_per_block>{
      exec, a, {conjugates, options.deterministic}, workspace}
      .run(alpha, strided_block<Scalar const>(b), beta, strided_block<Scalar>(c));
}
// NOLINTEND(readability-function-size)
}  // namespace impl

/// C = alpha·op(A)·B + beta·C for a sparse A, by rows or by groups of rows, and dense B and C.
///
/// Hosts walk shares of the rows with about equal entries, and keep tiles of a row of C in
/// registers. Devices give a group and a few columns to a thread. The threads of a team hold the
/// same columns and neighbouring groups, so that they share the rows of B in L1. Groups of many
/// entries are summed in shares; if the last call with this workspace found some, by teams in a
/// launch of their own. A B in column-major order is first copied to row-major order, some columns
/// at a time. Hosts do not copy it if few entries of a CrsMatrix read each of its rows.
///
/// Options may ask for the transpose or the conjugate of A; products by a transpose run as those of
/// spmv, some columns of B at a time.
///
/// Shapes: op(A) m×k, B k×n, C m×n: views of two dimensions in row-major (LayoutRight) or
/// column-major
///         (LayoutLeft) order, each in its own, with the scalar of A; n may be zero.
/// Pre:    `exec` reaches the memory of A, B and C. The pattern of A is as CrsMatrix or GroupedCoo
///         asks. Offsets and columns are not checked, except the first and last offset on hosts.
/// Post:   if beta is 0, C is not read: what it held, NaN too, is gone. If alpha is 0, neither the
///         entries of A nor B are read. Zeros that A does not store multiply nothing: a NaN or an
///         infinity in B reaches the rows of C whose row of A has an entry for that row of B.
///         Values repeat bitwise from run to run, whatever the number of threads; by a transpose
///         as those of spmv.
/// Throws: std::invalid_argument naming what is wrong with A, B, C or the options; OutOfMemory;
///         Unsupported on devices for a deterministic product by the transpose of a GroupedCoo;
///         std::logic_error when another call uses the workspace, or within a parallel region of
///         OpenMP that the call is to run on. C is untouched then.
/// Cost:   O((m + nnz)·n). Memory from `workspace`: k times the columns of a block if B is copied;
///         on devices a number for each group that can be long. By a transpose memory and fences
///         are those of spmv with options, on hosts for each of the columns multiplied at a time.
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
    impl::or_out_of_memory(
        "spmm", 0, [&] { impl::multiply_dense(exec, alpha, a, b, beta, c, options, &workspace); });
  }
}

/// The same with a workspace for this call alone: on devices long groups are not shared, and a copy
/// of B is allocated anew.
template <class ExecutionSpace, impl::SpMmMatrix A, class B, class C>
void spmm(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, B const& b,
          typename A::scalar_type const& beta, C const& c, SpMmOptions const& options) {
  if constexpr (impl::require_dense<ExecutionSpace, A, B, C>()) {
    impl::expect_callable<ExecutionSpace>();
    impl::or_out_of_memory("spmm", 0, [&] {
      impl::multiply_dense(exec, alpha, a, b, beta, c, options,
                           static_cast<Workspace<typename A::device_type> const*>(nullptr));
    });
  }
}

/// The same by A itself, with all choices left open: compilers see no product by a transpose.
template <class ExecutionSpace, impl::SpMmMatrix A, class B, class C>
void spmm(ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, B const& b,
          typename A::scalar_type const& beta, C const& c) {
  if constexpr (impl::require_dense<ExecutionSpace, A, B, C>()) {
    impl::expect_callable<ExecutionSpace>();
    SpMmOptions const options;
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
