// SPDX-License-Identifier: BSD-3-Clause
// The products of the types that most tests use are compiled once for each execution space: that of
// double with the benchmarks', that of float in a file of the tests.
#pragma once

#include "CommonSpaces.hpp"
#include <Araios_ProductInstances.hpp>

#include <Kokkos_Core.hpp>

#define ARAIOS_TEST_COMMON_PRODUCT(extern_or_nothing, Space)              \
  ARAIOS_INSTANTIATE_SYMBOLIC(extern_or_nothing, Space, int, int);        \
  ARAIOS_INSTANTIATE_NUMERIC(extern_or_nothing, Space, double, int, int); \
  ARAIOS_INSTANTIATE_NUMERIC(extern_or_nothing, Space, float, int, int)

ARAIOS_TEST_DECLARE_ON_ALL_SPACES(ARAIOS_TEST_COMMON_PRODUCT)
