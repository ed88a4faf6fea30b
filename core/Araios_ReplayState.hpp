// SPDX-License-Identifier: BSD-3-Clause
// Whether a numeric phase replays what its plan remembers, and why not.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// Whether a numeric phase replays what its plan remembers; if it was asked to and does not, why.
enum class ReplayState {
  not_asked,               ///< options.replay is unset or false
  replays,                 ///< it does
  needs_recorded_pattern,  ///< hosts: the pattern of C is not recorded
  needs_free_choice,       ///< devices: an option or the cap rules out bins
  needs_ascending_rows,    ///< devices: columns of B do not ascend strictly
  needs_memory,            ///< what it remembers does not fit the cap
  needs_fewer_entries,     ///< the bits of a product do not number all entries
  has_no_products,         ///< there is nothing to remember
  bins_are_faster          ///< devices: kernels find most rows together, in less time
};

/// Why nothing is replayed, for messages; empty where it is.
constexpr std::string_view reason_of(ReplayState state) {
  constexpr std::array<std::string_view, 9> reasons{
      "not asked for",
      "",
      "hosts do only where they record the pattern of C",
      "only where kkspgemm chooses everything, and bins fit the cap",
      "rows of B do not ascend",
      "the cap is too low",
      "entries are more than the bits of a product tell apart",
      "there are no products",
      "most rows are found together, which takes less time"};
  return reasons[static_cast<std::size_t>(state)];
}

}  // namespace araios::inline ARAIOS_ISA
