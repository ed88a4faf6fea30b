// SPDX-License-Identifier: BSD-3-Clause
// Sorts the columns of each row of a pattern that has no values yet.
#pragma once

#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

template <class Graph>
struct SortColumnsOfRow {
  Graph graph;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(graph.row_offsets(row + 1)) - begin;
    auto* const columns = graph.columns.data() + begin;
    if constexpr (Lanes::concurrent) {
      sort_bitonic(lanes, size, [&](std::int64_t low, std::int64_t high) {
        auto const column = columns[low];
        if (!(columns[high] < column)) return;
        columns[low] = columns[high];
        columns[high] = column;
      });
    } else {
      KOKKOS_IF_ON_HOST((std::sort(columns, columns + size);))
    }
  }
};

/// Sorts the columns of each row.
///
/// Pre: offsets count from 0.
template <class ExecutionSpace, class Graph>
void sort_columns(ExecutionSpace const& exec, Graph const& graph, std::int64_t nnz) {
  for_each_row("araios::semiring_spgemm_symbolic::sort_columns", exec, rows_by_entries(graph, nnz),
               SortColumnsOfRow<Graph>{graph});
}

}  // namespace araios::inline ARAIOS_ISA::impl
