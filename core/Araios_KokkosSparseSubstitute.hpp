// SPDX-License-Identifier: BSD-3-Clause
// Makes KokkosSparse::spgemm_symbolic, spgemm_numeric, spgemm_jacobi, spgemm and spmv run by
// Araios, in programs that are compiled as they are. Include it before the first of these products,
// for instance by the compiler's option -include.
//
// Araios stands in the place of a third-party library. Left to Kokkos Kernels are: SPGEMM_DEBUG,
// SPMV_NATIVE and its other own algorithms for spmv; types that
// Araios does not have; products that cuSPARSE, rocSPARSE or oneMKL take where Kokkos Kernels is
// built with them; and SPGEMM_SERIAL of types that its library has compiled, which on hosts is
// SPGEMM_DEFAULT as well.
#pragma once

#include <Araios_KokkosSparse.hpp>
#include <kokkos_sparse/Araios_SubstitutedProducts.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <KokkosSparse_spgemm_jacobi_spec.hpp>
#include <KokkosSparse_spgemm_numeric_spec.hpp>
#include <KokkosSparse_spgemm_symbolic_spec.hpp>
#include <KokkosSparse_spmv_spec.hpp>

#include <stdexcept>

/// @cond impl
// The names, parameters and members are those of Kokkos Kernels.
// NOLINTBEGIN(readability-identifier-naming, readability-function-size)

template <class Handle, class ARows, class AEntries, class BRows, class BEntries, class CRows>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::spgemm_symbolic_tpl_spec_avail<Handle, ARows, AEntries, BRows, BEntries,
                                                          CRows> {
  enum : bool { value = true };
};

template <class Handle, class ARows, class AEntries, class AValues, class BRows, class BEntries,
          class BValues, class CRows, class CEntries, class CValues>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::spgemm_numeric_tpl_spec_avail<
    Handle, ARows, AEntries, AValues, BRows, BEntries, BValues, CRows, CEntries, CValues> {
  enum : bool { value = true };
};

template <class Handle, class ARows, class AEntries, class BRows, class BEntries, class CRows,
          bool IsCompiled>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::SPGEMM_SYMBOLIC<Handle, ARows, AEntries, BRows, BEntries, CRows, true,
                                           IsCompiled> {
  using Ordinal = typename Handle::nnz_lno_t;
  static void spgemm_symbolic(Handle* handle, Ordinal m, Ordinal n, Ordinal k, ARows a_rows,
                              AEntries a_entries, bool transpose_a, BRows b_rows,
                              BEntries b_entries, bool transpose_b, CRows c_rows, bool) {
    using araios::impl::kokkos_sparse_detail::ViewsOfOperand;
    araios::impl::kokkos_sparse_detail::SubstitutedProduct<Handle>{handle}.plan(
        {m, n, k}, ViewsOfOperand<ARows, AEntries>{a_rows, a_entries, transpose_a},
        ViewsOfOperand<BRows, BEntries>{b_rows, b_entries, transpose_b}, c_rows);
  }
};

template <class Handle, class ARows, class AEntries, class AValues, class BRows, class BEntries,
          class BValues, class CRows, class CEntries, class CValues, bool IsCompiled>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::SPGEMM_NUMERIC<Handle, ARows, AEntries, AValues, BRows, BEntries,
                                          BValues, CRows, CEntries, CValues, true, IsCompiled> {
  using Ordinal = typename Handle::nnz_lno_t;
  static void spgemm_numeric(Handle* handle, Ordinal m, Ordinal n, Ordinal k, ARows a_rows,
                             AEntries a_entries, AValues a_values, bool transpose_a, BRows b_rows,
                             BEntries b_entries, BValues b_values, bool transpose_b, CRows c_rows,
                             CEntries c_entries, CValues c_values) {
    using araios::impl::kokkos_sparse_detail::ViewsOfOperand;
    araios::impl::kokkos_sparse_detail::SubstitutedProduct<Handle>{handle}.compute(
        {m, n, k},
        ViewsOfOperand<ARows, AEntries, AValues>{a_rows, a_entries, transpose_a, a_values},
        ViewsOfOperand<BRows, BEntries, BValues>{b_rows, b_entries, transpose_b, b_values}, c_rows,
        c_entries, c_values);
  }
};

#if !defined(KOKKOSKERNELS_ETI_ONLY) || KOKKOSKERNELS_IMPL_COMPILE_LIBRARY
// Kokkos Kernels asks for no third party where the algorithm is SPGEMM_SERIAL, which is the default
// of hosts, or SPGEMM_DEBUG, which stays its own.
template <class Handle, class ARows, class AEntries, class BRows, class BEntries, class CRows>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::SPGEMM_SYMBOLIC<Handle, ARows, AEntries, BRows, BEntries, CRows, false,
                                           KOKKOSKERNELS_IMPL_COMPILE_LIBRARY> {
  using Ordinal = typename Handle::nnz_lno_t;
  static void spgemm_symbolic(Handle* handle, Ordinal m, Ordinal n, Ordinal k, ARows a_rows,
                              AEntries a_entries, bool transpose_a, BRows b_rows,
                              BEntries b_entries, bool transpose_b, CRows c_rows, bool computes) {
    auto* const product = handle->get_spgemm_handle();
    if (product->get_algorithm_type() != KokkosSparse::SPGEMM_DEBUG) {
      return SPGEMM_SYMBOLIC<Handle, ARows, AEntries, BRows, BEntries, CRows,
                             true>::spgemm_symbolic(handle, m, n, k, a_rows, a_entries, transpose_a,
                                                    b_rows, b_entries, transpose_b, c_rows,
                                                    computes);
    }
    if (product->is_symbolic_called() && product->are_rowptrs_computed()) return;
    KokkosSparse::Impl::spgemm_debug_symbolic(handle, m, n, k, a_rows, a_entries, transpose_a,
                                              b_rows, b_entries, transpose_b, c_rows);
    product->set_call_symbolic();
    product->set_computed_rowptrs();
  }
};

template <class Handle, class ARows, class AEntries, class AValues, class BRows, class BEntries,
          class BValues, class CRows, class CEntries, class CValues>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::SPGEMM_NUMERIC<Handle, ARows, AEntries, AValues, BRows, BEntries,
                                          BValues, CRows, CEntries, CValues, false,
                                          KOKKOSKERNELS_IMPL_COMPILE_LIBRARY> {
  using Ordinal = typename Handle::nnz_lno_t;
  static void spgemm_numeric(Handle* handle, Ordinal m, Ordinal n, Ordinal k, ARows a_rows,
                             AEntries a_entries, AValues a_values, bool transpose_a, BRows b_rows,
                             BEntries b_entries, BValues b_values, bool transpose_b, CRows c_rows,
                             CEntries c_entries, CValues c_values) {
    auto* const product = handle->get_spgemm_handle();
    if (product->get_algorithm_type() != KokkosSparse::SPGEMM_DEBUG) {
      return SPGEMM_NUMERIC<Handle, ARows, AEntries, AValues, BRows, BEntries, BValues, CRows,
                            CEntries, CValues, true>::spgemm_numeric(handle, m, n, k, a_rows,
                                                                     a_entries, a_values,
                                                                     transpose_a, b_rows, b_entries,
                                                                     b_values, transpose_b, c_rows,
                                                                     c_entries, c_values);
    }
    if (!product->is_symbolic_called()) {
      throw std::runtime_error{"spgemm_numeric: call spgemm_symbolic with this handle first"};
    }
    KokkosSparse::Impl::spgemm_debug_numeric(handle, m, n, k, a_rows, a_entries, a_values,
                                             transpose_a, b_rows, b_entries, b_values, transpose_b,
                                             c_rows, c_entries, c_values);
    KokkosSparse::sort_crs_matrix<typename Handle::HandleExecSpace>(c_rows, c_entries, c_values);
    product->set_call_numeric();
    product->set_computed_entries();
  }
};
#endif

template <class Handle, class ARows, class AEntries, class AValues, class BRows, class BEntries,
          class BValues, class CRows, class CEntries, class CValues, class Inverses>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::spgemm_jacobi_tpl_spec_avail<Handle, ARows, AEntries, AValues, BRows,
                                                        BEntries, BValues, CRows, CEntries, CValues,
                                                        Inverses> {
  enum : bool { value = true };
};

// Plans of Kokkos Kernels stay its own: those of SPGEMM_DEBUG, and of types that its library has.
template <class Handle, class ARows, class AEntries, class AValues, class BRows, class BEntries,
          class BValues, class CRows, class CEntries, class CValues, class Inverses,
          bool IsCompiled>
requires araios::impl::kokkos_sparse_detail::SubstitutedHandle<Handle>
struct KokkosSparse::Impl::SPGEMM_JACOBI<Handle, ARows, AEntries, AValues, BRows, BEntries, BValues,
                                         CRows, CEntries, CValues, Inverses, true, IsCompiled> {
  using Ordinal = typename Handle::nnz_lno_t;
  static void spgemm_jacobi(Handle* handle, Ordinal m, Ordinal n, Ordinal k, ARows a_rows,
                            AEntries a_entries, AValues a_values, bool transpose_a, BRows b_rows,
                            BEntries b_entries, BValues b_values, bool transpose_b, CRows c_rows,
                            CEntries& c_entries, CValues& c_values,
                            typename CValues::const_value_type omega, Inverses dinv) {
    using araios::impl::kokkos_sparse_detail::ViewsOfOperand;
    bool const is_ours =
        araios::impl::kokkos_sparse_detail::SubstitutedProduct<Handle>{handle}.compute_jacobi(
            {m, n, k},
            ViewsOfOperand<ARows, AEntries, AValues>{a_rows, a_entries, transpose_a, a_values},
            ViewsOfOperand<BRows, BEntries, BValues>{b_rows, b_entries, transpose_b, b_values},
            ViewsOfOperand<CRows, CEntries, CValues>{c_rows, c_entries, false, c_values}, omega,
            dinv);
    if (is_ours) return;
    SPGEMM_JACOBI<Handle, ARows, AEntries, AValues, BRows, BEntries, BValues, CRows, CEntries,
                  CValues, Inverses, false>::spgemm_jacobi(handle, m, n, k, a_rows, a_entries,
                                                           a_values, transpose_a, b_rows, b_entries,
                                                           b_values, transpose_b, c_rows, c_entries,
                                                           c_values, omega, dinv);
  }
};

template <class ExecutionSpace, class Handle, class Matrix, class X, class Y>
requires araios::impl::kokkos_sparse_detail::SubstitutedVectors<ExecutionSpace, Matrix, X, Y>
struct KokkosSparse::Impl::spmv_tpl_spec_avail<ExecutionSpace, Handle, Matrix, X, Y> {
  enum : bool { value = true };
};

template <class ExecutionSpace, class Handle, class Matrix, class X, class Y>
requires araios::impl::kokkos_sparse_detail::SubstitutedVectors<ExecutionSpace, Matrix, X, Y>
struct KokkosSparse::Impl::spmv_mv_tpl_spec_avail<ExecutionSpace, Handle, Matrix, X, Y, false> {
  enum : bool { value = true };
};

template <class ExecutionSpace, class Handle, class Matrix, class X, class Y, bool IsCompiled>
requires araios::impl::kokkos_sparse_detail::SubstitutedVectors<ExecutionSpace, Matrix, X, Y>
struct KokkosSparse::Impl::SPMV<ExecutionSpace, Handle, Matrix, X, Y, true, IsCompiled> {
  using coefficient_type = typename Y::non_const_value_type;
  static void spmv(ExecutionSpace const& exec, Handle*, char const mode[],
                   coefficient_type const& alpha, Matrix const& a, X const& x,
                   coefficient_type const& beta, Y const& y) {
    araios::impl::kokkos_sparse_detail::multiply_vectors(exec, mode, alpha, a, x, beta, y);
  }
};

template <class ExecutionSpace, class Handle, class Matrix, class X, class Y, bool IsCompiled>
requires araios::impl::kokkos_sparse_detail::SubstitutedVectors<ExecutionSpace, Matrix, X, Y>
struct KokkosSparse::Impl::SPMV_MV<ExecutionSpace, Handle, Matrix, X, Y, false, true, IsCompiled> {
  using coefficient_type = typename Y::non_const_value_type;
  static void spmv_mv(ExecutionSpace const& exec, Handle*, char const mode[],
                      coefficient_type const& alpha, Matrix const& a, X const& x,
                      coefficient_type const& beta, Y const& y) {
    araios::impl::kokkos_sparse_detail::multiply_vectors(exec, mode, alpha, a, x, beta, y);
  }
};

// NOLINTEND(readability-identifier-naming, readability-function-size)
/// @endcond
