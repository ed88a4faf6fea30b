// SPDX-License-Identifier: BSD-3-Clause
// Rows of a pattern that are the row before, moved by one column, as stencils have them.
#pragma once

#include <Araios_GraphChecks.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace araios {

/// Whether the columns of a row are those of the row before, each increased by `shift`.
///
/// Pre: row > 0; on hosts.
template <class Graph>
bool is_row_before_shifted(Graph const& graph, typename Graph::ordinal_type row,
                           typename Graph::ordinal_type shift) {
  auto const begin = graph.row_offsets(row);
  auto const end = graph.row_offsets(row + 1);
  auto const before = graph.row_offsets(row - 1);
  if (end - begin != begin - before) return false;
  auto const* const columns = graph.columns.data();
  return std::equal(columns + begin, columns + end, columns + before,
                    [shift](auto column, auto earlier) { return column == earlier + shift; });
}

/// Whether rows that are the row before, moved by one column, are so frequent in a pattern that it
/// pays to look for them all: from a sample of rows.
template <class Graph>
bool has_many_shifted_rows(Graph const& graph) {
  using Ordinal = typename Graph::ordinal_type;
  constexpr int samples = tuning::shifted_rows_samples;
  if (graph.num_rows <= samples) return false;
  int found = 0;
  for (int i = 0; i < samples; ++i) {
    // Multiples of the golden ratio spread evenly and follow no grid.
    double const place = (i + 1) * 0.6180339887498949;
    auto const row =
        static_cast<Ordinal>((place - std::floor(place)) * static_cast<double>(graph.num_rows));
    found += row > 0 && is_row_before_shifted(graph, row, 1) ? 1 : 0;
  }
  return found >= tuning::shifted_rows_min_found;
}

/// Marks the rows that are the row before, moved by one column.
template <class Graph>
struct MarkShiftedRow {
  using ordinal_type = typename Graph::ordinal_type;

  Graph graph;
  Kokkos::View<unsigned char*, typename Graph::device_type> is_shifted;

  void operator()(ordinal_type row) const {
    is_shifted(row) = row > 0 && is_row_before_shifted(graph, row, 1) ? 1 : 0;
  }
};

/// Marks all shifted rows. Shapes: is_shifted graph.num_rows.
template <class ExecutionSpace, class Graph, class Marks>
void mark_shifted_rows(ExecutionSpace const& exec, Graph const& graph, Marks const& is_shifted) {
  using Ordinal = typename Graph::ordinal_type;
  Kokkos::parallel_for(
      "araios::spgemm_symbolic::mark_shifted_rows",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Ordinal>>(exec, 0, graph.num_rows),
      MarkShiftedRow<Graph>{graph, is_shifted});
}

}  // namespace araios
