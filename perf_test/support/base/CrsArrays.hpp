// SPDX-License-Identifier: BSD-3-Clause
// A sparse matrix as plain arrays; without Kokkos, so that files for C libraries compile fast.
#pragma once

namespace araios::perf {

/// A matrix in compressed rows, sorted and without repeated columns, as C libraries take it.
template <class Scalar>
struct CrsArraysOf {
  int num_rows = 0;
  int num_cols = 0;
  int num_entries = 0;
  int const* row_offsets = nullptr;
  int const* columns = nullptr;
  Scalar const* values = nullptr;
};

using CrsArrays = CrsArraysOf<double>;

/// The arrays of a CrsMatrix with int ordinals and offsets. The matrix keeps their ownership.
template <class Matrix>
CrsArraysOf<typename Matrix::scalar_type> arrays_of(Matrix const& matrix) {
  auto const& graph = matrix.graph;
  return {graph.num_rows,           graph.num_cols,       static_cast<int>(graph.columns.extent(0)),
          graph.row_offsets.data(), graph.columns.data(), matrix.values.data()};
}

}  // namespace araios::perf
