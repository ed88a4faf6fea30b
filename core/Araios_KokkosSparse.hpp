// SPDX-License-Identifier: BSD-3-Clause
// The products of Kokkos Kernels as programs for it write them, carried out by Araios.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_KokkosSparseHandle.hpp>
#include <Araios_KokkosSparseMatrix.hpp>
#include <Araios_KokkosSparseSpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmJacobi.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_SpMvOptions.hpp>
#include <kokkos_handles/Araios_OperandsOfHandle.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace araios::inline ARAIOS_ISA {

namespace impl::kokkos_sparse_detail {

/// The handle of the product. Throws: std::invalid_argument if there is none.
template <class KernelHandle>
auto& product_handle(KernelHandle const& handle) {
  auto* const product = handle.get_spgemm_handle();
  ARAIOS_EXPECTS(product != nullptr,
                 "the handle has none of a product: call create_spgemm_handle first");
  return *product;
}

/// Runs the symbolic phase, and keeps its plan once `take_plan` has taken it without an error.
template <class KernelHandle, class A, class B, class TakePlan>
void plan_product(KernelHandle const& handle, A const& a, bool transpose_a, B const& b,
                  bool transpose_b, TakePlan const& take_plan) {
  auto& product = product_handle(handle);
  auto options = product.options();
  options.transpose_a = transpose_a;
  options.transpose_b = transpose_b;
  typename KernelHandle::HandleExecSpace const exec;
  auto const plan =
      spgemm_symbolic<typename KernelHandle::size_type>(exec, a, b, options, product.workspace());
  take_plan(exec, plan);
  exec.fence("araios::kokkos_sparse::spgemm_symbolic");
  product.take(plan);
}

/// Whether a numeric phase transposes as planned.
inline void expect_planned(SpGemmOptions const& planned, bool transpose_a, bool transpose_b) {
  auto const expect = [](bool given, bool as_planned, char const* name) {
    ARAIOS_EXPECTS(given == as_planned, std::string{name} + (given ? " is" : " is not") +
                                            " transposed, in spgemm_symbolic it was" +
                                            (given ? " not" : ""));
  };
  expect(transpose_a, planned.transpose_a, "A");
  expect(transpose_b, planned.transpose_b, "B");
}

/// Runs the numeric phase of the plan in the handle.
template <class KernelHandle, class A, class B, class C>
void compute_product(KernelHandle const& handle, A const& a, bool transpose_a, B const& b,
                     bool transpose_b, C const& c) {
  auto& product = product_handle(handle);
  auto const& plan = product.plan();
  expect_planned(plan.options(), transpose_a, transpose_b);
  typename KernelHandle::HandleExecSpace const exec;
  spgemm_numeric(exec, plan, a, b, c);
  exec.fence("araios::kokkos_sparse::spgemm_numeric");
  product.note_numeric_phase();
}

/// What a mode of a product with vectors asks of A: N nothing, T its transpose, C its conjugate, H
/// both. `Options` are those of spmv or spmm.
///
/// Throws: std::invalid_argument if there is no such mode.
template <class Options>
Options options_of(char const* mode) {
  std::string_view const given = mode == nullptr ? "" : mode;
  ARAIOS_EXPECTS(
      given.size() == 1 && std::string_view{"NTCH"}.find(given) != std::string_view::npos,
      "spmv: the mode is \"" + std::string{given} + "\", expected N, T, C or H");
  Options options;
  options.transpose_a = given == "T" || given == "H";
  options.conjugate_a = given == "C" || given == "H";
  return options;
}

/// The inverses of D as a vector: Kokkos Kernels takes them as a column, too.
template <class Inverses>
auto inverses_of(Inverses const& dinv) {
  if constexpr (Inverses::rank() == 2) {
    ARAIOS_EXPECTS(
        dinv.extent(1) == 1 || dinv.extent(0) == 0,
        "spgemm_jacobi: dinv has " + std::to_string(dinv.extent(1)) + " columns, expected one");
    return Kokkos::subview(dinv, Kokkos::ALL, 0);
  } else {
    return dinv;
  }
}

/// C = (I − omega·D⁻¹·A)·B by the plan of A·B in the handle, whose pattern is that of C where A has
/// its diagonal.
template <class KernelHandle, class A, class B, class C, class Inverses>
void compute_jacobi(KernelHandle const& handle, A const& a, B const& b, C const& c,
                    typename KernelHandle::nnz_scalar_t const& omega, Inverses const& dinv) {
  auto& product = product_handle(handle);
  auto const& plan = product.plan();
  expect_planned(plan.options(), false, false);
  typename KernelHandle::HandleExecSpace const exec;
  auto const& pattern = product.jacobi_pattern(exec, a);
  ARAIOS_EXPECTS(pattern.is_that_of_a(),
                 "spgemm_jacobi: row " + std::to_string(pattern.first_row_without) +
                     " of A has no entry on the diagonal, and C has the pattern of A·B: take "
                     "araios::spgemm_jacobi");
  multiply_by_step(exec, plan, pattern, jacobi_operand(a, omega, dinv), b, c);
  exec.fence("araios::kokkos_sparse::spgemm_jacobi");
  product.note_numeric_phase();
}

}  // namespace impl::kokkos_sparse_detail

namespace kokkos_sparse {

// NOLINTBEGIN(readability-function-size): the parameters are those of Kokkos Kernels.

/// Symbolic phase of C = op(A)·op(B) for views: checks both patterns, and writes the row map of C.
/// The handle keeps the plan. Another call with the same handle makes a new plan, whatever the
/// patterns.
///
/// Shapes: op(A) m×n, op(B) n×k, C m×k; Kokkos Kernels has no transposed operands. The row map of C
///         has m + 1 elements, and may be empty if m is 0.
/// Pre:    views have the size_type, the lno_t and the device of the handle.
/// Post:   handle->get_spgemm_handle()->get_c_nnz() is the number of entries of C.
///         The row map is written with or without `compute_row_map`.
/// Throws: as araios::spgemm_symbolic; std::invalid_argument without a handle of the product. The
///         handle and the row map of C are untouched then.
/// Fences: the default instance, at the end.
template <class KernelHandle, class ARowMap, class AEntries, class BRowMap, class BEntries,
          class CRowMap>
void spgemm_symbolic(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                     typename KernelHandle::const_nnz_lno_t n,
                     typename KernelHandle::const_nnz_lno_t k, ARowMap const& a_row_map,
                     AEntries const& a_entries, bool transpose_a, BRowMap const& b_row_map,
                     BEntries const& b_entries, bool transpose_b, CRowMap const& c_row_map,
                     [[maybe_unused]] bool compute_row_map = false) {
  namespace detail = impl::kokkos_sparse_detail;
  using Offsets =
      Kokkos::View<typename KernelHandle::size_type*, typename KernelHandle::device_type>;
  auto const a =
      detail::pattern<KernelHandle>(transpose_a ? n : m, transpose_a ? m : n, a_row_map, a_entries);
  auto const b =
      detail::pattern<KernelHandle>(transpose_b ? k : n, transpose_b ? n : k, b_row_map, b_entries);
  Offsets const row_offsets = c_row_map;
  detail::plan_product(
      *handle, a, transpose_a, b, transpose_b, [&](auto const& exec, auto const& plan) {
        if (m == 0 && row_offsets.extent(0) == 0) return;
        auto const planned = plan.row_offsets();
        ARAIOS_EXPECTS(row_offsets.extent(0) == planned.extent(0),
                       "the row map of C has " + std::to_string(row_offsets.extent(0)) +
                           " elements, expected " + std::to_string(planned.extent(0)));
        Kokkos::deep_copy(exec, row_offsets, planned);
      });
}

/// Numeric phase of C = op(A)·op(B) for views: columns and values of C, sorted by column. It may
/// run any number of times while the patterns stay those of the symbolic phase.
///
/// Shapes: as spgemm_symbolic, whose row map of C is given; entries and values of C have at least
///         get_c_nnz() elements.
/// Throws: as araios::spgemm_numeric; std::invalid_argument before the symbolic phase, or if an
///         operand is not transposed as there. C is untouched then.
/// Fences: the default instance, at the end.
template <class KernelHandle, class ARowMap, class AEntries, class AValues, class BRowMap,
          class BEntries, class BValues, class CRowMap, class CEntries, class CValues>
void spgemm_numeric(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                    typename KernelHandle::const_nnz_lno_t n,
                    typename KernelHandle::const_nnz_lno_t k, ARowMap const& a_row_map,
                    AEntries const& a_entries, AValues const& a_values, bool transpose_a,
                    BRowMap const& b_row_map, BEntries const& b_entries, BValues const& b_values,
                    bool transpose_b, CRowMap const& c_row_map, CEntries const& c_entries,
                    CValues const& c_values) {
  namespace detail = impl::kokkos_sparse_detail;
  using Result = CrsMatrix<typename KernelHandle::nnz_scalar_t, typename KernelHandle::size_type,
                           typename KernelHandle::nnz_lno_t, typename KernelHandle::device_type>;
  auto const a =
      detail::pattern<KernelHandle>(transpose_a ? n : m, transpose_a ? m : n, a_row_map, a_entries);
  auto const b =
      detail::pattern<KernelHandle>(transpose_b ? k : n, transpose_b ? n : k, b_row_map, b_entries);
  detail::compute_product(*handle, detail::with_values<KernelHandle>(a, a_values), transpose_a,
                          detail::with_values<KernelHandle>(b, b_values), transpose_b,
                          Result{{m, k, c_row_map, c_entries}, c_values});
}
// NOLINTEND(readability-function-size)

// NOLINTBEGIN(readability-function-size): the parameters are those of Kokkos Kernels.

/// C = (I − omega·D⁻¹·A)·B for views, after a symbolic phase for A and B: columns and values of C,
/// sorted by column.
///
/// Shapes: A m×n with m = n, B n×k, C m×k with the row map of the symbolic phase; dinv m elements,
///         or m×1.
/// Pre:    as spgemm_numeric. Nothing is transposed.
/// Throws: as araios::spgemm_jacobi_numeric; std::invalid_argument before the symbolic phase, if an
///         operand is transposed, and naming the first row of A without an entry on the diagonal: C
///         has the pattern of A·B. C is untouched then.
/// Fences: the default instance, at the end.
template <class KernelHandle, class ARowMap, class AEntries, class AValues, class BRowMap,
          class BEntries, class BValues, class CRowMap, class CEntries, class CValues,
          class Inverses>
void spgemm_jacobi(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                   typename KernelHandle::const_nnz_lno_t n,
                   typename KernelHandle::const_nnz_lno_t k, ARowMap const& a_row_map,
                   AEntries const& a_entries, AValues const& a_values, bool transpose_a,
                   BRowMap const& b_row_map, BEntries const& b_entries, BValues const& b_values,
                   bool transpose_b, CRowMap const& c_row_map, CEntries const& c_entries,
                   CValues const& c_values, typename KernelHandle::const_nnz_scalar_t omega,
                   Inverses const& dinv) {
  namespace detail = impl::kokkos_sparse_detail;
  using Result = CrsMatrix<typename KernelHandle::nnz_scalar_t, typename KernelHandle::size_type,
                           typename KernelHandle::nnz_lno_t, typename KernelHandle::device_type>;
  ARAIOS_EXPECTS(!transpose_a && !transpose_b,
                 "spgemm_jacobi: an operand is transposed, expected A and B as they are");
  auto const a = detail::pattern<KernelHandle>(m, n, a_row_map, a_entries);
  auto const b = detail::pattern<KernelHandle>(n, k, b_row_map, b_entries);
  detail::compute_jacobi(*handle, detail::with_values<KernelHandle>(a, a_values),
                         detail::with_values<KernelHandle>(b, b_values),
                         Result{{m, k, c_row_map, c_entries}, c_values}, omega,
                         detail::inverses_of(dinv));
}
// NOLINTEND(readability-function-size)

/// Symbolic phase for matrices: C gets new memory, whose columns and values the numeric phase
/// fills.
///
/// Shapes: op(A) m×k, op(B) k×n; C becomes m×n, whatever it was.
/// Pre:    all three are KokkosSparse::CrsMatrix with the types and the device of the handle.
/// Throws: as the call for views; C is untouched then.
/// Fences: the default instance, at the end.
template <class KernelHandle, class AMatrix, class BMatrix, class CMatrix>
void spgemm_symbolic(KernelHandle& handle, AMatrix const& a, bool transpose_a, BMatrix const& b,
                     bool transpose_b, CMatrix& c) {
  using Scalar = typename KernelHandle::nnz_scalar_t;
  impl::kokkos_sparse_detail::plan_product(
      handle, as_araios(a), transpose_a, as_araios(b), transpose_b,
      [&](auto const& exec, auto const& plan) {
        c = CMatrix{as_kokkos("C", plan.template allocate_writable<Scalar>(exec, "C"))};
      });
}

/// Numeric phase for matrices, into a C of the symbolic phase or one with a copy of its row map.
///
/// Throws: as the call for views; C is untouched then.
/// Fences: the default instance, at the end.
template <class KernelHandle, class AMatrix, class BMatrix, class CMatrix>
void spgemm_numeric(KernelHandle& handle, AMatrix const& a, bool transpose_a, BMatrix const& b,
                    bool transpose_b, CMatrix const& c) {
  using Result =
      CrsMatrix<typename CMatrix::non_const_value_type, typename CMatrix::non_const_size_type,
                typename CMatrix::non_const_ordinal_type, typename CMatrix::device_type>;
  impl::kokkos_sparse_detail::compute_product(
      handle, as_araios(a), transpose_a, as_araios(b), transpose_b,
      Result{{c.numRows(), c.numCols(), c.graph.row_map, c.graph.entries}, c.values});
}

/// C = op(A)·op(B) in new memory, by one call without a handle.
///
/// Shapes: op(A) m×k, op(B) k×n, C m×n.
/// Pre:    all three are KokkosSparse::CrsMatrix of one device, one ordinal and one scalar.
/// Throws: as araios::spgemm.
/// Fences: the default instance, at the end.
template <class CMatrix, class AMatrix, class BMatrix>
CMatrix spgemm(AMatrix const& a, bool transpose_a, BMatrix const& b, bool transpose_b) {
  typename CMatrix::execution_space const exec;
  SpGemmOptions options;
  options.transpose_a = transpose_a;
  options.transpose_b = transpose_b;
  auto const c = araios::spgemm<typename CMatrix::non_const_size_type>(exec, as_araios(a),
                                                                       as_araios(b), options);
  exec.fence("araios::kokkos_sparse::spgemm");
  return CMatrix{as_kokkos("C", c)};
}

// NOLINTBEGIN(readability-function-size): the parameters are those of Kokkos Kernels.

/// y = alpha·op(A)·x + beta·y, for a vector, or for the columns of a view of two dimensions. The
/// mode says what op is: "N" A itself, "T" its transpose, "C" its conjugate, "H" both.
///
/// Shapes: op(A) m×n; x n and y m, or x n×k and y m×k.
/// Pre:    A is a KokkosSparse::CrsMatrix, whose scalar x and y have. Views of two dimensions have
///         LayoutLeft or LayoutRight.
/// Throws: std::invalid_argument for other modes; otherwise as araios::spmv and araios::spmm.
/// Fences: as araios::spmv and araios::spmm.
template <class ExecutionSpace, class Alpha, class AMatrix, class X, class Beta, class Y>
requires Kokkos::is_execution_space<ExecutionSpace>::value void spmv(ExecutionSpace const& exec,
                                                                     char const mode[],
                                                                     Alpha const& alpha,
                                                                     AMatrix const& a, X const& x,
                                                                     Beta const& beta, Y const& y) {
  using Scalar = typename AMatrix::non_const_value_type;
  namespace detail = impl::kokkos_sparse_detail;
  static_assert(X::rank() == Y::rank(), "x and y have the same number of dimensions");
  auto const factor = static_cast<Scalar>(alpha);
  auto const share = static_cast<Scalar>(beta);
  if constexpr (X::rank() == 1) {
    araios::spmv(exec, factor, as_araios(a), x, share, y, detail::options_of<SpMvOptions>(mode));
  } else {
    araios::spmm(exec, factor, as_araios(a), x, share, y, detail::options_of<SpMmOptions>(mode));
  }
}

/// The same by the default instance of the execution space of A.
template <class Alpha, class AMatrix, class X, class Beta, class Y>
void spmv(char const mode[], Alpha const& alpha, AMatrix const& a, X const& x, Beta const& beta,
          Y const& y) {
  kokkos_sparse::spmv(typename AMatrix::execution_space{}, mode, alpha, a, x, beta, y);
}
// NOLINTEND(readability-function-size)

}  // namespace kokkos_sparse
}  // namespace araios::inline ARAIOS_ISA
