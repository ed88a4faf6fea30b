// SPDX-License-Identifier: BSD-3-Clause
// Matrices in compressed-column form, and conversions from and to compressed rows.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_Transpose.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA {

/// A sparse matrix in compressed-column form (CSC), as solvers and other languages have it.
///
/// Shapes: num_rows × num_cols; col_offsets has num_cols + 1 elements; rows and values have at
///         least col_offsets(num_cols) elements.
/// Pre:    as CrsMatrix, with rows and columns in each other's place.
template <class Scalar, class Offset, class Ordinal, class Device>
struct CscMatrix {
  using transpose_type = CrsMatrix<Scalar, Offset, Ordinal, Device>;  ///< of transposed()
  using scalar_type = typename transpose_type::scalar_type;           ///< of the values
  using offset_type = Offset;                                         ///< counts entries
  using ordinal_type = typename transpose_type::ordinal_type;         ///< numbers rows and columns
  using device_type = typename transpose_type::device_type;           ///< of the views

  ordinal_type num_rows = 0;  ///< rows
  ordinal_type num_cols = 0;  ///< columns
  /// Column j has the entries from col_offsets(j) up to col_offsets(j + 1).
  Kokkos::View<Offset const*, device_type> col_offsets;
  /// The row of each entry.
  Kokkos::View<Ordinal*, device_type> rows;
  /// The value of each entry.
  Kokkos::View<Scalar*, device_type> values;

  /// The transpose in compressed-row form: the same arrays, without a copy.
  transpose_type transposed() const { return {{num_cols, num_rows, col_offsets, rows}, values}; }
};

/// The matrix in compressed-column form, in new memory.
///
/// Post:   rows ascend in each column. Repeated entries stay, in their order.
/// Throws: as transpose. Cost and fences likewise.
template <class ExecutionSpace, SparseMatrix A>
auto to_csc(ExecutionSpace const& exec, A const& a) {
  if constexpr (impl::require_operand<ExecutionSpace, A>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::to_csc"};
    auto const t = transpose(exec, a);
    return CscMatrix<typename A::scalar_type, typename A::offset_type, typename A::ordinal_type,
                     typename A::device_type>{a.graph.num_rows, a.graph.num_cols,
                                              t.graph.row_offsets, t.graph.columns, t.values};
  }
}

/// The matrix in compressed-row form, in new memory. Messages speak of A.transposed() as A.
///
/// Post:   columns ascend in each row. Repeated entries stay, in their order.
/// Throws: as transpose. Cost and fences likewise.
template <class ExecutionSpace, class Scalar, class Offset, class Ordinal, class Device>
auto to_crs(ExecutionSpace const& exec, CscMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  if constexpr (impl::require_operand<ExecutionSpace,
                                      CrsMatrix<Scalar, Offset, Ordinal, Device>>()) {
    Kokkos::Profiling::ScopedRegion const region{"araios::to_crs"};
    return transpose(exec, a.transposed());
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void to_csc(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
