// SPDX-License-Identifier: BSD-3-Clause
// A copy of a matrix in new memory.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_ResultMemory.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A copy of the entries of a checked matrix. Throws: OutOfMemory. Fences: once, at the end.
template <class ExecutionSpace, class Matrix>
auto copied_matrix(ExecutionSpace const& exec, CheckedOperand<Matrix> const& a,
                   std::string const& label) {
  using Offset = typename Matrix::offset_type;
  using Device = typename Matrix::device_type;
  auto const& graph = a.rows.graph;
  auto const row_offsets = allocate_row_offsets<Offset, Device>(exec, graph.num_rows);
  auto const copy = allocate_result<typename Matrix::scalar_type>(
      exec, label,
      CrsGraph<Offset, typename Matrix::ordinal_type, Device>{
          graph.num_rows, graph.num_cols, row_offsets, {}},
      a.nnz);
  std::pair const entries{std::size_t{0}, static_cast<std::size_t>(a.nnz)};
  if (graph.row_offsets.extent(0) == 0) {
    Kokkos::deep_copy(exec, row_offsets, Offset{0});
  } else {
    Kokkos::deep_copy(exec, row_offsets, graph.row_offsets);
  }
  Kokkos::deep_copy(exec, copy.graph.columns, Kokkos::subview(graph.columns, entries));
  Kokkos::deep_copy(exec, copy.values, Kokkos::subview(a.rows.values, entries));
  exec.fence("araios: a matrix is copied");
  return copy;
}

}  // namespace araios::inline ARAIOS_ISA::impl
