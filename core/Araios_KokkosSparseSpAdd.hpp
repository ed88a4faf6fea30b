// SPDX-License-Identifier: BSD-3-Clause
// The sum of Kokkos Kernels as programs for it write it, carried out by Araios.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_KokkosSparseHandle.hpp>
#include <Araios_KokkosSparseMatrix.hpp>
#include <Araios_SpAdd.hpp>
#include <kokkos_handles/Araios_OperandsOfHandle.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>

#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl::kokkos_sparse_detail {

/// The handle of the sum. Throws: std::invalid_argument if there is none.
template <class KernelHandle>
auto& sum_handle(KernelHandle const& handle) {
  auto* const sum = handle.get_spadd_handle();
  ARAIOS_EXPECTS(sum != nullptr, "the handle has none of a sum: call create_spadd_handle first");
  return *sum;
}

/// Plans a sum in the handle once `take_plan` has taken the plan without an error.
template <class ExecutionSpace, class KernelHandle, class A, class B, class TakePlan>
void plan_sum(ExecutionSpace const& exec, KernelHandle const& handle, A const& a, B const& b,
              TakePlan const& take_plan) {
  auto& sum = sum_handle(handle);
  auto const plan = spadd_symbolic<typename KernelHandle::size_type>(exec, a, b);
  take_plan(plan);
  exec.fence("araios::kokkos_sparse::spadd_symbolic");
  sum.take(plan);
}

// NOLINTBEGIN(readability-function-size): the parameters are those of BLAS.
template <class ExecutionSpace, class KernelHandle, class Alpha, class A, class Beta, class B,
          class C>
void compute_sum(ExecutionSpace const& exec, KernelHandle const& handle, Alpha const& alpha,
                 A const& a, Beta const& beta, B const& b, C const& c) {
  using Scalar = typename C::scalar_type;
  auto& sum = sum_handle(handle);
  spadd_numeric(exec, sum.plan(), static_cast<Scalar>(alpha), a, static_cast<Scalar>(beta), b, c);
  exec.fence("araios::kokkos_sparse::spadd_numeric");
  sum.note_numeric_phase();
}
// NOLINTEND(readability-function-size)

}  // namespace impl::kokkos_sparse_detail

namespace kokkos_sparse {

// NOLINTBEGIN(readability-function-size): the parameters are those of Kokkos Kernels.

/// Symbolic phase of C = alpha·A + beta·B for views: checks both patterns, and writes the row map
/// of C. The handle keeps the plan.
///
/// Shapes: A, B and C m×n; the row map of C has m + 1 elements, and may be empty if m is 0.
/// Pre:    views have the size_type, the lno_t and the device of the handle.
/// Post:   handle->get_spadd_handle()->get_c_nnz() is the number of entries of C.
/// Throws: as araios::spadd_symbolic; std::invalid_argument without a handle of the sum. The handle
///         and the row map of C are untouched then.
/// Fences: `exec`, at the end.
template <class ExecutionSpace, class KernelHandle, class ARowMap, class AEntries, class BRowMap,
          class BEntries, class CRowMap>
requires Kokkos::is_execution_space<ExecutionSpace>::value void spadd_symbolic(
    ExecutionSpace const& exec, KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
    typename KernelHandle::const_nnz_lno_t n, ARowMap const& a_row_map, AEntries const& a_entries,
    BRowMap const& b_row_map, BEntries const& b_entries, CRowMap const& c_row_map) {
  namespace detail = impl::kokkos_sparse_detail;
  using Offsets =
      Kokkos::View<typename KernelHandle::size_type*, typename KernelHandle::device_type>;
  Offsets const row_offsets = c_row_map;
  detail::plan_sum(
      exec, *handle, detail::pattern<KernelHandle>(m, n, a_row_map, a_entries),
      detail::pattern<KernelHandle>(m, n, b_row_map, b_entries), [&](auto const& plan) {
        if (m == 0 && row_offsets.extent(0) == 0) return;
        auto const planned = plan.row_offsets();
        ARAIOS_EXPECTS(row_offsets.extent(0) == planned.extent(0),
                       "the row map of C has " + std::to_string(row_offsets.extent(0)) +
                           " elements, expected " + std::to_string(planned.extent(0)));
        Kokkos::deep_copy(exec, row_offsets, planned);
      });
}

/// Numeric phase of C = alpha·A + beta·B for views: columns and values of C, sorted by column. It
/// may run any number of times while the patterns stay those of the symbolic phase.
///
/// Shapes: as spadd_symbolic; entries and values of C have at least get_c_nnz() elements.
/// Throws: as araios::spadd_numeric; std::invalid_argument before the symbolic phase. C is
///         untouched then.
/// Fences: `exec`, at the end.
template <class ExecutionSpace, class KernelHandle, class ARowMap, class AEntries, class AValues,
          class Alpha, class BRowMap, class BEntries, class BValues, class Beta, class CRowMap,
          class CEntries, class CValues>
requires Kokkos::is_execution_space<ExecutionSpace>::value void spadd_numeric(
    ExecutionSpace const& exec, KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
    typename KernelHandle::const_nnz_lno_t n, ARowMap const& a_row_map, AEntries const& a_entries,
    AValues const& a_values, Alpha const& alpha, BRowMap const& b_row_map,
    BEntries const& b_entries, BValues const& b_values, Beta const& beta, CRowMap const& c_row_map,
    CEntries const& c_entries, CValues const& c_values) {
  namespace detail = impl::kokkos_sparse_detail;
  using Result = CrsMatrix<typename KernelHandle::nnz_scalar_t, typename KernelHandle::size_type,
                           typename KernelHandle::nnz_lno_t, typename KernelHandle::device_type>;
  auto const operand = [&](auto const& row_map, auto const& entries, auto const& values) {
    return detail::with_values<KernelHandle>(detail::pattern<KernelHandle>(m, n, row_map, entries),
                                             values);
  };
  detail::compute_sum(exec, *handle, alpha, operand(a_row_map, a_entries, a_values), beta,
                      operand(b_row_map, b_entries, b_values),
                      Result{{m, n, c_row_map, c_entries}, c_values});
}

/// Symbolic phase for matrices: C gets new memory, whose columns and values the numeric phase
/// fills.
///
/// Pre:    all three are KokkosSparse::CrsMatrix with the types and the device of the handle.
/// Throws: as the call for views; C is untouched then.
/// Fences: `exec`, at the end.
template <class ExecutionSpace, class KernelHandle, class AMatrix, class BMatrix, class CMatrix>
requires Kokkos::is_execution_space<ExecutionSpace>::value void spadd_symbolic(
    ExecutionSpace const& exec, KernelHandle* handle, AMatrix const& a, BMatrix const& b,
    CMatrix& c) {
  using Scalar = typename KernelHandle::nnz_scalar_t;
  impl::kokkos_sparse_detail::plan_sum(
      exec, *handle, as_araios(a), as_araios(b), [&](auto const& plan) {
        c = CMatrix{as_kokkos("C", plan.template allocate_writable<Scalar>(exec, "C"))};
      });
}

/// Numeric phase for matrices, into a C of the symbolic phase or one with a copy of its row map.
///
/// Throws: as the call for views; C is untouched then.
/// Fences: `exec`, at the end.
template <class ExecutionSpace, class KernelHandle, class Alpha, class AMatrix, class Beta,
          class BMatrix, class CMatrix>
requires Kokkos::is_execution_space<ExecutionSpace>::value void spadd_numeric(
    ExecutionSpace const& exec, KernelHandle* handle, Alpha const& alpha, AMatrix const& a,
    Beta const& beta, BMatrix const& b, CMatrix const& c) {
  using Result =
      CrsMatrix<typename CMatrix::non_const_value_type, typename CMatrix::non_const_size_type,
                typename CMatrix::non_const_ordinal_type, typename CMatrix::device_type>;
  impl::kokkos_sparse_detail::compute_sum(
      exec, *handle, alpha, as_araios(a), beta, as_araios(b),
      Result{{c.numRows(), c.numCols(), c.graph.row_map, c.graph.entries}, c.values});
}
// NOLINTEND(readability-function-size)

/// The same, of views or of matrices, by the default instance of the handle's execution space.
template <class KernelHandle, class... Arguments>
void spadd_symbolic(KernelHandle* handle, Arguments&&... arguments) {
  kokkos_sparse::spadd_symbolic(typename KernelHandle::HandleExecSpace{}, handle,
                                std::forward<Arguments>(arguments)...);
}

/// The same, of views or of matrices, by the default instance of the handle's execution space.
template <class KernelHandle, class... Arguments>
void spadd_numeric(KernelHandle* handle, Arguments&&... arguments) {
  kokkos_sparse::spadd_numeric(typename KernelHandle::HandleExecSpace{}, handle,
                               std::forward<Arguments>(arguments)...);
}

}  // namespace kokkos_sparse
}  // namespace araios::inline ARAIOS_ISA
