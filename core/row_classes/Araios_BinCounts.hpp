// SPDX-License-Identifier: BSD-3-Clause
// How many rows of C each bin has, and by which route they go.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BinRoute.hpp>
#include <row_classes/Araios_RowBin.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Rows of each bin, the largest need in each, and sums over all rows, as the device counts them.
struct BinCounts {
  std::array<std::int64_t, num_row_bins> rows{};
  std::array<std::int64_t, num_row_bins> need{};
  std::int64_t total = 0;              ///< work, or entries of C
  std::int64_t largest = 0;            ///< of one row
  std::int64_t supernode_members = 0;  ///< handled by representatives in the symbolic phase
  BinRoutes routes = own_routes();  ///< of launches; follow from the counts, the device and options

  /// Routes are a report, and no part of what is counted.
  bool operator==(BinCounts const& other) const {
    return rows == other.rows && need == other.need && total == other.total &&
           largest == other.largest && supernode_members == other.supernode_members;
  }
};

/// The bins that have rows, with their number; with the route, where it is not the bin's own.
inline std::string to_string(BinCounts const& counts) {
  std::string text{"rows by bins"};
  for (std::size_t place = 0; place < num_row_bins; ++place) {
    if (counts.rows[place] == 0) continue;
    auto const bin = static_cast<RowBin>(place);
    text += " ";
    text += name_of(bin);
    text += "=" + std::to_string(counts.rows[place]);
    BinRoute const route = counts.routes[place];
    if (route == own_route(bin)) continue;
    text += " by ";
    text += name_of(route);
  }
  return text;
}

}  // namespace araios::inline ARAIOS_ISA::impl
