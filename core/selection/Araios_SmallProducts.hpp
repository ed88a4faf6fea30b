// SPDX-License-Identifier: BSD-3-Clause
// Which products are so small that one thread of a host does them alone.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether a product on a host is so small that launches cost more than further threads save.
inline bool is_small_product(DeviceTraits const& device, ProblemStats const& stats,
                             SpGemmOptions const& options) {
  constexpr std::int64_t most = tuning::host_small_product_steps;
  return device.is_host && leaves_choices_open(options) && stats.work <= most &&
         stats.m + stats.k + stats.n <= most && stats.nnz_a + stats.nnz_b <= most;
}

}  // namespace araios::inline ARAIOS_ISA::impl
