// SPDX-License-Identifier: BSD-3-Clause
// The accumulators that a caller may name.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// What collects the products of one row of C.
enum class AccumulatorKind {
  linked_list,     ///< a hash map, collisions in linked lists
  linear_probing,  ///< a hash map, collisions in the next free slot
  dense            ///< an array over all columns, on hosts
};

/// The name of the enumerator.
constexpr std::string_view name_of(AccumulatorKind kind) {
  switch (kind) {
    case AccumulatorKind::linked_list:
      return "linked_list";
    case AccumulatorKind::linear_probing:
      return "linear_probing";
    case AccumulatorKind::dense:
      return "dense";
  }
  return "unknown";
}

}  // namespace araios::inline ARAIOS_ISA
