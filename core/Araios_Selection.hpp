// SPDX-License-Identifier: BSD-3-Clause
// The choice of method and parameters: a pure function of the device, the problem and the options.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_GroupCounts.hpp>
#include <Araios_ReplayState.hpp>
#include <Araios_RowBin.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Tuning.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace araios {

/// What the heuristic needs to know of the execution space.
struct DeviceTraits {
  bool is_host = true;
  int concurrency = 1;                 ///< owners that can be active at once
  int max_vector_length = 1;           ///< lanes a thread may have
  std::size_t max_scratch_bytes = 0;   ///< of one team, level 0
  bool waiting_lanes_progress = true;  ///< an owner may wait for another owner of its warp
};

/// Counts of one product C = A·B, m×k times k×n. Work is counted in products (flops = 2·work).
struct ProblemStats {
  std::int64_t m = 0, k = 0, n = 0;
  std::int64_t nnz_a = 0, nnz_b = 0;
  std::int64_t work = 0;                     ///< f_m
  std::int64_t max_row_work = 0;             ///< maxrf
  std::int64_t compressed_work = 0;          ///< f_m with B compressed; 0 when it was not counted
  std::int64_t max_row_compressed_work = 0;  ///< maxrf with B compressed
  std::int64_t nnz_c = 0;                    ///< 0 before the symbolic phase ends
  std::int64_t max_row_size = 0;             ///< maxrs; 0 before the symbolic phase ends
  bool columns_increase = false;             ///< every row of B is sorted and free of duplicates
  bool pattern_recorded = false;             ///< the symbolic phase has kept the columns of C
  std::int64_t repeated_rows = 0;            ///< rows of A with the columns of the row before, as
                                             ///< far as recording has met them

  bool operator==(ProblemStats const&) const = default;
};

/// Every choice made for one phase of a product: comparable and printable.
struct Selection {
  AccumulatorKind accumulator = AccumulatorKind::linked_list;
  PartitioningKind partitioning = PartitioningKind::thread_sequential;
  PoolMapping pool_mapping = PoolMapping::one2one;
  ScheduleKind schedule = ScheduleKind::dynamic_chunks;
  bool compress = false;
  bool records_pattern = false;  ///< columns of C are found first, values summed at them
  int team_size = 1;
  int vector_length = 1;
  int rows_per_team = 1;
  int num_chunks = 1;
  int hash_scale = 1;
  double max_occupancy = 1;
  std::size_t scratch_bytes = 0;  ///< first level of one owner
  std::size_t chunk_bytes = 0;    ///< one chunk of the pool; 0 until its phase has run
  /// Rows by bins, each with a method of its own; of the fields above, the partitioning is that of
  /// the longest rows and the others have no meaning.
  std::optional<BinCounts> bins;
  /// Numeric phase: whether it replays what the plan remembers, and if not, why. Where it does, no
  /// other field but the partitioning has a meaning.
  ReplayState replay = ReplayState::not_asked;
  bool replays_wide = false;  ///< products take eight bytes, not four
  /// Rows by groups, likewise; team and pool are those of the rows that need most.
  std::optional<GroupCounts> groups;

  bool operator==(Selection const&) const = default;
};

/// Which of the two phases a selection is for.
enum class PhaseKind { symbolic, numeric };

/// The bins that have rows, with their number.
inline std::string to_string(BinCounts const& counts) {
  std::string text{"rows by bins"};
  for (int bin = 0; bin < num_row_bins; ++bin) {
    std::int64_t const rows = counts.rows[static_cast<std::size_t>(bin)];
    if (rows == 0) continue;
    text += " ";
    text += name_of(static_cast<RowBin>(bin));
    text += "=" + std::to_string(rows);
  }
  return text;
}

namespace selection_detail {

/// The method and its parameters, where nothing is replayed.
inline std::string method_text(Selection const& selection) {
  if (selection.bins) return to_string(*selection.bins);
  if (selection.groups) return to_string(*selection.groups);
  std::string text{name_of(selection.accumulator)};
  text += selection.scratch_bytes > 0 ? " two-level " : " one-level ";
  text += name_of(selection.partitioning);
  if (selection.compress) text += " compressed";
  if (selection.records_pattern) text += " recorded";
  text += " team=" + std::to_string(selection.team_size);
  text += "x" + std::to_string(selection.vector_length);
  text += " rows=" + std::to_string(selection.rows_per_team) + " ";
  text += name_of(selection.schedule);
  text += " pool=" + std::to_string(selection.num_chunks);
  if (selection.chunk_bytes > 0) text += "x" + std::to_string(selection.chunk_bytes) + "B";
  text += " ";
  text += name_of(selection.pool_mapping);
  if (selection.scratch_bytes > 0) {
    text += " scratch=" + std::to_string(selection.scratch_bytes) + "B";
  }
  return text;
}

}  // namespace selection_detail

/// One line that names the method and its parameters, for tables and logs.
inline std::string to_string(Selection const& selection) {
  if (selection.replay == ReplayState::replays) {
    return selection.replays_wide ? "replay wide" : "replay";
  }
  std::string text = selection_detail::method_text(selection);
  if (selection.replay == ReplayState::not_asked) return text;
  text += ", no replay: ";
  text += reason_of(selection.replay);
  return text;
}

namespace selection_detail {

/// A value that the caller gave, checked against its range, or the heuristic's.
template <class T>
T given_or(std::optional<T> const& given, T chosen, T smallest, T largest, char const* name) {
  T const value = given.value_or(chosen);
  ARAIOS_EXPECTS(!given || (smallest <= value && value <= largest),
                 std::string{"options."} + name + " is " + std::to_string(value) +
                     ", expected a value from " + std::to_string(smallest) + " to " +
                     std::to_string(largest));
  return value;
}

/// Checks the values that are no choices. Throws: std::invalid_argument.
inline void check_ranges(SpGemmOptions const& options) {
  ARAIOS_EXPECTS(
      options.hash_scale >= 1,
      "options.hash_scale is " + std::to_string(options.hash_scale) + ", expected at least 1");
  ARAIOS_EXPECTS(options.max_occupancy > 0 && options.max_occupancy <= 1,
                 "options.max_occupancy is " + std::to_string(options.max_occupancy) +
                     ", expected a value above 0 and at most 1");
}

/// Entries of a mean row in its accumulator: known in the numeric phase, assumed before.
inline std::int64_t mean_row_entries(ProblemStats const& stats, PhaseKind phase, bool compress) {
  std::int64_t const rows = std::max<std::int64_t>(stats.m, 1);
  if (phase == PhaseKind::numeric) return stats.nnz_c / rows;
  return (compress ? stats.compressed_work : stats.work) / tuning::assumed_compression_factor /
         rows;
}

/// Lanes of a thread: the power of two nearest to the mean row length of B.
inline int vector_length(DeviceTraits const& device, ProblemStats const& stats) {
  if (device.is_host || stats.k == 0) return 1;
  auto const mean = static_cast<std::uint64_t>(stats.nnz_b / stats.k);
  auto const below = static_cast<int>(std::bit_floor(std::max<std::uint64_t>(mean, 1)));
  int const nearest = mean > static_cast<std::uint64_t>(below) * 3 / 2 ? 2 * below : below;
  return std::min(nearest, device.max_vector_length);
}

inline int rows_per_team(DeviceTraits const& device, ProblemStats const& stats,
                         int owners_per_team) {
  if (!device.is_host) return owners_per_team * tuning::device_rows_per_owner;
  std::int64_t const wanted = std::int64_t{device.concurrency} * tuning::host_teams_per_thread;
  return static_cast<int>(
      std::clamp<std::int64_t>(stats.m / wanted, 1, tuning::host_max_rows_per_team));
}

/// Shape of a device's team; scratch is that of the whole team, for first-level accumulators.
struct TeamShape {
  int lanes = tuning::device_lanes_per_team;
  int vector_length = 1;
  std::size_t scratch_bytes = tuning::device_scratch_bytes_per_team;
};

/// Threads own rows: while a mean row does not fit the scratch of a thread, fewer threads with more
/// lanes each share the scratch.
inline TeamShape shape_for_threads(DeviceTraits const& device, ProblemStats const& stats,
                                   PhaseKind phase, bool compress) {
  TeamShape shape;
  if (!stats.columns_increase) return shape;
  shape.vector_length = vector_length(device, stats);
  auto const row_bytes = static_cast<std::size_t>(mean_row_entries(stats, phase, compress)) *
                         tuning::linked_list_bytes_per_entry;
  auto const fits = [&] {
    return row_bytes * static_cast<std::size_t>(shape.lanes / shape.vector_length) <=
           shape.scratch_bytes;
  };
  while (!fits() && shape.vector_length < device.max_vector_length) shape.vector_length *= 2;
  return shape;
}

/// Teams own rows: small teams with little scratch where a mean row needs little, so that more of
/// them run at once, and large ones where it needs much.
inline TeamShape shape_for_teams(DeviceTraits const& device, ProblemStats const& stats,
                                 PhaseKind phase, bool compress) {
  TeamShape shape;
  auto const row_bytes = static_cast<std::size_t>(mean_row_entries(stats, phase, compress)) *
                         tuning::linear_probing_bytes_per_entry;
  if (row_bytes > shape.scratch_bytes) {
    shape.lanes = tuning::device_max_lanes_per_team;
    shape.scratch_bytes =
        std::min(tuning::device_max_scratch_bytes_per_team, device.max_scratch_bytes);
  }
  while (row_bytes <= shape.scratch_bytes / 2 && shape.lanes > tuning::device_min_lanes_per_team) {
    shape.lanes /= 2;
    shape.scratch_bytes /= 2;
  }
  shape.vector_length = std::min(shape.lanes, device.max_vector_length);
  return shape;
}

/// An accumulator and a partitioning, by name.
struct Method {
  AccumulatorKind accumulator = AccumulatorKind::linked_list;
  PartitioningKind partitioning = PartitioningKind::thread_sequential;
};

/// Whether recording the pattern of C goes with what the options ask for.
inline bool can_record(DeviceTraits const& device, SpGemmOptions const& options) {
  bool const has_method =
      options.method == MethodKind::kkspgemm || options.method == MethodKind::kkdense;
  return device.is_host && has_method && options.compress.value_or(true) &&
         options.scratch_bytes.value_or(0) == 0 &&
         options.accumulator.value_or(AccumulatorKind::dense) == AccumulatorKind::dense &&
         options.partitioning.value_or(PartitioningKind::thread_sequential) ==
             PartitioningKind::thread_sequential;
}

/// Whether the symbolic phase records the pattern of C; in the numeric phase, whether it has.
/// Throws: Unsupported when the options want what they make impossible.
inline bool records_pattern(DeviceTraits const& device, ProblemStats const& stats,
                            SpGemmOptions const& options, PhaseKind phase) {
  if (phase == PhaseKind::numeric) return stats.pattern_recorded;
  if (options.record_pattern.value_or(false) && !can_record(device, options)) {
    throw Unsupported{
        "options.record_pattern needs a host execution space, kkspgemm or kkdense, a compressed B "
        "and a dense accumulator in one level with thread_sequential; leave the others unset"};
  }
  if (options.record_pattern) return *options.record_pattern;
  bool const is_open = options.method == MethodKind::kkspgemm && !options.accumulator &&
                       !options.partitioning &&
                       options.max_workspace_bytes == std::numeric_limits<std::size_t>::max();
  return is_open && can_record(device, options) &&
         stats.work / tuning::recording_min_products_per_column >= stats.n * device.concurrency;
}

/// A flat traversal adds up in an order that changes from run to run.
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

/// What holds a row of rbsparse. Sizes do not depend on the order of products, sums do.
inline Method rbsparse(DeviceTraits const& device, SpGemmOptions const& options, PhaseKind phase) {
  bool const in_order = options.deterministic && phase == PhaseKind::numeric;
  PartitioningKind const on_device =
      in_order ? PartitioningKind::team_sequential : PartitioningKind::thread_parallel;
  return {AccumulatorKind::linear_probing,
          device.is_host ? PartitioningKind::thread_sequential : on_device};
}

/// Throws Unsupported where the options say for all rows what the method chooses for each group.
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

/// The rule that the options name, without their single fields.
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

/// The named method with what the options say field by field; what they leave open follows what
/// they say.
inline Method chosen_method(DeviceTraits const& device, ProblemStats const& stats,
                            SpGemmOptions const& options, PhaseKind phase, std::int64_t num_keys) {
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

/// Lanes that insert at the same time rely on rows of B without repeated columns, unless equal keys
/// may meet. Throws: Unsupported.
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

inline void choose_pool(DeviceTraits const& device, SpGemmOptions const& options,
                        Selection& selection) {
  constexpr int many = std::numeric_limits<int>::max();
  int const threads = owner_is_team(selection.partitioning) ? selection.team_size : 1;
  int const owners = device.is_host
                         ? device.concurrency
                         : std::max(1, device.concurrency / (selection.vector_length * threads));
  selection.num_chunks = given_or(options.num_chunks, owners, 1, many, "num_chunks");
  bool const one_each = device.is_host && selection.num_chunks >= device.concurrency;
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

/// Team size, vector length, rows of a team and scratch of an owner.
inline void choose_teams(DeviceTraits const& device, ProblemStats const& stats,
                         SpGemmOptions const& options, PhaseKind phase, Selection& selection) {
  constexpr int many = std::numeric_limits<int>::max();
  bool const team = owner_is_team(selection.partitioning);
  TeamShape shape{1, 1, 0};
  if (!device.is_host && groups_rows(options.method)) {
    bool const whole_warps = options.method == MethodKind::bhsparse;
    shape = {tuning::device_lanes_per_team,
             whole_warps ? device.max_vector_length : vector_length(device, stats), 0};
  } else if (!device.is_host) {
    shape = team ? shape_for_teams(device, stats, phase, selection.compress)
                 : shape_for_threads(device, stats, phase, selection.compress);
  }
  selection.vector_length = given_or(options.vector_length, shape.vector_length, 1,
                                     device.max_vector_length, "vector_length");
  int team_size = std::max(1, shape.lanes / selection.vector_length);
  bool const one_lane =
      team && !stats.columns_increase && !lets_equal_keys_meet(selection.partitioning);
  if (one_lane) {
    team_size = 1;
    selection.vector_length = options.vector_length.value_or(1);
  }
  if (!team && options.scratch_bytes.value_or(0) > 0) {
    // Fewer threads when each asks for so much scratch that they do not all fit.
    auto const fitting = device.max_scratch_bytes / *options.scratch_bytes;
    team_size =
        static_cast<int>(std::clamp<std::size_t>(fitting, 1, static_cast<std::size_t>(team_size)));
  }
  selection.team_size = given_or(options.team_size, team_size, 1, many, "team_size");
  int const owners = team ? 1 : selection.team_size;
  selection.rows_per_team = given_or(options.rows_per_team, rows_per_team(device, stats, owners), 1,
                                     many, "rows_per_team");
  auto const owners_per_team = static_cast<std::size_t>(owners);
  selection.scratch_bytes =
      given_or(options.scratch_bytes, shape.scratch_bytes / owners_per_team, std::size_t{0},
               device.max_scratch_bytes / owners_per_team, "scratch_bytes");
}

}  // namespace selection_detail

/// Chooses accumulator, partitioning and parameters of a phase: the rule that options.method names,
/// overridden by the fields that the options set.
///
/// Hosts have a single level in a pool with one chunk for each thread; devices two levels, vector
/// lanes by the mean row length of B, scratch by the mean row of C, and a pool that owners share.
/// The symbolic phase counts compressed keys, so one product may mix dense and hash accumulators.
/// On hosts kkspgemm records the pattern of C where arrays over all columns are small beside the
/// work, and follows the paper otherwise.
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
  selection.records_pattern = selection_detail::records_pattern(device, stats, options, phase);
  selection.compress = phase == PhaseKind::symbolic && (compress || selection.records_pattern);
  std::int64_t const num_keys = selection.compress ? stats.n / tuning::columns_per_block : stats.n;
  using selection_detail::Method;
  auto const method =
      selection.records_pattern
          ? Method{AccumulatorKind::dense, PartitioningKind::thread_sequential}
          : selection_detail::chosen_method(device, stats, options, phase, num_keys);
  selection.accumulator = method.accumulator;
  selection.partitioning = method.partitioning;
  selection.schedule = options.schedule;
  selection.hash_scale = options.hash_scale;
  selection.max_occupancy = options.max_occupancy;
  selection_detail::choose_teams(device, stats, options, phase, selection);
  selection_detail::expect_distinct_keys(device, stats, selection);
  selection_detail::choose_pool(device, options, selection);
  return selection;
}

/// Whether rows of C go by bins: on devices, where the caller leaves every choice to kkspgemm and
/// memory is ample. Rows of B must ascend strictly besides, which only a pass over B can tell.
inline bool may_bin_rows(DeviceTraits const& device, SpGemmOptions const& options) {
  bool const free_choice = !options.accumulator && !options.partitioning && !options.pool_mapping &&
                           !options.rows_per_team && !options.team_size && !options.vector_length &&
                           !options.scratch_bytes && !options.num_chunks &&
                           !options.compress.value_or(false) &&
                           !options.record_pattern.value_or(false);
  bool const ample = options.max_workspace_bytes == std::numeric_limits<std::size_t>::max();
  return !device.is_host && options.method == MethodKind::kkspgemm && free_choice && ample;
}

/// The selection of a phase whose rows go by bins. Throws: std::invalid_argument.
inline Selection select_bins(SpGemmOptions const& options, BinCounts const& counts) {
  selection_detail::check_ranges(options);
  Selection selection;
  selection.partitioning =
      options.deterministic ? PartitioningKind::team_sequential : PartitioningKind::thread_parallel;
  selection.bins = counts;
  return selection;
}

/// Gives the pool as many chunks of chunk_bytes, each with its lock, as the selection wants and
/// max_bytes allows beside other_bytes; with fewer chunks than owners, owners wait for one another.
///
/// Throws: OutOfMemory when not even one chunk fits; Unsupported when owners would have to wait
///         on a device where a waiting owner can keep the holder from running.
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

}  // namespace araios
