// SPDX-License-Identifier: BSD-3-Clause
// The calls of the C++ Sparse BLAS for double.

#include "support/SparseBlasSuite.hpp"

#include <gtest/gtest.h>

namespace araios_test {
namespace {

using Types = testing::Types<BlasTypes<double, int, int>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Double, SparseBlas, Types);

}  // namespace
}  // namespace araios_test
