// SPDX-License-Identifier: BSD-3-Clause
// Which products are so small that one thread of a host does them alone.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Tuning.hpp>

namespace araios {

/// The caller leaves every choice to kkspgemm, and memory is ample.
inline bool leaves_choices_open(SpGemmOptions const& options) {
  bool const free_choice = !options.accumulator && !options.partitioning && !options.pool_mapping &&
                           !options.rows_per_team && !options.team_size && !options.vector_length &&
                           !options.scratch_bytes && !options.num_chunks &&
                           !options.compress.value_or(false) &&
                           !options.record_pattern.value_or(false);
  return options.method == MethodKind::kkspgemm && free_choice && is_uncapped(options);
}

/// A host's thread is done with the product before others would have begun.
inline bool is_small_product(DeviceTraits const& device, ProblemStats const& stats,
                             SpGemmOptions const& options) {
  return device.is_host && leaves_choices_open(options) &&
         stats.work <= tuning::host_small_product_steps &&
         stats.m + stats.n <= tuning::host_small_product_steps;
}

}  // namespace araios
