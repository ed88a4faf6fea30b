// SPDX-License-Identifier: BSD-3-Clause
// The operands of sums of rows of A·x on hosts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// What sums of successive rows of A·x are taken from.
///
/// Shapes: row_ends is where the first of these rows ends, in a place behind that where it begins;
///         values and columns are those of all of A.
// Passed by value: what others might refer to would not stay in registers.
template <class Scalar, class Ordinal, class Offset>
struct RowSumOperands {
  Scalar const* values;
  Ordinal const* columns;
  Scalar const* x;
  Offset const* row_ends;
};

}  // namespace araios::inline ARAIOS_ISA::impl
