// SPDX-License-Identifier: BSD-3-Clause
// What a caller may ask of a triple product.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <limits>

namespace araios::inline ARAIOS_ISA {

/// Options of rap_symbolic and rap. Plain data.
struct RapOptions {
  /// Without a given R: R is the conjugate transpose of P, not the plain one.
  bool conjugate = false;
  /// Compare fingerprints of the patterns on every numeric call, one pass over each operand.
  /// Without it, only another shape or another number of entries is found for sure.
  bool check_reuse = false;
  /// Most bytes a call may hold, together with what its plan keeps; C does not count. When memory
  /// is short, fewer owners work at the same time, and hosts replace arrays by hash tables. Then
  /// the call throws OutOfMemory.
  std::size_t max_workspace_bytes = std::numeric_limits<std::size_t>::max();

  /// Compares all fields.
  bool operator==(RapOptions const&) const = default;
};

}  // namespace araios::inline ARAIOS_ISA
