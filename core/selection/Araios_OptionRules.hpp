// SPDX-License-Identifier: BSD-3-Clause
// What a set of options leaves open or rules out: pure functions.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether the method sorts rows of C into groups and chooses how to handle each. It refuses
/// options that fix this for all rows.
constexpr bool groups_rows(MethodKind kind) {
  return kind == MethodKind::rbsparse || kind == MethodKind::bhsparse;
}

/// Whether the options ask for nothing that one phase would do otherwise than two phases.
inline bool allow_one_phase(SpGemmOptions options) {
  // One-phase sums repeat in any case, and so does the order of rows that are sorted.
  options.deterministic = false;
  options.result_sorted = true;
  return options == SpGemmOptions{};
}

/// Whether nothing caps the memory of a call.
inline bool is_uncapped(SpGemmOptions const& options) {
  return options.max_workspace_bytes == std::numeric_limits<std::size_t>::max();
}

/// Whether the caller leaves every choice to kkspgemm, and memory has no cap.
inline bool leaves_choices_open(SpGemmOptions const& options) {
  bool const free_choice = !options.accumulator && !options.partitioning && !options.pool_mapping &&
                           !options.rows_per_team && !options.team_size && !options.vector_length &&
                           !options.scratch_bytes && !options.num_chunks &&
                           !options.compress.value_or(false) &&
                           !options.record_pattern.value_or(false);
  return options.method == MethodKind::kkspgemm && free_choice && is_uncapped(options);
}

/// Whether the options leave every choice to kkspgemm, so that devices may take bins. A plan that
/// replays may have a cap.
inline bool allow_bins(SpGemmOptions options) {
  if (options.replay.value_or(false)) {
    options.max_workspace_bytes = SpGemmOptions{}.max_workspace_bytes;
  }
  return leaves_choices_open(options);
}

}  // namespace araios::inline ARAIOS_ISA::impl
