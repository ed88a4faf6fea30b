// SPDX-License-Identifier: BSD-3-Clause
// What a set of options leaves open or rules out: pure functions.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// The method sorts rows of C into groups, and chooses how to handle each: fields of the options
/// that say so for all rows are refused.
constexpr bool groups_rows(MethodKind kind) {
  return kind == MethodKind::rbsparse || kind == MethodKind::bhsparse;
}

/// The options ask for nothing that a single pass would do otherwise than the two phases.
inline bool allow_one_phase(SpGemmOptions options) {
  // Its sums repeat in any case, and so does the order of its rows where it is told to sort them.
  options.deterministic = false;
  options.result_sorted = true;
  return options == SpGemmOptions{};
}

/// Nothing caps the memory of a call.
inline bool is_uncapped(SpGemmOptions const& options) {
  return options.max_workspace_bytes == std::numeric_limits<std::size_t>::max();
}

/// The caller leaves every choice to kkspgemm, and memory is ample.
inline bool leaves_choices_open(SpGemmOptions const& options) {
  bool const free_choice = !options.accumulator && !options.partitioning && !options.pool_mapping &&
                           !options.rows_per_team && !options.team_size && !options.vector_length &&
                           !options.scratch_bytes && !options.num_chunks &&
                           !options.compress.value_or(false) &&
                           !options.record_pattern.value_or(false);
  return options.method == MethodKind::kkspgemm && free_choice && is_uncapped(options);
}

}  // namespace araios::inline ARAIOS_ISA::impl
