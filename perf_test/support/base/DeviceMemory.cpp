// SPDX-License-Identifier: BSD-3-Clause
// The memory pool of devices during measurements.
#include "base/DeviceMemory.hpp"

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include "base/ExitCode.hpp"

#include <cstdint>
#include <limits>
#include <string>
#endif

namespace araios::perf {

void keep_freed_device_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  auto const expect_success = [](cudaError_t error) {
    if (error == cudaSuccess) return;
    throw Failure{ExitCode::internal_error,
                  std::string{"CUDA: its memory pool: "} + cudaGetErrorString(error)};
  };
  int const device = Kokkos::Cuda().cuda_device();
  int has_pools = 0;
  expect_success(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, device));
  if (has_pools == 0) return;
  cudaMemPool_t pool = nullptr;
  expect_success(cudaDeviceGetDefaultMemPool(&pool, device));
  auto everything = std::numeric_limits<std::uint64_t>::max();
  expect_success(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &everything));
#endif
}

}  // namespace araios::perf
