// SPDX-License-Identifier: BSD-3-Clause
// Views of programs for Kokkos Kernels as operands, of the types of a handle.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl::kokkos_sparse_detail {

/// The pattern that two views hold, of the types of the handle.
template <class KernelHandle, class RowMap, class Entries>
auto pattern(typename KernelHandle::nnz_lno_t num_rows, typename KernelHandle::nnz_lno_t num_cols,
             RowMap const& row_map, Entries const& entries) {
  using Offset = typename KernelHandle::size_type;
  using Ordinal = typename KernelHandle::nnz_lno_t;
  static_assert(std::is_same_v<typename RowMap::non_const_value_type, Offset>,
                "the row map of an operand has other elements than the size_type of the handle");
  static_assert(std::is_same_v<typename Entries::non_const_value_type, Ordinal>,
                "the entries of an operand have other elements than the lno_t of the handle");
  return CrsGraph<Offset, Ordinal const, typename KernelHandle::device_type>{num_rows, num_cols,
                                                                             row_map, entries};
}

/// The same with values.
template <class KernelHandle, class Graph, class Values>
auto with_values(Graph const& graph, Values const& values) {
  using Scalar = typename KernelHandle::nnz_scalar_t;
  static_assert(std::is_same_v<typename Values::non_const_value_type, Scalar>,
                "the values of an operand have other elements than the scalar_t of the handle");
  return CrsMatrix<Scalar const, typename KernelHandle::size_type,
                   typename KernelHandle::nnz_lno_t const, typename KernelHandle::device_type>{
      graph, values};
}

}  // namespace araios::inline ARAIOS_ISA::impl::kokkos_sparse_detail
