// SPDX-License-Identifier: BSD-3-Clause
// The team shapes of bins: pure functions of the device and the problem.
#pragma once

#include <Araios_Selection.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The smallest power of two from `smallest` on that covers most of `length`, within the lanes of
/// the device.
inline int lanes_for_length(DeviceTraits const& device, double length, int smallest) {
  if (device.is_host) return 1;
  constexpr double nearly = 0.8;
  int lanes = smallest;
  while (lanes < device.max_vector_length && lanes < nearly * length) lanes *= 2;
  return std::min(lanes, device.max_vector_length);
}

/// Mean length of the rows of A, and of the rows of B as entries of A meet them.
inline double mean_length_of_a(ProblemStats const& stats) {
  return static_cast<double>(stats.nnz_a) / static_cast<double>(std::max<std::int64_t>(stats.m, 1));
}
inline double mean_length_of_b(ProblemStats const& stats) {
  return static_cast<double>(stats.work) /
         static_cast<double>(std::max<std::int64_t>(stats.nnz_a, 1));
}

/// Lanes of a thread that spreads A's entries and compares up to `products` products.
inline int lanes_for_few_products(DeviceTraits const& device, ProblemStats const& stats,
                                  int products) {
  constexpr int least = tuning::least_lanes_of_thread;
  int const for_products = products > tuning::few_products_max ? 2 * least : least;
  return lanes_for_length(device, mean_length_of_a(stats), for_products);
}

/// Lanes of a thread for the rows of a bin, which are spread along rows of B. Rows that take much
/// scratch get more lanes, since scratch limits occupancy.
inline int lanes_for_bin(DeviceTraits const& device, ProblemStats const& stats, RowBin bin) {
  bool const much_scratch = bin == RowBin::team_probing || bin == RowBin::short_bitmap ||
                            bin == RowBin::bitmap || bin == RowBin::supernode_bitmap;
  return lanes_for_length(
      device, mean_length_of_b(stats),
      much_scratch ? tuning::least_lanes_with_much_scratch : tuning::least_lanes_of_thread);
}

/// At least `lanes` lanes for a thread with that much scratch. Scratch limits how many threads run
/// at the same time, and with more lanes each of them takes less time.
inline int lanes_that_fill(DeviceTraits const& device, int lanes, std::size_t scratch_bytes) {
  if (device.is_host) return 1;
  while (lanes < device.max_vector_length &&
         static_cast<std::size_t>(lanes) * tuning::bin_scratch_bytes_of_lane < scratch_bytes) {
    lanes *= 2;
  }
  return lanes;
}

/// Lanes of a thread that bounds rows of C by A's entries: one if most rows meet so few rows of B
/// that a lane can merge them.
inline int lanes_for_binning(DeviceTraits const& device, double mean_length_of_a) {
  if (mean_length_of_a <= tuning::lane_merge_few_rows) return 1;
  return lanes_for_length(device, mean_length_of_a / tuning::binning_mean_entries_per_lane, 2);
}

/// Most products of a row that one lane merges, if there are that many rows.
inline ProductsOfLane products_of_lane(DeviceTraits const& device, std::int64_t num_rows,
                                       double mean_length_of_a) {
  constexpr int least = tuning::lane_merge_least_products;
  if (num_rows * tuning::lane_merge_idle_lanes < device.concurrency) return {least, 0};
  // Assumes that rows of B are as long as those of A. Values beyond the bound make no difference.
  double const mean = std::min(tuning::lane_merge_mean_rows * mean_length_of_a * mean_length_of_a,
                               double{tuning::lane_merge_more_products});
  int const wanted = static_cast<int>(mean);
  return {std::clamp(wanted, least, tuning::lane_merge_few_products),
          wanted < tuning::lane_merge_least_products_of_more_rows ? 0 : wanted};
}

/// Whether the kernel of supernodes handles the rows of bitmaps: if supernodes have many members.
inline bool merges_supernodes(BinCounts const& counts, std::int64_t num_rows) {
  return counts.supernode_members > 0 &&
         counts.supernode_members * tuning::supernode_share_of_rows >= num_rows;
}

/// Whether the kernel of supernodes is faster than replay, and takes no memory: if nearly all rows
/// are members of supernodes, and there are enough of them to fill the device.
inline bool supernodes_outrun_replay(BinCounts const& counts, ProblemStats const& stats) {
  constexpr std::int64_t percent = 100;
  return stats.work >= tuning::replay_outrun_min_work &&
         counts.supernode_members * percent >= tuning::replay_outrun_supernodes_percent * stats.m;
}

/// Whether a lane of replay takes two entries of C: if there are many, of few products.
inline bool gathers_pairs(DeviceTraits const& device, std::int64_t nnz_c, std::int64_t work) {
  return nnz_c >= std::int64_t{tuning::replay_pairs_min_entries_of_lane} * device.concurrency &&
         static_cast<double>(work) <= tuning::replay_pairs_max_mean * static_cast<double>(nnz_c);
}

/// Whether rows of C are nearly full on average, with several products for each key. Their values
/// then take less time in scratch, although they take much of it.
inline bool fills_rows(ProblemStats const& stats) {
  double const products_per_column =
      static_cast<double>(stats.work) / (static_cast<double>(std::max<std::int64_t>(stats.m, 1)) *
                                         static_cast<double>(std::max<std::int64_t>(stats.n, 1)));
  return products_per_column >= tuning::full_rows_min_products_per_column &&
         products_per_column <= tuning::full_rows_max_products_per_column;
}

/// Scratch that a team may take beside what teams need for themselves.
inline std::int64_t scratch_of_team(DeviceTraits const& device) {
  constexpr std::size_t for_teams = 1024;
  return static_cast<std::int64_t>(device.max_scratch_bytes -
                                   std::min(device.max_scratch_bytes, for_teams));
}

/// Most scratch of a team that a bitmap and its values may take.
inline std::int64_t most_scratch_of_team(DeviceTraits const& device, ProblemStats const& stats) {
  return std::min(scratch_of_team(device), fills_rows(stats) ? tuning::full_rows_bitmap_max_bytes
                                                             : tuning::team_bitmap_max_bytes);
}

/// Words by which the window of a team exceeds bitmap_window_words, up to a window of all columns.
/// If rows are few, all teams run at the same time, and each may take more scratch. Wider windows
/// save time, since a team searches all its rows of B in each window. `bytes` is what a team takes
/// with bitmap_window_words.
inline int more_words_of_window(DeviceTraits const& device, std::int64_t num_rows,
                                std::int64_t num_columns, std::size_t bytes,
                                std::size_t bytes_of_word) {
  std::int64_t const of_row = std::int64_t{device.concurrency} *
                              static_cast<std::int64_t>(tuning::bin_scratch_bytes_of_lane) /
                              std::max<std::int64_t>(num_rows, 1);
  std::int64_t const room =
      std::min(of_row, scratch_of_team(device)) - static_cast<std::int64_t>(bytes);
  std::int64_t const missing = RowShape{0, num_columns}.words() - tuning::bitmap_window_words;
  std::int64_t const words = std::min(room / static_cast<std::int64_t>(bytes_of_word), missing);
  return static_cast<int>(std::max<std::int64_t>(words, 0));
}

/// Team of a launch of bins.
struct BinTeam {
  int team_size = 1;
  int lanes_of_thread = 1;

  bool operator==(BinTeam const&) const = default;
};

/// Lanes that a team may have.
struct LanesOfTeam {
  int least;
  int most;
};

/// A team that owns one of num_rows rows, of threads with that many lanes. The fewer the rows, the
/// larger the team, so that teams fill the device.
inline BinTeam team_for_row(DeviceTraits const& device, int lanes_of_thread, std::int64_t num_rows,
                            LanesOfTeam const& range) {
  if (device.is_host) return {};
  int lanes = range.most;
  while (lanes > range.least && lanes * num_rows > device.concurrency) lanes /= 2;
  return {std::max(lanes / lanes_of_thread, 1), lanes_of_thread};
}

/// Teams that share each of num_rows rows: one, unless rows are long and too few to fill the
/// device.
inline int teams_of_row(DeviceTraits const& device, ProblemStats const& stats,
                        std::int64_t num_rows) {
  if (stats.max_row_work < tuning::split_row_min_work) return 1;
  std::int64_t const most =
      device.concurrency / (tuning::split_row_lanes_of_team * std::max<std::int64_t>(num_rows, 1));
  if (most < tuning::split_row_min_teams) return 1;
  return static_cast<int>(std::min<std::int64_t>(most, tuning::split_row_max_teams));
}

/// A team of threads that own rows and take that much scratch each: as many as fit. They fill whole
/// warps, for which the device counts scratch. If that is too much, a thread gets more lanes.
inline BinTeam team_of_owners(DeviceTraits const& device, int lanes_of_thread,
                              std::size_t scratch_bytes) {
  if (device.is_host) return {};
  auto const fitting = static_cast<int>(
      std::min<std::size_t>(device.max_scratch_bytes / std::max<std::size_t>(scratch_bytes, 1),
                            tuning::bin_lanes_of_threads));
  int const warp = device.max_vector_length;
  int lanes = lanes_of_thread;
  while (lanes < warp && fitting < warp / lanes) lanes *= 2;
  int const of_warp = warp / lanes;
  int const most = std::min(fitting, tuning::bin_lanes_of_threads / lanes);
  return {std::max(most / of_warp * of_warp, of_warp), lanes};
}

/// What the launches of a phase handle: as BinCounts, but the rows of a bin may have gone to the
/// launch of a later bin.
struct LaunchCounts : BinCounts {
  std::array<std::int64_t, num_row_bins> listed{};  ///< rows in the list of each bin
  std::array<int, num_row_bins> lists{};            ///< lists that the launch of each bin takes
};

/// Merges bins of few rows into the launch of the next bin that needs more of the same, since a
/// launch takes longer than so few rows.
inline LaunchCounts split_launches(DeviceTraits const& device, ProblemStats const& stats,
                                   BinCounts const& counts) {
  LaunchCounts launches{counts, counts.rows, {}};
  launches.lists.fill(1);
  auto const share = [&](RowBin bin, RowBin last) {
    auto const from = static_cast<std::size_t>(bin);
    auto const to = from + 1;
    std::int64_t const lanes = launches.rows[from] * lanes_for_bin(device, stats, bin);
    bool const has_later =
        std::any_of(launches.rows.begin() + static_cast<std::ptrdiff_t>(to),
                    launches.rows.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                    [](std::int64_t rows) { return rows > 0; });
    if (launches.rows[from] == 0 || !has_later ||
        lanes * tuning::split_launch_idle_lanes > device.concurrency) {
      return;
    }
    launches.rows[to] += launches.rows[from];
    launches.need[to] = std::max(launches.need[to], launches.need[from]);
    launches.lists[to] += launches.lists[from];
    launches.rows[from] = 0;
  };
  share(RowBin::few_products, RowBin::probing);
  share(RowBin::short_probing, RowBin::probing);
  share(RowBin::short_bitmap, RowBin::bitmap);
  return launches;
}

}  // namespace araios::inline ARAIOS_ISA::impl
