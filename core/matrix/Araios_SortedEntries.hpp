// SPDX-License-Identifier: BSD-3-Clause
// The entries of each row in the order of their columns.
#pragma once

#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Before another entry of its row comes one with a smaller column, or an earlier one with the
/// same. So no two are equal, and every sort keeps the order of repeated columns.
template <class Columns>
struct EntryBefore {
  Columns columns;

  KOKKOS_FUNCTION bool operator()(std::int64_t entry, std::int64_t other) const {
    auto const column = columns(entry);
    auto const column_of_other = columns(other);
    return column < column_of_other || (column == column_of_other && entry < other);
  }
};

/// Sorts the entries of a row.
template <class Graph, class Entries>
struct SortEntriesOfRow {
  Graph graph;
  Entries entries;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(graph.row_offsets(row + 1)) - begin;
    std::int64_t* const of_row = entries.data() + begin;
    lanes.for_each(size, [&](std::int64_t i) { of_row[i] = begin + i; });
    EntryBefore<decltype(graph.columns)> const before{graph.columns};
    if constexpr (Lanes::concurrent) {
      sort_bitonic(lanes, size, [&](std::int64_t low, std::int64_t high) {
        std::int64_t const entry = of_row[low];
        if (!before(of_row[high], entry)) return;
        of_row[low] = of_row[high];
        of_row[high] = entry;
      });
    } else {
      KOKKOS_IF_ON_HOST((if (!std::is_sorted(of_row, of_row + size, before)) {
        std::sort(of_row, of_row + size, before);
      }))
    }
  }
};

/// Lists the entries of each row by column; repeated columns keep their order.
///
/// Shapes: entries nnz.
/// Pre:    the pattern is valid, and its offsets count from 0.
/// Cost:   O(nnz · log(longest row)) comparisons on hosts, O(nnz · log²) on devices.
template <class ExecutionSpace, class Graph, class Entries>
void sort_entries(ExecutionSpace const& exec, Graph const& graph, Entries const& entries) {
  auto const nnz = static_cast<std::int64_t>(entries.extent(0));
  for_each_row("araios::sort_entries", exec, rows_by_entries(graph, nnz),
               SortEntriesOfRow<Graph, Entries>{graph, entries});
}

}  // namespace araios::inline ARAIOS_ISA::impl
