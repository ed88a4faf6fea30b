// SPDX-License-Identifier: BSD-3-Clause
// The calls of the C++ Sparse BLAS for complex numbers of both libraries.

#include "support/SparseBlasSuite.hpp"

#include <gtest/gtest.h>

#include <complex>

namespace araios_test {
namespace {

using Types = testing::Types<BlasTypes<std::complex<double>, int, int>,
                             BlasTypes<Kokkos::complex<float>, int, int>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Complex, SparseBlas, Types);

}  // namespace
}  // namespace araios_test
