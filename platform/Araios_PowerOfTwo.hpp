// SPDX-License-Identifier: BSD-3-Clause
// Sizes of tables and networks, rounded up to powers of two.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The smallest power of two that is at least `count` and at least 1.
KOKKOS_FUNCTION constexpr std::int64_t power_of_two_at_least(std::int64_t count) {
  std::int64_t power = 1;
  while (power < count) power *= 2;
  return power;
}

}  // namespace araios::inline ARAIOS_ISA::impl
