// SPDX-License-Identifier: BSD-3-Clause
// Idle instances of device spaces, on which memory is allocated without waiting for other work.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ProcessSingleton.hpp>

#include <Kokkos_Core.hpp>

#include <map>
#include <mutex>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// The device number of an instance, for processes that use several devices.
template <class ExecutionSpace>
int device_number([[maybe_unused]] ExecutionSpace const& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return exec.cuda_device();
#endif
  return 0;
}

/// One instance for each device, created on first use and kept.
template <class ExecutionSpace>
class AllocationInstances {
 public:
  /// The instance on the device of `exec`.
  ExecutionSpace const& beside(ExecutionSpace const& exec) {
    std::lock_guard const lock{mutex_};
    auto const [place, is_new] = of_device_.try_emplace(device_number(exec), exec);
    if (is_new) place->second = Kokkos::Experimental::partition_space(exec, 1).front();
    return place->second;
  }
  void close() {
    std::lock_guard const lock{mutex_};
    of_device_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<int, ExecutionSpace> of_device_;
};

/// The instance on which to allocate memory for `exec`. Kokkos fences an instance of a device
/// before it hands over memory. On this idle instance the fence returns immediately, whatever
/// `exec` is running. Allocation on hosts does not fence, so there it is `exec` itself.
template <class ExecutionSpace>
ExecutionSpace const& instance_to_allocate(ExecutionSpace const& exec) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    return exec;
  } else {
    return process_singleton<AllocationInstances<ExecutionSpace>>()->beside(exec);
  }
}

/// View properties: uninitialized, allocated without waiting for the work of `exec`.
template <class ExecutionSpace>
auto uninitialized_at_once(ExecutionSpace const& exec, std::string const& label) {
  return Kokkos::view_alloc(instance_to_allocate(exec), Kokkos::WithoutInitializing, label);
}

}  // namespace araios::inline ARAIOS_ISA::impl
