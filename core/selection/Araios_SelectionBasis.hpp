// SPDX-License-Identifier: BSD-3-Clause
// What a selection rests on.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The device of a call, the counts of its problem and its options, which outlive this.
struct SelectionBasis {
  DeviceTraits const& device;
  ProblemStats const& stats;
  SpGemmOptions const& options;
};

}  // namespace araios::inline ARAIOS_ISA::impl
