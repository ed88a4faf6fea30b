// SPDX-License-Identifier: BSD-3-Clause
// How devices hand out memory while drivers measure.
#pragma once

namespace araios::perf {

/// Lets CUDA's stream-ordered allocator keep what is freed for the next call, as an application
/// that multiplies often would: by default it gives everything back at the next fence. Serves
/// cuSPARSE, and Kokkos where it was built with Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC.
///
/// Pre: Kokkos is initialized. Does nothing without CUDA or where a device has no such allocator.
void keep_freed_device_memory();

}  // namespace araios::perf
