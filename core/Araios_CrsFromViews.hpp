// SPDX-License-Identifier: BSD-3-Clause
// Matrices and graphs over views that exist, without a copy.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <concepts>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// A Kokkos::StaticCrsGraph or what has its members.
template <class T>
concept StaticGraph = requires(T const& graph) {
  graph.numRows();
  graph.row_map;
  graph.entries;
};
}  // namespace impl

/// The graph over given views.
///
/// Shapes: row_offsets has num_rows + 1 elements; columns has one or more for each entry.
/// Pre:    as CrsGraph asks.
/// Post:   shares the memory of the views, which must outlive the graph where they do not own it;
///         columns are read-only where theirs are.
/// Throws: std::overflow_error when a count does not fit the type of the columns.
template <std::integral Rows, std::integral Cols, class RowOffsets, class Columns>
auto graph_of(Rows num_rows, Cols num_cols, RowOffsets const& row_offsets, Columns const& columns) {
  using Graph = decltype(CrsGraph{0, 0, row_offsets, columns});
  using Ordinal = typename Graph::ordinal_type;
  return Graph{impl::checked_cast<Ordinal>(num_rows, "the number of rows"),
               impl::checked_cast<Ordinal>(num_cols, "the number of columns"), row_offsets,
               columns};
}

/// The graph over the views of a Kokkos::StaticCrsGraph, which does not know its columns.
template <impl::StaticGraph Graph, std::integral Cols>
auto graph_of(Graph const& graph, Cols num_cols) {
  return graph_of(graph.numRows(), num_cols, graph.row_map, graph.entries);
}

/// The matrix over given views: a graph_of these, and a value for each entry. Values are read-only
/// where theirs are.
template <std::integral Rows, std::integral Cols, class RowOffsets, class Columns, class Values>
auto matrix_of(Rows num_rows, Cols num_cols, RowOffsets const& row_offsets, Columns const& columns,
               Values const& values) {
  return CrsMatrix{graph_of(num_rows, num_cols, row_offsets, columns), values};
}

/// The matrix over the views of a Kokkos::StaticCrsGraph and values.
template <impl::StaticGraph Graph, std::integral Cols, class Values>
auto matrix_of(Graph const& graph, Cols num_cols, Values const& values) {
  return CrsMatrix{graph_of(graph, num_cols), values};
}

}  // namespace araios::inline ARAIOS_ISA
