// SPDX-License-Identifier: BSD-3-Clause
// Which products have so many columns that no array over all of them may be kept, and how many
// arrays others may keep.
#pragma once

#include <Araios_Selection.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Elements of all arrays over columns that a product may keep at once, whatever the threads.
inline std::int64_t affordable_elements(ProblemStats const& stats) {
  auto const entries = stats.nnz_a + stats.nnz_b + stats.work;
  return tuning::affordable_elements_at_least + entries * tuning::affordable_elements_per_entry;
}

/// Whether the columns of C by far outnumber the entries and products of the call. Memory then
/// follows these: rows are summed in hash maps. Depends on the product alone, not on the threads,
/// since a deterministic C must not.
inline bool is_hypersparse(ProblemStats const& stats) {
  return stats.n > affordable_elements(stats);
}

/// The most threads that may have an array of so many elements each; at least one.
inline std::int64_t affordable_arrays(ProblemStats const& stats, std::int64_t num_elements) {
  return std::max<std::int64_t>(
      affordable_elements(stats) / std::max<std::int64_t>(num_elements, 1), 1);
}

}  // namespace araios::inline ARAIOS_ISA::impl
