// SPDX-License-Identifier: BSD-3-Clause
// Sparse × dense products of complex<float>; the tests are in the suite.

#include "support/SpMmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, SpMm, ComplexFloatMatrixTypes, TypeNames);

}  // namespace araios_test
