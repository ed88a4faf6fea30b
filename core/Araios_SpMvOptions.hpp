// SPDX-License-Identifier: BSD-3-Clause
// What a caller may ask of a product with a vector.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA {

/// Options of spmv. Plain data.
struct SpMvOptions {
  /// Multiply by the transpose of A, which is not formed.
  bool transpose_a = false;
  /// Multiply by the conjugate of A, or of its transpose. Real values stay.
  bool conjugate_a = false;
  /// By the transpose: y is bitwise the same on hosts for every number of threads, on devices in
  /// every run. Products by A itself repeat without it.
  bool deterministic = false;

  /// Compares all fields.
  bool operator==(SpMvOptions const&) const = default;
};

}  // namespace araios::inline ARAIOS_ISA
