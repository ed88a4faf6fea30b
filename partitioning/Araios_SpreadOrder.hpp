// SPDX-License-Identifier: BSD-3-Clause
// An order in which neighbours lie far apart.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Things [0, count) in an order in which successive ones come from so many places by turns: what
/// runs at once then seldom meets at one address.
template <std::int64_t num_places>
struct SpreadOrder {
  std::int64_t count;

  /// Steps of the order: some at the end may be of no thing.
  KOKKOS_FUNCTION std::int64_t num_steps() const { return num_places * of_place(); }
  /// The thing of a step; `count` or more where there is none.
  KOKKOS_FUNCTION std::int64_t at(std::int64_t step) const {
    return step % num_places * of_place() + step / num_places;
  }

 private:
  KOKKOS_FUNCTION std::int64_t of_place() const { return (count + num_places - 1) / num_places; }
};

}  // namespace araios::inline ARAIOS_ISA::impl
