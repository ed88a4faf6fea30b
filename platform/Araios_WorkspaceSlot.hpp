// SPDX-License-Identifier: BSD-3-Clause
// What the buffers of a workspace hold, and their labels.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <string>
#include <string_view>

/// What each buffer holds while a call runs.
#define ARAIOS_WORKSPACE_SLOTS                                                                     \
  row_sizes, column_sets, compressed_row_offsets, compressed_blocks, compressed_bits,              \
      work_offsets, next_range, recording_counters, shifted_rows, recorded_rows, recorded_columns, \
      scatter_map_rows, scatter_map, replay_row_marks, replay_blocks, replay_begins, replay_words, \
      replay_heavy_parts, replay_counts, replay_spare_words, replay_counters, replay_heavy_rows,   \
      parts_of_sums, parts_added, row_groups, row_chunks, row_blocks, chunk_columns, chunk_values, \
      pool_memory, pool_locks, sort_memory, row_bins, shared_rows, row_work, bin_counters,         \
      row_list, group_of_row, merge_rows_left, carry_out_parts, any_carry_outs, long_row_parts,    \
      long_row_counts, guessed_rows, packed_rows, long_groups, transpose_cursors,                  \
      transposed_a_values, transposed_b_values, small_sums, small_rows_of_b, small_columns,        \
      small_values, origins, merged_a_values, merged_b_values, mask_hits, scatter_parts,           \
      scattered_sums, conjugated_values, jacobi_step, transposed_blocks, product_blocks,           \
      intermediate_values, intermediate_columns, result_columns
#define ARAIOS_TEXT_OF(...) #__VA_ARGS__
#define ARAIOS_TEXT(...) ARAIOS_TEXT_OF(__VA_ARGS__)

namespace araios::inline ARAIOS_ISA::impl {

/// A buffer of the workspace.
enum class WorkspaceSlot { ARAIOS_WORKSPACE_SLOTS, count };

/// The label of a buffer, as tools of Kokkos show it.
inline std::string label_of(WorkspaceSlot slot) {
  std::string_view names = ARAIOS_TEXT(ARAIOS_WORKSPACE_SLOTS);
  for (int before = static_cast<int>(slot); before > 0; --before) {
    names.remove_prefix(names.find(", ") + 2);
  }
  return "araios::workspace." + std::string{names.substr(0, names.find(','))};
}

}  // namespace araios::inline ARAIOS_ISA::impl

#undef ARAIOS_TEXT
#undef ARAIOS_TEXT_OF
#undef ARAIOS_WORKSPACE_SLOTS
