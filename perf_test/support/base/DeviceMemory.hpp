// SPDX-License-Identifier: BSD-3-Clause
// The memory pool of devices during measurements.
#pragma once

namespace araios::perf {

/// Lets CUDA's stream-ordered allocator keep freed memory for the next call, as an application that
/// multiplies often would do. By default the allocator returns everything at the next fence. Serves
/// cuSPARSE, and Kokkos if it was built with Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC. Does nothing
/// without CUDA, or if a device has no such allocator.
///
/// Pre: Kokkos is initialized.
void keep_freed_device_memory();

}  // namespace araios::perf
