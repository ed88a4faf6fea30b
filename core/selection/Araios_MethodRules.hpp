// SPDX-License-Identifier: BSD-3-Clause
// Which accumulator and which partitioning a method gets: pure functions.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_BundleKinds.hpp>
#include <selection/Araios_Hypersparse.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_SelectionTuning.hpp>
#include <selection/Araios_SmallProducts.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace araios::inline ARAIOS_ISA::impl::selection_detail {

/// An accumulator and a partitioning, by name.
struct Method {
  AccumulatorKind accumulator = AccumulatorKind::linked_list;
  PartitioningKind partitioning = PartitioningKind::thread_sequential;
};

/// Whether the options allow the pattern of C to be recorded.
inline bool can_record(DeviceTraits const& device, SpGemmOptions const& options) {
  bool const has_method =
      options.method == MethodKind::kkspgemm || options.method == MethodKind::kkdense;
  return device.is_host && has_method && options.compress.value_or(true) &&
         options.scratch_bytes.value_or(0) == 0 &&
         options.accumulator.value_or(AccumulatorKind::dense) == AccumulatorKind::dense &&
         options.partitioning.value_or(PartitioningKind::thread_sequential) ==
             PartitioningKind::thread_sequential;
}

/// Whether the symbolic phase records the pattern of C; for the numeric phase, whether it has. Of a
/// hypersparse product it does not, since that takes arrays over all columns.
///
/// Throws: Unsupported when the options ask for it and make it impossible.
inline bool records_pattern(DeviceTraits const& device, ProblemStats const& stats,
                            SpGemmOptions const& options, PhaseKind phase) {
  if (phase == PhaseKind::numeric) return stats.pattern_recorded;
  if (options.record_pattern.value_or(false) && !can_record(device, options)) {
    throw Unsupported{
        "options.record_pattern needs a host execution space, kkspgemm or kkdense, a compressed B "
        "and a dense accumulator in one level with thread_sequential; leave the others unset"};
  }
  if (is_hypersparse(stats)) return false;
  if (options.record_pattern) return *options.record_pattern;
  bool const is_open = options.method == MethodKind::kkspgemm && !options.accumulator &&
                       !options.partitioning && is_uncapped(options);
  if (!is_open || !can_record(device, options)) return false;
  // Sums at recorded columns are rounded like one-phase sums, and unlike those of other
  // accumulators. Which of them pays depends on the number of threads, but a deterministic C must
  // not.
  if (options.deterministic) return true;
  return options.replay.value_or(false) || is_small_product(device, stats, options) ||
         stats.rows_are_short || affords_sums_of_columns(stats, device.concurrency);
}

/// Linear probing. A deterministic C excludes the flat traversal, whose order of sums changes from
/// run to run.
inline Method kklp(DeviceTraits const& device, SpGemmOptions const& options) {
  bool const flat = !device.is_host && !options.deterministic;
  return {AccumulatorKind::linear_probing,
          flat ? PartitioningKind::thread_flat_parallel : PartitioningKind::thread_sequential};
}

/// The meta-algorithm: on hosts by the number of keys, on devices by the mean work of a row.
inline Method kkspgemm(DeviceTraits const& device, ProblemStats const& stats,
                       SpGemmOptions const& options, std::int64_t num_keys) {
  if (device.is_host) {
    bool const dense = num_keys < options.dense_max_keys && options.scratch_bytes.value_or(0) == 0;
    return {dense ? AccumulatorKind::dense : AccumulatorKind::linked_list,
            PartitioningKind::thread_sequential};
  }
  std::int64_t const mean_work = stats.work / std::max<std::int64_t>(stats.m, 1);
  return mean_work < tuning::device_kklp_min_row_work ? Method{} : kklp(device, options);
}

/// The method of rbsparse. Sizes do not depend on the order of products, but sums do.
inline Method rbsparse(DeviceTraits const& device, SpGemmOptions const& options, PhaseKind phase) {
  bool const in_order = options.deterministic && phase == PhaseKind::numeric;
  PartitioningKind const on_device =
      in_order ? PartitioningKind::team_sequential : PartitioningKind::thread_parallel;
  return {AccumulatorKind::linear_probing,
          device.is_host ? PartitioningKind::thread_sequential : on_device};
}

/// Throws Unsupported when the options fix for all rows what the method chooses for each group.
inline void expect_groups_left_open(SpGemmOptions const& options) {
  if (!groups_rows(options.method)) return;
  if (!options.accumulator && !options.partitioning && !options.scratch_bytes &&
      !options.compress.value_or(false) && !options.record_pattern.value_or(false)) {
    return;
  }
  throw Unsupported{std::string{name_of(options.method)} +
                    " chooses for each group of rows: leave accumulator, partitioning, "
                    "scratch_bytes, compress and record_pattern unset"};
}

/// The method that the options name, without their single fields.
inline Method named_method(DeviceTraits const& device, ProblemStats const& stats,
                           SpGemmOptions const& options, PhaseKind phase, std::int64_t num_keys) {
  switch (options.method) {
    case MethodKind::kkspgemm:
    case MethodKind::kkspgemm_2018:
      return kkspgemm(device, stats, options, num_keys);
    case MethodKind::kkmem:
      return {};
    case MethodKind::kkdense:
      return {AccumulatorKind::dense, PartitioningKind::thread_sequential};
    case MethodKind::kklp:
      return kklp(device, options);
    case MethodKind::rbsparse:
      return rbsparse(device, options, phase);
    case MethodKind::bhsparse:
      return {};
  }
  throw std::invalid_argument{"options.method is not one of MethodKind"};
}

/// The named method, overridden by the single fields of the options. What they leave open follows
/// from what they say.
inline Method method_asked_for(DeviceTraits const& device, ProblemStats const& stats,
                               SpGemmOptions const& options, PhaseKind phase,
                               std::int64_t num_keys) {
  Method method = named_method(device, stats, options, phase, num_keys);
  if (options.accumulator) {
    method.accumulator = *options.accumulator;
    if (method.accumulator != AccumulatorKind::linear_probing) {
      method.partitioning = PartitioningKind::thread_sequential;
    }
  }
  if (!options.partitioning) return method;
  method.partitioning = *options.partitioning;
  if (options.accumulator || method.partitioning == PartitioningKind::thread_sequential) {
    return method;
  }
  bool const equal_keys_meet = lets_equal_keys_meet(method.partitioning);
  method.accumulator =
      equal_keys_meet ? AccumulatorKind::linear_probing : AccumulatorKind::linked_list;
  return method;
}

/// The method asked for, but no dense accumulator of a hypersparse product on hosts.
inline Method chosen_method(DeviceTraits const& device, ProblemStats const& stats,
                            SpGemmOptions const& options, PhaseKind phase, std::int64_t num_keys) {
  Method method = method_asked_for(device, stats, options, phase, num_keys);
  if (device.is_host && method.accumulator == AccumulatorKind::dense && is_hypersparse(stats)) {
    method.accumulator = AccumulatorKind::linked_list;
  }
  return method;
}

}  // namespace araios::inline ARAIOS_ISA::impl::selection_detail
