// SPDX-License-Identifier: BSD-3-Clause
// The variants of each phase, and the temporary memory that they take.
#pragma once

#include <Araios_Selection.hpp>
#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_ColumnBitmap.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <grouped/Araios_GroupedVariants.hpp>
#include <matrix/Araios_Compression.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <pattern/Araios_PatternSize.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_Dispatch.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <selection/Araios_BundleKinds.hpp>
#include <selection/Araios_Determinism.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_PhaseVariant.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <sort/Araios_RowSorter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Bytes of one chunk for the accumulator of a selection, as run_phase takes it from the pool.
template <class ExecutionSpace, class Ordinal, class Combine>
std::size_t padded_chunk_bytes(Selection const& selection, AccumulatorShape const& shape) {
  return PoolShape::chunk_bytes_for(
      chunk_bytes_of<ExecutionSpace, Ordinal, Combine>(selection, shape).all);
}

/// Bytes that a launch takes beside its pool: on hosts to hand out ranges of rows, and for a
/// traversal that finds products by their number.
inline std::size_t launch_bytes(DeviceTraits const& device, Selection const& selection,
                                ProblemStats const& stats) {
  std::size_t numbers = device.is_host ? 1 : 0;
  if (selection.partitioning == PartitioningKind::thread_flat_parallel) {
    numbers += static_cast<std::size_t>(stats.nnz_a) + 1;
  }
  return numbers * sizeof(std::int64_t);
}

/// The selection, followed by one with a hash map if the heuristic chose a dense accumulator.
[[gnu::cold]] inline std::vector<Selection> with_fallback(Selection const& selection,
                                                          SpGemmOptions const& options) {
  std::vector<Selection> selections{selection};
  bool const asked_for = options.accumulator || options.method == MethodKind::kkdense;
  if (selection.accumulator == AccumulatorKind::dense && !asked_for) {
    selections.push_back(selection);
    selections.back().accumulator = AccumulatorKind::linked_list;
  }
  return selections;
}

/// Bytes of the compressed copy of a B with num_rows rows. Units: compressed_nnz in column sets.
template <class Offset, class Ordinal>
std::size_t compressed_bytes(std::int64_t num_rows, std::int64_t compressed_nnz) {
  return (static_cast<std::size_t>(num_rows) + 1) * sizeof(Offset) +
         static_cast<std::size_t>(compressed_nnz) * (sizeof(Ordinal) + sizeof(std::uint32_t));
}

/// The options without a recorded pattern of C, as selected when memory is short.
inline SpGemmOptions without_recording(SpGemmOptions options) {
  options.record_pattern = false;
  return options;
}

/// The variant that records the pattern of C, if it is the selected one.
template <class ExecutionSpace, class Offset, class Ordinal>
PhaseVariants recording_variants(DeviceTraits const& device, ProblemStats const& stats,
                                 SpGemmOptions const& options, std::int64_t compressed_nnz,
                                 std::size_t fixed_bytes) {
  auto const selection = select_method(device, stats, options, PhaseKind::symbolic, true);
  if (!selection.records_pattern) return {};
  auto const blocks = num_blocks(stats.n);
  std::size_t const bytes = compressed_bytes<Offset, Ordinal>(stats.k, compressed_nnz) +
                            recorded_bytes_bound<Ordinal>(device, stats) +
                            static_cast<std::size_t>(stats.k) + 3 * sizeof(std::int64_t) +
                            launch_bytes(device, selection, stats);
  return {{selection, AccumulatorShape{blocks, blocks},
           PoolShape::chunk_bytes_for(ColumnBitmap<Ordinal>::bytes(blocks)), 0,
           fixed_bytes + bytes}};
}

/// Variants that count the rows of C with B as it is, or with B compressed. `fixed_bytes` is what
/// the call holds besides the pool.
template <class ExecutionSpace, class Ordinal>
[[gnu::cold]] PhaseVariants symbolic_variants(DeviceTraits const& device, ProblemStats const& stats,
                                              SpGemmOptions const& options, bool compress,
                                              std::size_t fixed_bytes) {
  if (groups_rows(options.method)) {
    return {grouped_symbolic_variant<Ordinal>(device, stats, options, fixed_bytes)};
  }
  std::int64_t const num_keys = compress ? num_blocks(stats.n) : stats.n;
  std::int64_t const work = compress ? stats.max_row_compressed_work : stats.max_row_work;
  auto const selected = select_method(device, stats, options, PhaseKind::symbolic, compress);
  expect_deterministic(options, selected);
  PhaseVariants variants;
  for (auto const& selection : with_fallback(selected, options)) {
    AccumulatorShape const shape{std::min(work, num_keys), num_keys, selection.hash_scale,
                                 selection.max_occupancy};
    auto const chunk_bytes =
        compress ? padded_chunk_bytes<ExecutionSpace, Ordinal, BitOr>(selection, shape)
                 : padded_chunk_bytes<ExecutionSpace, Ordinal, Mark>(selection, shape);
    variants.push_back(
        {selection, shape, chunk_bytes, 0, fixed_bytes + launch_bytes(device, selection, stats)});
  }
  return variants;
}

/// Variants that fill the rows of C. On hosts rows are sorted on their way into C, in memory for
/// each thread. If that does not fit, they are sorted afterwards, which takes longer.
template <class ExecutionSpace, class Ordinal, class Scalar>
PhaseVariants numeric_variants(DeviceTraits const& device, ProblemStats const& stats,
                               SpGemmOptions const& options, Selection const& selected,
                               std::size_t fixed_bytes) {
  expect_deterministic(options, selected);
  PhaseVariants variants;
  if (selected.records_pattern) {
    AccumulatorShape const shape{stats.n, stats.n};
    BundleKinds const steps = bundles_at_columns(stats, device.concurrency);
    auto const sums =
        PoolShape::chunk_bytes_for(placed_bytes<Scalar>(num_sums_of_columns(stats, steps)));
    variants.push_back(
        {selected, shape, sums, 0, fixed_bytes + launch_bytes(device, selected, stats)});
    return variants;
  }
  auto const append_variants = [&](std::size_t sort_bytes) __attribute__((cold)) {
    for (auto const& selection : with_fallback(selected, options)) {
      AccumulatorShape const shape{stats.max_row_size, stats.n, selection.hash_scale,
                                   selection.max_occupancy};
      auto const chunk_bytes =
          groups_rows(options.method)
              ? grouped_chunk_bytes<Ordinal, Plus<Scalar>>(device, stats, options.method, shape)
              : padded_chunk_bytes<ExecutionSpace, Ordinal, Plus<Scalar>>(selection, shape);
      variants.push_back({selection, shape, chunk_bytes, sort_bytes,
                          fixed_bytes + sort_bytes + launch_bytes(device, selection, stats)});
    }
  };
  if (device.is_host && sorts_rows(options) && !comes_sorted(device, options.method)) {
    append_variants(RowSorter<Ordinal>::bytes(stats.max_row_size, stats.n) *
                    static_cast<std::size_t>(device.concurrency));
  }
  append_variants(0);
  return variants;
}

}  // namespace araios::inline ARAIOS_ISA::impl
