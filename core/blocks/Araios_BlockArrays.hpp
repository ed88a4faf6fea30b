// SPDX-License-Identifier: BSD-3-Clause
// What a product of matrices of blocks reads and writes.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The patterns of a product of matrices of blocks, and the elements of all three.
///
/// Pre: rows of the pattern ascend strictly; those of B do where b_ascends is set.
template <class Products, class Pattern, class Scalar>
struct BlockArrays {
  using ordinal_type = typename Pattern::ordinal_type;
  using scalar_type = Scalar;

  Products products;
  Pattern pattern;
  Scalar const* values_of_a;
  Scalar const* values_of_b;
  Scalar* values_of_c;
  bool b_ascends;
  bool streams;  ///< hosts: C is so large that non-temporal stores pay
};

}  // namespace araios::inline ARAIOS_ISA::impl
