// SPDX-License-Identifier: BSD-3-Clause
// The choice of method and parameters: a pure function of the device, the problem and the options.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_BundleKinds.hpp>
#include <selection/Araios_Hypersparse.hpp>
#include <selection/Araios_MethodRules.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_SelectionTuning.hpp>
#include <selection/Araios_SmallProducts.hpp>
#include <selection/Araios_TeamRules.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

namespace selection_detail {

/// Checks the options that are numbers, not choices. Throws: std::invalid_argument.
inline void check_ranges(SpGemmOptions const& options) {
  ARAIOS_EXPECTS(
      options.hash_scale >= 1,
      "options.hash_scale is " + std::to_string(options.hash_scale) + ", expected at least 1");
  ARAIOS_EXPECTS(options.max_occupancy >= tuning::least_max_occupancy && options.max_occupancy <= 1,
                 "options.max_occupancy is " + std::to_string(options.max_occupancy) +
                     ", expected at least " + std::to_string(tuning::least_max_occupancy) +
                     " and at most 1");
}

/// Lanes that insert at the same time rely on rows of B without repeated columns, unless the
/// partitioning lets equal keys meet. Throws: Unsupported.
inline void expect_distinct_keys(DeviceTraits const& device, ProblemStats const& stats,
                                 Selection const& selection) {
  if (stats.columns_increase || lets_equal_keys_meet(selection.partitioning)) return;
  int const threads = owner_is_team(selection.partitioning) ? selection.team_size : 1;
  int const lanes = threads * (device.is_host ? 1 : selection.vector_length);
  if (lanes == 1) return;
  throw Unsupported{"options ask for " + std::to_string(lanes) +
                    " lanes on a row with the partitioning " +
                    std::string{name_of(selection.partitioning)} +
                    ", which needs rows of B with strictly ascending columns; sort and merge B, or "
                    "leave team size and vector length unset"};
}

/// The strategy of rows without bins and without a recorded pattern.
inline Strategy strategy_of(MethodKind method) {
  if (method == MethodKind::rbsparse) return Strategy::rbsparse;
  return method == MethodKind::bhsparse ? Strategy::bhsparse : Strategy::rowwise;
}

/// Elements of the array over columns that each owner of a host has; 0 if it has none.
inline std::int64_t elements_of_owner(DeviceTraits const& device, ProblemStats const& stats,
                                      Selection const& selection) {
  if (!device.is_host || selection.accumulator != AccumulatorKind::dense) return 0;
  if (selection.compress) return stats.n / tuning::columns_per_block + 1;
  if (!selection.records_pattern) return stats.n;
  return num_sums_of_columns(stats, bundles_at_columns(stats, device.concurrency));
}

/// Gives each owner a chunk. Owners share chunks where arrays over columns would take more than is
/// affordable.
inline void choose_pool(DeviceTraits const& device, ProblemStats const& stats,
                        SpGemmOptions const& options, Selection& selection) {
  constexpr int many = std::numeric_limits<int>::max();
  int const threads = owner_is_team(selection.partitioning) ? selection.team_size : 1;
  int const host_owners = is_small_product(device, stats, options) ? 1 : device.concurrency;
  bool const may_share = options.pool_mapping != PoolMapping::one2one;
  auto const elements = may_share ? elements_of_owner(device, stats, selection) : 0;
  int const owners = device.is_host
                         ? static_cast<int>(std::min<std::int64_t>(
                               host_owners, affordable_arrays(stats, elements)))
                         : std::max(1, device.concurrency / (selection.vector_length * threads));
  selection.num_chunks = given_or(options.num_chunks, owners, 1, many, "num_chunks");
  bool const one_each = device.is_host && selection.num_chunks >= host_owners;
  selection.pool_mapping =
      options.pool_mapping.value_or(one_each ? PoolMapping::one2one : PoolMapping::many2many);
  if (selection.pool_mapping == PoolMapping::one2one && !one_each) {
    throw Unsupported{
        "options.pool_mapping is one2one, which needs a host space and a chunk for "
        "each of its " +
        std::to_string(device.concurrency) + " threads; num_chunks is " +
        std::to_string(selection.num_chunks)};
  }
}

}  // namespace selection_detail

/// Chooses accumulator, partitioning and parameters of a phase: the rule that options.method names,
/// overridden by the fields that the options set.
///
/// Hosts have a single level, in a pool with one chunk for each thread. Devices have two levels.
/// There, vector lanes follow the mean row length of B, scratch follows the mean row of C, and
/// owners share the pool. The symbolic phase counts compressed keys, so one product may mix dense
/// and hash accumulators. On hosts kkspgemm records the pattern of C if rows need no arrays over
/// all columns, if these are small beside the work, or if the product is small. Otherwise it
/// follows the paper. Small products have a single owner.
///
/// Units:  num_chunks is what would be best; fit_pool reduces it to the memory allowed.
/// Throws: std::invalid_argument for a value out of range; Unsupported when this device cannot do
///         what the options ask.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.3 (its table 1 has kkmem and kkdense swapped).
inline Selection select_method(DeviceTraits const& device, ProblemStats const& stats,
                               SpGemmOptions const& options, PhaseKind phase, bool compress) {
  selection_detail::check_ranges(options);
  selection_detail::expect_groups_left_open(options);
  Selection selection;
  selection.strategy = selection_detail::strategy_of(options.method);
  selection.records_pattern = selection_detail::records_pattern(device, stats, options, phase);
  if (selection.records_pattern) selection.strategy = Strategy::pattern;
  selection.compress = phase == PhaseKind::symbolic && (compress || selection.records_pattern);
  std::int64_t const num_keys = selection.compress ? stats.n / tuning::columns_per_block : stats.n;
  using selection_detail::Method;
  auto const method =
      selection.records_pattern
          ? Method{AccumulatorKind::dense, PartitioningKind::thread_sequential}
          : selection_detail::chosen_method(device, stats, options, phase, num_keys);
  selection.accumulator = method.accumulator;
  selection.partitioning = method.partitioning;
  selection.schedule = selection_detail::schedule(device, stats, options, selection);
  selection.hash_scale = options.hash_scale;
  selection.max_occupancy = options.max_occupancy;
  selection_detail::choose_teams(device, stats, options, phase, selection);
  selection_detail::expect_distinct_keys(device, stats, selection);
  selection_detail::choose_pool(device, stats, options, selection);
  return selection;
}

/// The selection of a phase whose rows go by bins. Throws: std::invalid_argument.
inline Selection select_bins(SpGemmOptions const& options, BinCounts const& counts) {
  selection_detail::check_ranges(options);
  Selection selection;
  selection.strategy = Strategy::bins;
  selection.partitioning =
      options.deterministic ? PartitioningKind::team_sequential : PartitioningKind::thread_parallel;
  selection.bins = counts;
  return selection;
}

/// Gives the pool as many chunks of chunk_bytes, each with its lock, as the selection wants and
/// max_bytes allows beside other_bytes. With fewer chunks than owners, owners wait for one another.
///
/// Throws: OutOfMemory when not even one chunk fits; Unsupported when owners would have to wait on
///         a device where a waiting owner can keep the holder from running.
inline void fit_pool(Selection& selection, DeviceTraits const& device, std::size_t chunk_bytes,
                     std::size_t other_bytes, std::size_t max_bytes) {
  selection.chunk_bytes = chunk_bytes;
  if (chunk_bytes == 0) return;
  std::size_t const with_lock = chunk_bytes + sizeof(int);
  std::size_t const one_chunk = other_bytes + with_lock;
  if (one_chunk > max_bytes) {
    throw OutOfMemory{"the product with one chunk of its memory pool", one_chunk, max_bytes};
  }
  if (!device.waiting_lanes_progress) {
    throw Unsupported{
        "the memory pool needs a device whose threads make progress independently while others "
        "of the same warp wait"};
  }
  std::size_t allowed = max_bytes - other_bytes;
  if (!device.is_host) allowed = std::min(allowed, tuning::device_max_pool_bytes);
  std::size_t const fitting = std::max<std::size_t>(allowed / with_lock, 1);
  if (static_cast<std::size_t>(selection.num_chunks) > fitting) {
    selection.num_chunks = static_cast<int>(fitting);
    selection.pool_mapping = PoolMapping::many2many;
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
