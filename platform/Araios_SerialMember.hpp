// SPDX-License-Identifier: BSD-3-Clause
// The calling thread as a team of its own, for loops of hosts outside of a launch.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The calling thread as the only member of a single team, with the interface that kernels without
/// scratch use.
template <class ExecutionSpace>
struct SerialMember {
  using execution_space = ExecutionSpace;

  KOKKOS_FUNCTION static constexpr int league_rank() { return 0; }
  KOKKOS_FUNCTION static constexpr int team_rank() { return 0; }
  KOKKOS_FUNCTION static constexpr int team_size() { return 1; }
};

}  // namespace araios::inline ARAIOS_ISA::impl
