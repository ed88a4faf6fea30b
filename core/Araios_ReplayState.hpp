// SPDX-License-Identifier: BSD-3-Clause
// Whether a numeric phase replays its plan, and why not.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// Whether a numeric phase replays its plan; if it was asked to and does not, why.
enum class ReplayState {
  not_asked,               ///< options.replay is unset or false
  replays,                 ///< it does
  needs_recorded_pattern,  ///< hosts: the pattern of C is not recorded, or C has too many empty
                           ///< columns
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
      "host replay needs a recorded pattern of C",
      "device replay needs all choices left to kkspgemm, and bins that fit the cap",
      "device replay needs strictly ascending rows of B",
      "max_workspace_bytes is too low",
      "nnz exceeds the packed-product index range",
      "there are no products",
      "supernodal bins are faster here"};
  return reasons[static_cast<std::size_t>(state)];
}

}  // namespace araios::inline ARAIOS_ISA
