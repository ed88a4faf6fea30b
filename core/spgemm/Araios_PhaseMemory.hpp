// SPDX-License-Identifier: BSD-3-Clause
// The ways to run a phase, and the temporary memory each takes.
#pragma once

#include <Araios_Accumulator.hpp>
#include <Araios_ColumnBitmap.hpp>
#include <Araios_Combine.hpp>
#include <Araios_Compression.hpp>
#include <Araios_Determinism.hpp>
#include <Araios_Dispatch.hpp>
#include <Araios_GroupedWays.hpp>
#include <Araios_MemoryPool.hpp>
#include <Araios_PhaseWay.hpp>
#include <Araios_RecordedPattern.hpp>
#include <Araios_RowSorter.hpp>
#include <Araios_RowSteps.hpp>
#include <Araios_RunPhase.hpp>
#include <Araios_SelectMethod.hpp>
#include <Araios_Selection.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios {

/// Bytes of one chunk for the accumulator of a selection, as run_phase takes it from the pool.
template <class ExecutionSpace, class Ordinal, class Combine>
std::size_t chunk_bytes_of(Selection const& selection, AccumulatorShape const& shape) {
  std::size_t bytes = 0;
  with_method<ExecutionSpace>(selection, [&](auto family, auto partitioning) {
    using Access = access_of<decltype(partitioning), ExecutionSpace>;
    bytes = decltype(family)::template type<Ordinal, Combine, Access>::bytes(shape);
  });
  return PoolShape::chunk_bytes_for(bytes);
}

/// Bytes that a launch takes beside its pool: to hand out ranges of rows on hosts, and where the
/// traversal finds products by their number.
inline std::size_t launch_bytes(DeviceTraits const& device, Selection const& selection,
                                ProblemStats const& stats) {
  std::size_t numbers = device.is_host ? 1 : 0;
  if (selection.partitioning == PartitioningKind::thread_flat_parallel) {
    numbers += static_cast<std::size_t>(stats.nnz_a) + 1;
  }
  return numbers * sizeof(std::int64_t);
}

/// The selection, and behind it a hash map where the heuristic chose a dense accumulator.
inline std::vector<Selection> with_fallback(Selection const& selection,
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

/// The options without the wish to record the pattern of C: what is selected when memory is short.
inline SpGemmOptions without_recording(SpGemmOptions options) {
  options.record_pattern = false;
  return options;
}

/// Elements that columns of C and places are expected to take before they are known. Rows of few
/// products may keep all of their columns, and have places.
template <class Ordinal>
std::int64_t expected_elements(ProblemStats const& stats) {
  std::int64_t const columns =
      std::min(stats.work, stats.compressed_work * tuning::columns_per_block);
  bool const has_short_rows = stats.work <= stats.m * tuning::vector_row_max_products;
  return has_short_rows ? columns + elements_of_places<Ordinal>(stats.work) : columns / 2;
}

/// Columns that a thread takes at once to record its rows in.
inline std::int64_t recording_piece(DeviceTraits const& device, ProblemStats const& stats) {
  std::int64_t const pieces = device.concurrency * tuning::recording_pieces_per_thread;
  return std::clamp<std::int64_t>(stats.work / pieces, 1, tuning::recording_max_piece_columns);
}

/// Most elements that recording takes memory for: columns, and places of rows of few products. A
/// thread leaves the rest of a piece where the bound of its next row does not fit: a piece is at
/// least half full, or that of one row.
template <class Ordinal>
std::int64_t recorded_elements_bound(DeviceTraits const& device, ProblemStats const& stats) {
  std::int64_t const places = std::min(stats.work, stats.m * tuning::vector_row_max_products);
  std::int64_t const of_places = std::min(places, elements_of_places<Ordinal>(places) + stats.m);
  return 2 * (stats.work + of_places) + device.concurrency * recording_piece(device, stats);
}

/// Elements to reserve where `needed` are expected. The rest of pieces differs from run to run.
template <class Ordinal>
std::int64_t elements_to_reserve(DeviceTraits const& device, ProblemStats const& stats,
                                 std::int64_t needed) {
  std::int64_t const ample =
      needed + needed / 8 + 2 * device.concurrency * recording_piece(device, stats);
  return std::min(ample, recorded_elements_bound<Ordinal>(device, stats));
}

/// Most bytes that the recorded pattern takes.
template <class Ordinal>
std::size_t recorded_bytes_bound(DeviceTraits const& device, ProblemStats const& stats) {
  auto const elements = static_cast<std::size_t>(recorded_elements_bound<Ordinal>(device, stats));
  return elements * sizeof(Ordinal) +
         static_cast<std::size_t>(stats.m) * sizeof(RecordedRow<Ordinal>);
}

/// The way that records the pattern of C, if it is the selected one.
template <class ExecutionSpace, class Offset, class Ordinal>
PhaseWays recording_ways(DeviceTraits const& device, ProblemStats const& stats,
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

/// Ways to count the rows of C with B as it is, or with B compressed. `fixed_bytes` is what the
/// call holds besides the pool.
template <class ExecutionSpace, class Ordinal>
PhaseWays symbolic_ways(DeviceTraits const& device, ProblemStats const& stats,
                        SpGemmOptions const& options, bool compress, std::size_t fixed_bytes) {
  if (groups_rows(options.method)) {
    return {grouped_symbolic_way<Ordinal>(device, stats, options, fixed_bytes)};
  }
  std::int64_t const num_keys = compress ? num_blocks(stats.n) : stats.n;
  std::int64_t const work = compress ? stats.max_row_compressed_work : stats.max_row_work;
  auto const selected = select_method(device, stats, options, PhaseKind::symbolic, compress);
  expect_deterministic(options, selected);
  PhaseWays ways;
  for (auto const& selection : with_fallback(selected, options)) {
    AccumulatorShape const shape{std::min(work, num_keys), num_keys, selection.hash_scale,
                                 selection.max_occupancy};
    auto const chunk_bytes = compress
                                 ? chunk_bytes_of<ExecutionSpace, Ordinal, BitOr>(selection, shape)
                                 : chunk_bytes_of<ExecutionSpace, Ordinal, Mark>(selection, shape);
    ways.push_back(
        {selection, shape, chunk_bytes, 0, fixed_bytes + launch_bytes(device, selection, stats)});
  }
  return ways;
}

/// Ways to fill the rows of C. On hosts rows are sorted on their way into C, in memory for each
/// thread; where that does not fit they are sorted afterwards, which takes longer.
template <class ExecutionSpace, class Ordinal, class Scalar>
PhaseWays numeric_ways(DeviceTraits const& device, ProblemStats const& stats,
                       SpGemmOptions const& options, Selection const& selected,
                       std::size_t fixed_bytes) {
  expect_deterministic(options, selected);
  PhaseWays ways;
  if (selected.records_pattern) {
    AccumulatorShape const shape{stats.n, stats.n};
    RowSteps const steps = steps_at_columns(stats, device.concurrency);
    auto const sums =
        PoolShape::chunk_bytes_for(placed_bytes<Scalar>(num_sums_of_columns(stats, steps)));
    ways.push_back({selected, shape, sums, 0, fixed_bytes + launch_bytes(device, selected, stats)});
    return ways;
  }
  auto const append_ways = [&](std::size_t sort_bytes) {
    for (auto const& selection : with_fallback(selected, options)) {
      AccumulatorShape const shape{stats.max_row_size, stats.n, selection.hash_scale,
                                   selection.max_occupancy};
      auto const chunk_bytes =
          groups_rows(options.method)
              ? grouped_chunk_bytes<Ordinal, Plus<Scalar>>(device, stats, options.method, shape)
              : chunk_bytes_of<ExecutionSpace, Ordinal, Plus<Scalar>>(selection, shape);
      ways.push_back({selection, shape, chunk_bytes, sort_bytes,
                      fixed_bytes + sort_bytes + launch_bytes(device, selection, stats)});
    }
  };
  if (device.is_host && sorts_rows(options) && !comes_sorted(device, options.method)) {
    append_ways(RowSorter<Ordinal>::bytes(stats.max_row_size, stats.n) *
                static_cast<std::size_t>(device.concurrency));
  }
  append_ways(0);
  return ways;
}

}  // namespace araios
