// SPDX-License-Identifier: BSD-3-Clause
// What a caller may ask of a triple product.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <limits>
#include <optional>

namespace araios::inline ARAIOS_ISA {

/// Options of rap_symbolic and rap. Plain data.
struct RapOptions {
  /// Without a given R: R is the conjugate transpose of P, not the plain one.
  bool conjugate = false;
  /// Compare fingerprints of the patterns on every numeric call, one pass over each operand.
  /// Without it, only another shape or another number of entries is found for sure.
  bool check_reuse = false;
  /// Form A·P, then R·(A·P), each as spgemm does. Otherwise a row of R·A is formed for each row of
  /// R, and A·P is not stored. Unset: yes on devices, unless max_workspace_bytes sets a cap; no on
  /// hosts.
  ///
  /// Memory: one call stores A·P. A plan keeps the pattern of A·P and what both products replay,
  /// which may be several times as much; numeric calls take the values of A·P from the workspace.
  /// Where unset, memory that does not suffice for it makes the call do without. One call on hosts
  /// without two products and without a cap holds C twice while it is moved.
  std::optional<bool> two_products = std::nullopt;
  /// C is bitwise the same in every run. Without two_products it always is.
  bool deterministic = false;
  /// Most bytes a call may hold, together with what its plan keeps; C does not count. When memory
  /// is short, fewer owners work at the same time, and hosts replace arrays by hash tables. Then
  /// the call throws OutOfMemory.
  std::size_t max_workspace_bytes = std::numeric_limits<std::size_t>::max();

  /// Compares all fields.
  bool operator==(RapOptions const&) const = default;
};

}  // namespace araios::inline ARAIOS_ISA
