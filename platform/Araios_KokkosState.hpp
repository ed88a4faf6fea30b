// SPDX-License-Identifier: BSD-3-Clause
// The check that a call comes at a time and from a place where Kokkos can run kernels.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <type_traits>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Throws: std::invalid_argument unless Kokkos is initialized and not yet finalized.
inline void expect_kokkos_initialized() {
  ARAIOS_EXPECTS(Kokkos::is_initialized() && !Kokkos::is_finalized(),
                 "Kokkos is not initialized: call between Kokkos::initialize and finalize");
}

/// Checks that `ExecutionSpace` can run kernels now. A parallel region of OpenMP has taken its
/// threads: loops that wait for other threads would never end.
///
/// Throws: std::invalid_argument as expect_kokkos_initialized; std::logic_error in such a region.
template <class ExecutionSpace>
void expect_callable() {
  expect_kokkos_initialized();
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>) {
    if (omp_in_parallel() != 0) {
      throw std::logic_error{
          "araios: a call on Kokkos::OpenMP comes from within a parallel region of OpenMP: call "
          "outside of it, or on an instance of Kokkos::Serial for each thread"};
    }
  }
#endif
}

}  // namespace araios::inline ARAIOS_ISA::impl
