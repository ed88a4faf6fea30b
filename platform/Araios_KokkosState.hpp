// SPDX-License-Identifier: BSD-3-Clause
// The check that a call is made while Kokkos runs.
#pragma once

#include <Kokkos_Core.hpp>

#include <platform/Araios_Expects.hpp>

namespace araios {

/// Throws: std::invalid_argument unless Kokkos is initialized and not yet finalized.
inline void expect_kokkos_initialized() {
  ARAIOS_EXPECTS(Kokkos::is_initialized() && !Kokkos::is_finalized(),
                 "Kokkos is not initialized: call between Kokkos::initialize and finalize");
}

}  // namespace araios
