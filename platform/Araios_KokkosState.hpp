// SPDX-License-Identifier: BSD-3-Clause
// The check that Kokkos is initialized when a call is made.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Throws: std::invalid_argument unless Kokkos is initialized and not yet finalized.
inline void expect_kokkos_initialized() {
  ARAIOS_EXPECTS(Kokkos::is_initialized() && !Kokkos::is_finalized(),
                 "Kokkos is not initialized: call between Kokkos::initialize and finalize");
}

}  // namespace araios::inline ARAIOS_ISA::impl
