// SPDX-License-Identifier: BSD-3-Clause
// The product over covering combinations of space, ordinal and offsets; scalar double.

#include "support/SpGemmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(Double, SpGemmTypes, DoubleTypes, TypeNames);

}  // namespace araios_test
