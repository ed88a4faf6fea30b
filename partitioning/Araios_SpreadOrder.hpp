// SPDX-License-Identifier: BSD-3-Clause
// An order in which neighbours are far apart.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Items [0, count) in an order whose successive items come from num_places distant places in turn.
/// Concurrent items then seldom contend for one address.
template <std::int64_t num_places>
struct SpreadOrder {
  std::int64_t count;

  /// The number of steps; some at the end may have no item.
  KOKKOS_FUNCTION std::int64_t num_steps() const { return num_places * of_place(); }
  /// The item of a step; `count` or more if there is none.
  KOKKOS_FUNCTION std::int64_t at(std::int64_t step) const {
    return step % num_places * of_place() + step / num_places;
  }

 private:
  KOKKOS_FUNCTION std::int64_t of_place() const { return (count + num_places - 1) / num_places; }
};

}  // namespace araios::inline ARAIOS_ISA::impl
