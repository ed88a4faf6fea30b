// SPDX-License-Identifier: BSD-3-Clause
// Instances of device spaces that run nothing, in whose order memory is allocated at once.
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

/// The device of an instance, where a process may use several.
template <class ExecutionSpace>
int device_number([[maybe_unused]] ExecutionSpace const& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return exec.cuda_device();
#endif
  return 0;
}

/// One instance for each device, made when it is first asked for and kept.
template <class ExecutionSpace>
class AllocationInstances {
 public:
  /// The one of the device of `exec`.
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

/// The instance in whose order to allocate memory that `exec` is to use, whatever that has been
/// given before: Kokkos waits for an instance of a device before it hands over memory, and for this
/// one that is no time. On hosts, which do not wait, `exec` itself.
template <class ExecutionSpace>
ExecutionSpace const& instance_to_allocate(ExecutionSpace const& exec) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    return exec;
  } else {
    return process_singleton<AllocationInstances<ExecutionSpace>>()->beside(exec);
  }
}

/// Properties of a view that is allocated there and left uninitialized.
template <class ExecutionSpace>
auto uninitialized_at_once(ExecutionSpace const& exec, std::string const& label) {
  return Kokkos::view_alloc(instance_to_allocate(exec), Kokkos::WithoutInitializing, label);
}

}  // namespace araios::inline ARAIOS_ISA::impl
