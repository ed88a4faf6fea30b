// SPDX-License-Identifier: BSD-3-Clause
// Sparse × dense products of float; the tests are in the suite.

#include "support/SpMmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(Float, SpMm, FloatMatrixTypes, TypeNames);

}  // namespace araios_test
