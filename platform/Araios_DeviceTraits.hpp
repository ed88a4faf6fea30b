// SPDX-License-Identifier: BSD-3-Clause
// What the execution space reports of itself, for the selection.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Properties of an execution space that the heuristic needs.
struct DeviceTraits {
  bool is_host = true;
  int concurrency = 1;                 ///< owners that can be active concurrently
  int max_vector_length = 1;           ///< lanes a thread may have
  std::size_t max_scratch_bytes = 0;   ///< of one team, level 0
  bool waiting_lanes_progress = true;  ///< an owner may wait for another owner of its warp
};

/// Reads the traits of an execution-space instance.
template <class ExecutionSpace>
DeviceTraits device_traits(ExecutionSpace const& exec) {
  Kokkos::TeamPolicy<ExecutionSpace> const policy{exec, 1, 1};
  DeviceTraits traits;
  traits.is_host = is_host_space_v<ExecutionSpace>;
  traits.concurrency = exec.concurrency();
  traits.max_vector_length = policy.vector_length_max();
  traits.max_scratch_bytes = static_cast<std::size_t>(policy.scratch_size_max(0));
  // Other devices do not promise that a waiting thread lets the others of its warp run.
  traits.waiting_lanes_progress = traits.is_host;
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) {
    // Threads of a warp are scheduled independently from compute capability 7 on.
    constexpr int independent_thread_scheduling = 7;
    traits.waiting_lanes_progress = exec.cuda_device_prop().major >= independent_thread_scheduling;
  }
#endif
  return traits;
}

}  // namespace araios::inline ARAIOS_ISA::impl
