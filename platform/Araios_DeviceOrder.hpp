// SPDX-License-Identifier: BSD-3-Clause
// Atomic access of devices with no more order of memory than it needs.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda/atomic>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// What Kokkos' fences do for all orders, they do for the strictest: on CUDA every thread that
/// counts itself would wait for all others of the device to agree, and empty the first cache of its
/// multiprocessor. Before, rows that many teams share took up to 1.5 times as long in SpMV (one
/// H200, November 2026).
struct DeviceOrder {
  /// Adds one, atomically; who reads it or a later count, and acquires, sees what the lanes of the
  /// team wrote before. Returns the count of before. For devices alone.
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

  /// Reads atomically and orders nothing else. For devices alone. Kokkos' own does it by
  /// exchanging.
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

  /// What the lanes counted so far wrote before is visible from here on.
  KOKKOS_FORCEINLINE_FUNCTION static void acquire() {
#ifdef KOKKOS_ENABLE_CUDA
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#else
    Kokkos::memory_fence();
#endif
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
