// SPDX-License-Identifier: BSD-3-Clause
// Matrices of the tests as matrices of Kokkos Kernels, and back.
#pragma once

#include "HostMatrix.hpp"

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>

namespace araios_test {

/// The matrix as Kokkos Kernels takes it.
template <class Matrix>
Matrix to_kokkos(HostMatrix<typename Matrix::non_const_value_type> const& a) {
  using Device = typename Matrix::device_type;
  using Ordinal = typename Matrix::non_const_ordinal_type;
  using Offset = typename Matrix::non_const_size_type;
  return Matrix{a.pattern.label,
                static_cast<Ordinal>(a.pattern.num_rows),
                static_cast<Ordinal>(a.pattern.num_cols),
                static_cast<Offset>(a.pattern.num_entries()),
                to_view<typename Matrix::non_const_value_type, Device>(a.values, "values"),
                to_view<Offset, Device>(a.pattern.row_offsets, "row_map"),
                to_view<Ordinal, Device>(a.pattern.columns, "entries")};
}

/// A matrix of Kokkos Kernels on the host.
template <class Matrix>
HostMatrix<typename Matrix::non_const_value_type> from_kokkos(Matrix const& a) {
  HostMatrix<typename Matrix::non_const_value_type> host;
  host.pattern.num_rows = a.numRows();
  host.pattern.num_cols = a.numCols();
  host.pattern.row_offsets = to_vector<std::int64_t>(a.graph.row_map);
  if (host.pattern.row_offsets.empty()) host.pattern.row_offsets = {0};
  host.pattern.columns = to_vector<std::int64_t>(a.graph.entries);
  host.values = to_vector<typename Matrix::non_const_value_type>(a.values);
  return host;
}

}  // namespace araios_test
