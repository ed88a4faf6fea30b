// SPDX-License-Identifier: BSD-3-Clause
// Marks the columns of a C that no numeric phase has filled yet, so that none takes it for an
// operand.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// What stands first in columns that are not filled. No valid column is negative.
template <class Ordinal>
inline constexpr Ordinal unfilled_column = std::numeric_limits<Ordinal>::min();

/// Marks new columns. `exec` orders the mark before the phases that fill them; without it the call
/// fences.
///
/// Pre: on hosts no kernel uses the columns.
template <class View, class... ExecutionSpace>
void mark_unfilled(View const& columns, ExecutionSpace const&... exec) {
  if (columns.extent(0) == 0) return;
  constexpr auto mark = unfilled_column<typename View::value_type>;
  if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                           typename View::memory_space>::accessible) {
    columns(0) = mark;
  } else {
    Kokkos::deep_copy(exec..., Kokkos::subview(columns, 0), mark);
  }
}

inline std::string describe_unfilled(std::string const& name) {
  return name +
         ".columns are not filled: a numeric phase must have written this result of a plan "
         "before it is an operand";
}

/// Throws std::invalid_argument if the columns of an operand are not filled. On hosts; elsewhere a
/// look at one entry costs as much as a small product.
template <class Graph>
void expect_filled(Graph const& graph, char const* name) {
  if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                           typename Graph::device_type::memory_space>::accessible) {
    ARAIOS_EXPECTS(graph.columns.extent(0) == 0 ||
                       graph.columns(0) != unfilled_column<typename Graph::ordinal_type>,
                   describe_unfilled(name));
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
