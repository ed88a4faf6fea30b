// SPDX-License-Identifier: BSD-3-Clause
// The calls of the C++ Sparse BLAS for float, with wide offsets.

#include "support/SparseBlasSuite.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace araios_test {
namespace {

using Types = testing::Types<BlasTypes<float, int, std::size_t>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Float, SparseBlas, Types);

}  // namespace
}  // namespace araios_test
