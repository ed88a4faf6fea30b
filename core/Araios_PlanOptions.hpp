// SPDX-License-Identifier: BSD-3-Clause
// What a caller may ask of a plan that serves new values.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA {

/// Options of transpose_symbolic and spadd_symbolic. Plain data.
struct PlanOptions {
  /// Compare fingerprints of the patterns on every numeric call, one pass over each operand.
  /// Without it, only another shape or another number of entries is found.
  bool check_reuse = false;

  /// Compares all fields.
  bool operator==(PlanOptions const&) const = default;
};

}  // namespace araios::inline ARAIOS_ISA
