// SPDX-License-Identifier: BSD-3-Clause
// The choice of method and parameters: a pure function of the device, the problem and the options.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Tuning.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

  bool operator==(ProblemStats const&) const = default;
};

/// Every choice made for one phase of a product: comparable and printable.
struct Selection {
  AccumulatorKind accumulator = AccumulatorKind::linked_list;
  PartitioningKind partitioning = PartitioningKind::thread_sequential;
  PoolMapping pool_mapping = PoolMapping::one2one;
  ScheduleKind schedule = ScheduleKind::dynamic_chunks;
  bool compress = false;
  int team_size = 1;
  int vector_length = 1;
  int rows_per_team = 1;
  int num_chunks = 1;
  int hash_scale = 1;
  std::size_t scratch_bytes = 0;  ///< first level of one owner
  std::size_t chunk_bytes = 0;    ///< one chunk of the pool; 0 until its phase has run

  bool operator==(Selection const&) const = default;
};

/// Which of the two phases a selection is for.
enum class PhaseKind { symbolic, numeric };

/// One line that names the method and its parameters, for tables and logs.
inline std::string to_string(Selection const& selection) {
  std::string text{name_of(selection.accumulator)};
  text += selection.scratch_bytes > 0 ? " two-level " : " one-level ";
  text += name_of(selection.partitioning);
  if (selection.compress) text += " compressed";
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

/// Lanes of a thread: the power of two nearest to the mean row length of B. Lanes insert at the
/// same time, so they need rows of B without repeated columns.
inline int vector_length(DeviceTraits const& device, ProblemStats const& stats) {
  if (device.is_host || !stats.columns_increase || stats.k == 0) return 1;
  auto const mean = static_cast<std::uint64_t>(stats.nnz_b / stats.k);
  auto const below = static_cast<int>(std::bit_floor(std::max<std::uint64_t>(mean, 1)));
  int const nearest = mean > static_cast<std::uint64_t>(below) * 3 / 2 ? 2 * below : below;
  return std::min(nearest, device.max_vector_length);
}

/// Threads of a team: one on hosts; on devices the lanes of a team, fewer when each asks for so
/// much scratch that they do not all fit.
inline int team_size(DeviceTraits const& device, SpGemmOptions const& options, int vector_length) {
  if (device.is_host) return 1;
  std::size_t const scratch = std::max<std::size_t>(options.scratch_bytes.value_or(0), 1);
  auto const fitting = std::min(device.max_scratch_bytes / scratch,
                                static_cast<std::size_t>(tuning::device_lanes_per_team));
  return std::max(
      1, std::min(static_cast<int>(fitting), tuning::device_lanes_per_team / vector_length));
}

inline int rows_per_team(DeviceTraits const& device, ProblemStats const& stats, int team_size) {
  if (!device.is_host) return team_size * tuning::device_rows_per_thread;
  std::int64_t const wanted = std::int64_t{device.concurrency} * tuning::host_teams_per_thread;
  return static_cast<int>(
      std::clamp<std::int64_t>(stats.m / wanted, 1, tuning::host_max_rows_per_team));
}

}  // namespace selection_detail

/// The method kkspgemm: Thread-Sequential partitioning, and on hosts dense accumulators where the
/// keys are few, linked-list ones otherwise; the symbolic phase counts compressed keys, so one
/// product may mix both. Hosts have a single level in a pool with one chunk for each thread;
/// devices two levels, vector lanes by the mean row length of B, and a pool that owners share.
///
/// Units:  num_chunks is what would be best; fit_pool reduces it to the memory allowed.
/// Throws: std::invalid_argument for a value out of range; Unsupported when this device cannot do
///         what the options ask.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.3 (kkmem and kkdense; its table 1 has the two names
///         swapped).
inline Selection select_kkspgemm(DeviceTraits const& device, ProblemStats const& stats,
                                 SpGemmOptions const& options, PhaseKind phase, bool compress) {
  using selection_detail::given_or;
  constexpr int many = std::numeric_limits<int>::max();
  Selection selection;
  std::int64_t const num_keys =
      phase == PhaseKind::symbolic && compress ? stats.n / tuning::columns_per_block : stats.n;
  bool const one_level = options.scratch_bytes.value_or(0) == 0;
  bool const few_keys = device.is_host && one_level && num_keys < options.dense_max_keys;
  selection.accumulator = options.accumulator.value_or(few_keys ? AccumulatorKind::dense
                                                                : AccumulatorKind::linked_list);
  selection.partitioning = options.partitioning.value_or(PartitioningKind::thread_sequential);
  selection.schedule = options.schedule;
  selection.compress = phase == PhaseKind::symbolic && compress;
  selection.vector_length =
      given_or(options.vector_length, selection_detail::vector_length(device, stats), 1,
               device.max_vector_length, "vector_length");
  if (!device.is_host && selection.vector_length > 1 && !stats.columns_increase) {
    throw Unsupported{
        "options.vector_length is " + std::to_string(selection.vector_length) +
        ", but vector lanes on a device need rows of B with strictly ascending columns; sort and "
        "merge B or leave the vector length unset"};
  }
  int const team_size = selection_detail::team_size(device, options, selection.vector_length);
  selection.team_size = given_or(options.team_size, team_size, 1, many, "team_size");
  selection.rows_per_team = given_or(
      options.rows_per_team, selection_detail::rows_per_team(device, stats, selection.team_size), 1,
      many, "rows_per_team");
  auto const scratch = device.is_host ? 0
                                      : tuning::device_scratch_bytes_per_team /
                                            static_cast<std::size_t>(selection.team_size);
  selection.scratch_bytes = given_or(
      options.scratch_bytes, scratch, std::size_t{0},
      device.max_scratch_bytes / static_cast<std::size_t>(selection.team_size), "scratch_bytes");
  ARAIOS_EXPECTS(
      options.hash_scale >= 1,
      "options.hash_scale is " + std::to_string(options.hash_scale) + ", expected at least 1");
  selection.hash_scale = options.hash_scale;
  int const owners = device.is_host ? device.concurrency
                                    : std::max(1, device.concurrency / selection.vector_length);
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
  return selection;
}

/// Gives the pool as many chunks of chunk_bytes, each with its lock, as the selection wants and
/// max_bytes allows beside other_bytes; with fewer chunks than owners, owners wait for one another.
///
/// Throws: OutOfMemory when not even one chunk fits; Unsupported when owners would have to wait on
/// a
///         device where a waiting owner can keep the holder from running.
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
