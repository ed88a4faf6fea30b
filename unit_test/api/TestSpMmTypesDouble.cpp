// SPDX-License-Identifier: BSD-3-Clause
// Sparse × dense products of double; the tests are in the suite.

#include "support/SpMmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(Double, SpMm, DoubleMatrixTypes, TypeNames);

}  // namespace araios_test
