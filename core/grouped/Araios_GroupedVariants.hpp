// SPDX-License-Identifier: BSD-3-Clause
// The temporary memory of methods that group rows.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_Merge.hpp>
#include <accumulators/Araios_RbSparseHashTable.hpp>
#include <grouped/Araios_GroupedTuning.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <partitioning/Araios_RowGroups.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_PhaseVariant.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Completes the options of a method that groups rows: B is not compressed, and the pattern of C
/// not recorded. Leaves the options of other methods as they are.
inline SpGemmOptions completed(SpGemmOptions options) {
  if (!groups_rows(options.method)) return options;
  options.compress = options.compress.value_or(false);
  options.record_pattern = options.record_pattern.value_or(false);
  return options;
}

/// Whether the kernels of a method write the rows of C sorted when the options ask for it.
inline bool comes_sorted(DeviceTraits const& device, MethodKind method) {
  return method == MethodKind::bhsparse || (method == MethodKind::rbsparse && !device.is_host);
}

/// Threads of a team that owns a row with a table of that many slots.
inline int team_size_for_table(Selection const& selection, int slots) {
  int const lanes = std::clamp(slots / tuning::rbsparse_slots_per_lane,
                               tuning::device_min_lanes_per_team, tuning::device_lanes_per_team);
  return std::min(selection.team_size, std::max(lanes / selection.vector_length, 1));
}

/// Bytes of a chunk for the rows that overflow their tables; on hosts for all tables.
template <class Ordinal, class Combine>
std::size_t table_chunk_bytes(DeviceTraits const& device, ProblemStats const& stats,
                              AccumulatorShape const& shape) {
  using Table = RbSparseHashTable<Ordinal, Combine, Exclusive>;
  std::size_t bytes = Table::bytes(shape);
  if (device.is_host) {
    int const largest = RbSparseGroup::of_work(static_cast<double>(stats.max_row_work));
    bytes = std::max(bytes, Table::bytes(table_shape(RbSparseGroup::slots(largest), stats.n)));
  }
  return PoolShape::chunk_bytes_for(bytes);
}

/// Bytes of a chunk for the rows that are merged; none when there are no such rows.
/// Throws: Unsupported when a row could have more keys than both sequences together can number.
template <class Ordinal, class Combine>
std::size_t merge_chunk_bytes(ProblemStats const& stats, AccumulatorShape const& shape) {
  if (BhSparseBin::of_work(stats.max_row_work) < BhSparseBin::merge) return 0;
  constexpr std::int64_t most = std::numeric_limits<int>::max() / 2;
  if (stats.n > most) {
    throw Unsupported{"bhsparse merges rows of at most " + std::to_string(most) +
                      " columns, C has " + std::to_string(stats.n) + ": choose another method"};
  }
  return PoolShape::chunk_bytes_for(Merge<Ordinal, Combine>::bytes(shape.capacity));
}

/// Bytes of a chunk for the rows that need most.
template <class Ordinal, class Combine>
std::size_t grouped_chunk_bytes(DeviceTraits const& device, ProblemStats const& stats,
                                MethodKind method, AccumulatorShape const& shape) {
  return method == MethodKind::rbsparse ? table_chunk_bytes<Ordinal, Combine>(device, stats, shape)
                                        : merge_chunk_bytes<Ordinal, Combine>(stats, shape);
}

inline int num_groups(MethodKind method) {
  return method == MethodKind::rbsparse ? RbSparseGroup::count : BhSparseBin::count;
}

/// The variant that counts the rows of C by groups. `fixed_bytes` is what the call holds besides.
template <class Ordinal>
PhaseVariant grouped_symbolic_variant(DeviceTraits const& device, ProblemStats const& stats,
                                      SpGemmOptions const& options, std::size_t fixed_bytes) {
  auto const selection = select_method(device, stats, options, PhaseKind::symbolic, false);
  AccumulatorShape const shape{std::min(stats.max_row_work, stats.n), stats.n, selection.hash_scale,
                               selection.max_occupancy};
  constexpr std::size_t counter_bytes = 2 * sizeof(std::int64_t);
  return {
      selection, shape, grouped_chunk_bytes<Ordinal, Mark>(device, stats, options.method, shape), 0,
      fixed_bytes + grouping_bytes<Ordinal>(stats.m, num_groups(options.method)) + counter_bytes};
}

}  // namespace araios::inline ARAIOS_ISA::impl
