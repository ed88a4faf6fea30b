// SPDX-License-Identifier: BSD-3-Clause
// Products that Kokkos Kernels hands to a library of others, carried out by Araios.
#pragma once

#include <Araios_KokkosSparse.hpp>
#include <Araios_OperandConcepts.hpp>
#include <kokkos_sparse/Araios_HandlesOfOthers.hpp>
#include <kokkos_sparse/Araios_IdleWorkspaces.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl::kokkos_sparse_detail {

/// A handle of Kokkos Kernels for types that Araios multiplies.
template <class KernelHandle>
concept SubstitutedHandle = KnownScalar<typename KernelHandle::nnz_scalar_t> &&
    KnownOffset<typename KernelHandle::size_type> &&
    KnownOrdinal<typename KernelHandle::nnz_lno_t> &&
    std::is_same_v<typename KernelHandle::HandleTempMemorySpace,
                   typename KernelHandle::HandleExecSpace::memory_space>;

/// Views of an operand, and the mode of the product, as Kokkos Kernels passes them.
template <class RowMap, class Entries, class Values = std::nullptr_t>
struct ViewsOfOperand {
  RowMap const& row_map;
  Entries const& entries;
  bool is_transposed;
  Values values{};
};

/// The two phases for a handle of Kokkos Kernels. All its algorithms leave the choice to Araios.
template <class KernelHandle>
class SubstitutedProduct {
 public:
  using ordinal_type = typename KernelHandle::nnz_lno_t;

  explicit SubstitutedProduct(KernelHandle* handle) : theirs_{*handle->get_spgemm_handle()} {}

  /// The shape of A and of B: m×n and n×k.
  struct Shape {
    ordinal_type m, n, k;
  };

  /// A second call does nothing, as there.
  template <class A, class B, class CRowMap>
  void plan(Shape const& shape, A const& a, B const& b, CRowMap const& c_row_map) const {
    if (theirs_.is_symbolic_called() && theirs_.are_rowptrs_computed()) return;
    auto ours = std::make_shared<Ours>();
    ours->create_spgemm_handle();
    kokkos_sparse::spgemm_symbolic(ours.get(), shape.m, shape.n, shape.k, a.row_map, a.entries,
                                   a.is_transposed, b.row_map, b.entries, b.is_transposed,
                                   c_row_map);
    theirs_.set_c_nnz(ours->get_spgemm_handle()->get_c_nnz());
    Witness const witness{"araios::kokkos_sparse::witness", 1};
    theirs_.persistent_c_xadj = witness;
    Kept::instance().keep(&theirs_, witness, std::move(ours));
    theirs_.set_call_symbolic();
    theirs_.set_computed_rowptrs();
  }

  /// Throws: std::runtime_error before the symbolic phase, as there.
  template <class A, class B, class CRowMap, class CEntries, class CValues>
  void compute(Shape const& shape, A const& a, B const& b, CRowMap const& c_row_map,
               CEntries const& c_entries, CValues const& c_values) const {
    auto const ours = Kept::instance().find(&theirs_);
    if (!theirs_.is_symbolic_called() || ours == nullptr) {
      throw std::runtime_error{"spgemm_numeric: call spgemm_symbolic with this handle first"};
    }
    kokkos_sparse::spgemm_numeric(ours.get(), shape.m, shape.n, shape.k, a.row_map, a.entries,
                                  a.values, a.is_transposed, b.row_map, b.entries, b.values,
                                  b.is_transposed, c_row_map, c_entries, c_values);
    theirs_.set_call_numeric();
    theirs_.set_computed_entries();
  }

  /// Whether the handle has a plan of Araios, by which C = (I − omega·D⁻¹·A)·B is formed then.
  template <class A, class B, class C, class Inverses>
  bool compute_jacobi(Shape const& shape, A const& a, B const& b, C const& c,
                      typename KernelHandle::nnz_scalar_t const& omega,
                      Inverses const& dinv) const {
    auto const ours = Kept::instance().find(&theirs_);
    if (!theirs_.is_symbolic_called() || ours == nullptr) return false;
    kokkos_sparse::spgemm_jacobi(ours.get(), shape.m, shape.n, shape.k, a.row_map, a.entries,
                                 a.values, a.is_transposed, b.row_map, b.entries, b.values,
                                 b.is_transposed, c.row_map, c.entries, c.values, omega, dinv);
    theirs_.set_call_numeric();
    theirs_.set_computed_entries();
    return true;
  }

 private:
  using Theirs = typename KernelHandle::SPGEMMHandleType;
  using Ours = kokkos_sparse::KokkosKernelsHandle<
      typename KernelHandle::size_type, ordinal_type, typename KernelHandle::nnz_scalar_t,
      typename KernelHandle::HandleExecSpace, typename KernelHandle::HandleTempMemorySpace,
      typename KernelHandle::HandleTempMemorySpace>;
  using Witness = decltype(Theirs::persistent_c_xadj);
  using Kept = HandlesOfOthers<Ours, Witness>;

  Theirs& theirs_;
};

/// A vector, or several as a view of two dimensions, that Araios multiplies a matrix by.
template <class ExecutionSpace, class Matrix, class X, class Y>
concept SubstitutedVectors =
    KokkosSparse::is_crs_matrix_v<Matrix> && KnownScalar<typename Matrix::non_const_value_type> &&
    KnownOffset<typename Matrix::non_const_size_type> &&
    KnownOrdinal<typename Matrix::non_const_ordinal_type> &&
    std::is_same_v<typename Matrix::non_const_value_type, typename X::non_const_value_type> &&
    std::is_same_v<typename Matrix::non_const_value_type, typename Y::value_type> &&
    !std::is_same_v<typename X::array_layout, Kokkos::LayoutStride> &&
    !std::is_same_v<typename Y::array_layout, Kokkos::LayoutStride> &&
    ReachesMemory<ExecutionSpace, Matrix>;

// NOLINTBEGIN(readability-function-size): the parameters are those of Kokkos Kernels.
/// y = alpha·op(A)·x + beta·y for one vector or several.
template <class ExecutionSpace, class Matrix, class X, class Y>
void multiply_vectors(ExecutionSpace const& exec, char const* mode,
                      typename Y::value_type const& alpha, Matrix const& a, X const& x,
                      typename Y::value_type const& beta, Y const& y) {
  typename IdleWorkspaces<typename Matrix::device_type>::Lent const lent;
  if constexpr (X::rank() == 1) {
    araios::spmv(exec, alpha, kokkos_sparse::as_araios(a), x, beta, y,
                 options_of<SpMvOptions>(mode), lent.get());
  } else {
    araios::spmm(exec, alpha, kokkos_sparse::as_araios(a), x, beta, y,
                 options_of<SpMmOptions>(mode), lent.get());
  }
}
// NOLINTEND(readability-function-size)

}  // namespace araios::inline ARAIOS_ISA::impl::kokkos_sparse_detail
