// SPDX-License-Identifier: BSD-3-Clause
// Sorts the rows of a matrix by column, with several lanes for each row.
#pragma once

#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_NestedSort.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Sorts one row for each thread of a team, by its vector lanes together.
template <class Offsets, class Columns, class Values>
struct SortRow {
  Offsets row_offsets;
  Columns columns;
  Values values;
  std::int64_t num_rows;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = thread_index(member);
    if (row >= num_rows) return;
    auto const begin = static_cast<std::size_t>(row_offsets(row));
    auto const end = static_cast<std::size_t>(row_offsets(row + 1));
    auto const range = Kokkos::make_pair(begin, end);
    Kokkos::Experimental::sort_by_key_thread(member, Kokkos::subview(columns, range),
                                             Kokkos::subview(values, range));
  }
};

/// Sorts columns and their values within each row. For devices: on hosts rows are sorted when they
/// are emitted.
///
/// Shapes: row_offsets m + 1; columns and values row_offsets(m) elements. A team has team_size
///         threads of vector_length lanes, and a row for each thread.
template <class ExecutionSpace, class Offsets, class Columns, class Values>
[[gnu::cold]] void sort_rows(ExecutionSpace const& exec, int team_size, int vector_length,
                             Offsets const& row_offsets, Columns const& columns,
                             Values const& values) {
  auto const num_rows = static_cast<std::int64_t>(row_offsets.extent(0)) - 1;
  if (num_rows <= 0) return;
  auto const league = static_cast<int>((num_rows + team_size - 1) / team_size);
  launch_team_kernel<ExecutionSpace>(
      "araios::sort_rows", TeamPolicyOf<ExecutionSpace>(exec, league, team_size, vector_length),
      SortRow<Offsets, Columns, Values>{row_offsets, columns, values, num_rows});
}

}  // namespace araios::inline ARAIOS_ISA::impl
