// SPDX-License-Identifier: BSD-3-Clause
// The calls of the C++ Sparse BLAS for double and wide indices.

#include "support/SparseBlasSuite.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace araios_test {
namespace {

using Types = testing::Types<BlasTypes<double, std::int64_t, std::int64_t>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Int64, SparseBlas, Types);

}  // namespace
}  // namespace araios_test
