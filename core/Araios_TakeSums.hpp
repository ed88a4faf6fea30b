// SPDX-License-Identifier: BSD-3-Clause
// The sums of a row of C, read from an array over all columns.
#pragma once

namespace araios {

/// Moves the sums at the columns from `begin` to `end` to `values`, and leaves zeros in their
/// place. Returns the place behind the last value.
template <class Scalar, class Ordinal>
void take_sums(Scalar* sums, Ordinal const* begin, Ordinal const* end, Scalar* values) {
  for (; begin != end; ++begin) {
    Scalar& sum = sums[*begin];
    *values++ = sum;
    sum = Scalar{};
  }
}

}  // namespace araios
