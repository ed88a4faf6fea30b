// SPDX-License-Identifier: BSD-3-Clause
// The product of the types that most tests use is compiled once for each execution space.
#pragma once

#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

namespace araios_test {

template <class Space>
using CommonGraph = araios::CrsGraph<int, int const, typename Space::device_type>;
template <class Space, class Scalar>
using CommonOperand = araios::CrsMatrix<Scalar const, int, int const, typename Space::device_type>;
template <class Space, class Scalar>
using CommonResult = araios::CrsMatrix<Scalar, int, int, typename Space::device_type>;
template <class Space>
using CommonPlan = araios::SpGemmPlan<int, int, typename Space::device_type>;

}  // namespace araios_test

// Instantiates the product on a space, its numeric phase for two scalars; or, with `extern` before
// it, promises that another file does.
#define ARAIOS_TEST_COMMON_PRODUCT(extern_or_nothing, Space)                                \
  extern_or_nothing template class araios::SymbolicRun<                                     \
      int, Space, araios_test::CommonGraph<Space>, araios_test::CommonGraph<Space>>;        \
  extern_or_nothing template class araios::NumericRun<                                      \
      Space, araios_test::CommonPlan<Space>, araios_test::CommonOperand<Space, double>,     \
      araios_test::CommonOperand<Space, double>, araios_test::CommonResult<Space, double>>; \
  extern_or_nothing template class araios::NumericRun<                                      \
      Space, araios_test::CommonPlan<Space>, araios_test::CommonOperand<Space, float>,      \
      araios_test::CommonOperand<Space, float>, araios_test::CommonResult<Space, float>>

#ifdef KOKKOS_ENABLE_SERIAL
ARAIOS_TEST_COMMON_PRODUCT(extern, Kokkos::Serial);
#endif
#ifdef KOKKOS_ENABLE_THREADS
ARAIOS_TEST_COMMON_PRODUCT(extern, Kokkos::Threads);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
ARAIOS_TEST_COMMON_PRODUCT(extern, Kokkos::OpenMP);
#endif
#ifdef KOKKOS_ENABLE_CUDA
ARAIOS_TEST_COMMON_PRODUCT(extern, Kokkos::Cuda);
#endif
