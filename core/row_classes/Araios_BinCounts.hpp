// SPDX-License-Identifier: BSD-3-Clause
// How many rows of C each bin has.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
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
  std::int64_t total = 0;    ///< work, or entries of C
  std::int64_t largest = 0;  ///< of one row
  std::int64_t twins = 0;    ///< rows that leaders handle in the symbolic phase

  bool operator==(BinCounts const&) const = default;
};

/// The bins that have rows, with their number.
inline std::string to_string(BinCounts const& counts) {
  std::string text{"rows by bins"};
  for (std::size_t place = 0; place < num_row_bins; ++place) {
    if (counts.rows[place] == 0) continue;
    text += " ";
    text += name_of(static_cast<RowBin>(place));
    text += "=" + std::to_string(counts.rows[place]);
  }
  return text;
}

}  // namespace araios::inline ARAIOS_ISA::impl
