// SPDX-License-Identifier: BSD-3-Clause
// The operands of sums of rows of A·x on hosts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The operands of sums over successive rows of A·x. Passed by value, so that they stay in
/// registers.
///
/// Shapes: row_ends points to the end of the first of these rows, and the element before it is
///         where that row begins; values and columns are those of all of A.
template <class Scalar, class Ordinal, class Offset>
struct RowSumOperands {
  Scalar const* values;
  Ordinal const* columns;
  Scalar const* x;
  Offset const* row_ends;
};

}  // namespace araios::inline ARAIOS_ISA::impl
