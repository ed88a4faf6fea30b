// SPDX-License-Identifier: BSD-3-Clause
// The product over covering combinations of space, ordinal and offsets; scalar
// Kokkos::complex<float>.

#include "support/SpGemmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, SpGemmTypes, ComplexFloatTypes, TypeNames);

}  // namespace araios_test
