// SPDX-License-Identifier: BSD-3-Clause
// The accumulators that a caller may name.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// What collects the products of one row of C.
enum class AccumulatorKind { linked_list, linear_probing, dense };

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
