// SPDX-License-Identifier: BSD-3-Clause
// The product over covering combinations of space, ordinal and offsets; scalar
// Kokkos::complex<double>.

#include "support/SpGemmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, SpGemmTypes, ComplexDoubleTypes, TypeNames);

}  // namespace araios_test
