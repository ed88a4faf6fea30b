// SPDX-License-Identifier: BSD-3-Clause
// Atomic access of devices with the weakest memory order that suffices.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda/atomic>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Atomics with an explicit memory order. Fences of Kokkos are sequentially consistent. On CUDA
/// every thread that counts itself would then wait for the whole device, and invalidate the L1 of
/// its multiprocessor.
struct DeviceOrder {
  /// Adds one atomically and returns the count before. Whoever reads this or a later count, and
  /// then acquires, sees what the lanes of the team wrote before. For devices alone.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T release_and_count(T* count) {
#ifdef KOKKOS_ENABLE_CUDA
    return cuda::atomic_ref<T, cuda::thread_scope_device>{*count}.fetch_add(
        T{1}, cuda::memory_order_release);
#else
    Kokkos::memory_fence();
    return Kokkos::atomic_fetch_add(count, T{1});
#endif
  }

  /// Reads atomically and orders nothing else. For devices alone. Kokkos reads by an exchange.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T load_relaxed(T* address) {
#ifdef KOKKOS_ENABLE_CUDA
    return cuda::atomic_ref<T, cuda::thread_scope_device>{*address}.load(
        cuda::memory_order_relaxed);
#else
    return Kokkos::atomic_load(address);
#endif
  }
  /// Writes atomically and orders nothing else. For devices alone.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static void store_relaxed(T* address, T value) {
#ifdef KOKKOS_ENABLE_CUDA
    cuda::atomic_ref<T, cuda::thread_scope_device>{*address}.store(value,
                                                                   cuda::memory_order_relaxed);
#else
    Kokkos::atomic_store(address, value);
#endif
  }

  /// Writes of the lanes counted so far, made before they counted, are visible from here on.
  KOKKOS_FORCEINLINE_FUNCTION static void acquire() {
#ifdef KOKKOS_ENABLE_CUDA
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#else
    Kokkos::memory_fence();
#endif
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
