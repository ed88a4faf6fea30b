// SPDX-License-Identifier: BSD-3-Clause
// Whether rows of P have at most one entry, so that triple products need no rows of R·A.
#pragma once

#include <matrix/Araios_RowCounts.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Finds the length of the longest row.
template <class Graph>
struct FindLongRow {
  Graph graph;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& longest) const {
    auto const length = row_length(graph, static_cast<typename Graph::ordinal_type>(row));
    longest = length > longest ? length : longest;
  }
};

/// Whether no row has more than one entry. Fences: to read the result.
template <class ExecutionSpace, class Graph>
bool has_short_rows(ExecutionSpace const& exec, Graph const& graph) {
  std::int64_t longest = 0;
  auto const num_rows = std::int64_t{graph.num_rows};
  reduce_range("araios::rap::rows_of_p", exec, num_rows, num_rows, FindLongRow<Graph>{graph},
               Kokkos::Max<std::int64_t>(longest));
  return longest <= 1;
}

}  // namespace araios::inline ARAIOS_ISA::impl
