// SPDX-License-Identifier: BSD-3-Clause
// The products of the types that most tests use are compiled once for each execution space: that of
// double with the benchmarks', that of float in a file of the tests.
#pragma once

#include <Araios_ProductInstances.hpp>

#include <Kokkos_Core.hpp>

#define ARAIOS_TEST_COMMON_PRODUCT(Space)                      \
  ARAIOS_INSTANTIATE_SYMBOLIC(extern, Space, int, int);        \
  ARAIOS_INSTANTIATE_NUMERIC(extern, Space, double, int, int); \
  ARAIOS_INSTANTIATE_NUMERIC(extern, Space, float, int, int)

#ifdef KOKKOS_ENABLE_SERIAL
ARAIOS_TEST_COMMON_PRODUCT(Kokkos::Serial);
#endif
#ifdef KOKKOS_ENABLE_THREADS
ARAIOS_TEST_COMMON_PRODUCT(Kokkos::Threads);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
ARAIOS_TEST_COMMON_PRODUCT(Kokkos::OpenMP);
#endif
#ifdef KOKKOS_ENABLE_CUDA
ARAIOS_TEST_COMMON_PRODUCT(Kokkos::Cuda);
#endif
