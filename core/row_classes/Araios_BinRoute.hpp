// SPDX-License-Identifier: BSD-3-Clause
// The ways in which a launch can handle the rows of a bin.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowBin.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// Who handles the rows of a bin, and where their values accumulate.
enum class BinRoute {
  lane,            ///< each lane a row
  thread,          ///< each thread a row
  supernode,       ///< each thread a row and those alike, by runs of entries of A
  team,            ///< each team a row
  team_in_result,  ///< the same by windows of a bitmap, values accumulate in C
  split,           ///< several teams a row
  count
};

constexpr std::string_view name_of(BinRoute route) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(BinRoute::count)> names{
      "lanes", "threads", "supernodes", "teams", "teams in the result", "split rows"};
  return names[static_cast<std::size_t>(route)];
}

/// The route of each bin.
using BinRoutes = std::array<BinRoute, num_row_bins>;

/// The route that a bin is made for.
constexpr BinRoute own_route(RowBin bin) {
  switch (bin) {
    case RowBin::few_rows:
    case RowBin::more_rows:
      return BinRoute::lane;
    case RowBin::supernode_bitmap:
      return BinRoute::supernode;
    case RowBin::team_probing:
    case RowBin::team_bitmap:
      return BinRoute::team;
    case RowBin::result_bitmap:
      return BinRoute::team_in_result;
    default:
      return BinRoute::thread;
  }
}

constexpr BinRoutes own_routes() {
  BinRoutes routes{};
  for (std::size_t bin = 0; bin < num_row_bins; ++bin) {
    routes[bin] = own_route(static_cast<RowBin>(bin));
  }
  return routes;
}

}  // namespace araios::inline ARAIOS_ISA::impl
