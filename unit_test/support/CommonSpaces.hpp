// SPDX-License-Identifier: BSD-3-Clause
// Promises that instances of templates are compiled once for each execution space.
#pragma once

#include <Kokkos_Core.hpp>

/// Calls the macro instances(extern, Space) for every execution space that Kokkos was built with.
/// In a header, this promises all who include it that source files have the same instances.
/// Stands outside of any namespace; no semicolon follows.
#define ARAIOS_TEST_DECLARE_ON_ALL_SPACES(instances) \
  ARAIOS_TEST_DECLARE_ON_SERIAL(instances)           \
  ARAIOS_TEST_DECLARE_ON_THREADS(instances)          \
  ARAIOS_TEST_DECLARE_ON_OPENMP(instances)           \
  ARAIOS_TEST_DECLARE_ON_CUDA(instances)

/// The same for the spaces of the common product, which in slow builds may be the default one
/// alone.
#define ARAIOS_TEST_DECLARE_ON_COMMON_SPACES(instances) \
  ARAIOS_TEST_DECLARE_ON_COMMON_SERIAL(instances)       \
  ARAIOS_TEST_DECLARE_ON_COMMON_THREADS(instances)      \
  ARAIOS_TEST_DECLARE_ON_COMMON_OPENMP(instances)       \
  ARAIOS_TEST_DECLARE_ON_COMMON_CUDA(instances)

#ifdef KOKKOS_ENABLE_SERIAL
#define ARAIOS_TEST_DECLARE_ON_SERIAL(instances) instances(extern, Kokkos::Serial);
#else
#define ARAIOS_TEST_DECLARE_ON_SERIAL(instances)
#endif
#ifdef ARAIOS_TEST_SERIAL_PRODUCTS
#define ARAIOS_TEST_DECLARE_ON_COMMON_SERIAL(instances) instances(extern, Kokkos::Serial);
#else
#define ARAIOS_TEST_DECLARE_ON_COMMON_SERIAL(instances)
#endif
#ifdef KOKKOS_ENABLE_THREADS
#define ARAIOS_TEST_DECLARE_ON_THREADS(instances) instances(extern, Kokkos::Threads);
#else
#define ARAIOS_TEST_DECLARE_ON_THREADS(instances)
#endif
#ifdef ARAIOS_TEST_THREADS_PRODUCTS
#define ARAIOS_TEST_DECLARE_ON_COMMON_THREADS(instances) instances(extern, Kokkos::Threads);
#else
#define ARAIOS_TEST_DECLARE_ON_COMMON_THREADS(instances)
#endif
#ifdef KOKKOS_ENABLE_OPENMP
#define ARAIOS_TEST_DECLARE_ON_OPENMP(instances) instances(extern, Kokkos::OpenMP);
#else
#define ARAIOS_TEST_DECLARE_ON_OPENMP(instances)
#endif
#ifdef ARAIOS_TEST_OPENMP_PRODUCTS
#define ARAIOS_TEST_DECLARE_ON_COMMON_OPENMP(instances) instances(extern, Kokkos::OpenMP);
#else
#define ARAIOS_TEST_DECLARE_ON_COMMON_OPENMP(instances)
#endif
#ifdef KOKKOS_ENABLE_CUDA
#define ARAIOS_TEST_DECLARE_ON_CUDA(instances) instances(extern, Kokkos::Cuda);
#else
#define ARAIOS_TEST_DECLARE_ON_CUDA(instances)
#endif
#ifdef ARAIOS_TEST_CUDA_PRODUCTS
#define ARAIOS_TEST_DECLARE_ON_COMMON_CUDA(instances) instances(extern, Kokkos::Cuda);
#else
#define ARAIOS_TEST_DECLARE_ON_COMMON_CUDA(instances)
#endif
