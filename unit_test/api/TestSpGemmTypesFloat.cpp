// SPDX-License-Identifier: BSD-3-Clause
// The product over covering combinations of space, ordinal and offsets; scalar float.

#include "support/SpGemmTypesSuite.hpp"

namespace araios_test {

INSTANTIATE_TYPED_TEST_SUITE_P(Float, SpGemmTypes, FloatTypes, TypeNames);

}  // namespace araios_test
