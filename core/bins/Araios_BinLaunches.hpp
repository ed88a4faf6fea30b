// SPDX-License-Identifier: BSD-3-Clause
// How the bins of a phase are launched: teams, scratch and routes, computed before any launch.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_RankedProbing.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_SplitRowMethods.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_BinRoute.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_RouteRules.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// At least `bytes` bytes, rounded up to an odd multiple of the alignment. Owners whose scratch is
/// adjacent then use different banks of shared memory.
constexpr std::size_t spread_bytes(std::size_t bytes) {
  return (aligned_scratch_bytes(bytes) / scratch_alignment | 1) * scratch_alignment;
}

/// The launch of each bin, by pure functions of the device, the problem and the counts of a phase,
/// for one type of keys and values. Keeps references to `device` and `stats`.
template <class Ordinal, class Combine>
class BinLaunches {
 public:
  using value_type = typename Combine::value_type;

  BinLaunches(DeviceTraits const& device, ProblemStats const& stats, SpGemmOptions const& options,
              BinCounts const& counts)
      : device_{device},
        stats_{stats},
        counts_{split_launches(device, stats, counts)},
        merges_supernodes_{merges_supernodes(counts, stats.m)},
        teams_of_row_{teams_of_row(device, stats, num_team_rows())},
        splits_rows_{teams_of_row_ > 1 && num_team_rows() > 0 && !options.deterministic &&
                     split_bytes() <= tuning::split_rows_max_bytes} {}

  LaunchCounts const& counts() const { return counts_; }
  std::int64_t num_rows(RowBin bin) const { return counts_.rows[static_cast<std::size_t>(bin)]; }
  std::int64_t need(RowBin bin) const { return counts_.need[static_cast<std::size_t>(bin)]; }
  int lanes(RowBin bin) const { return lanes_for_bin(device_, stats_, bin); }

  BinRoute route(RowBin bin) const {
    return route_of(bin, {.merges_supernodes = merges_supernodes_,
                          .lanes_idle = leaves_lanes_idle(bin),
                          .fits_team = fits(team_bytes(bin)),
                          .splits_rows = splits_rows_});
  }
  /// The route of the rows of each bin, even if they share the launch of another bin.
  BinRoutes routes() const {
    BinRoutes found = own_routes();
    for (std::size_t bin = 0; bin < num_row_bins; ++bin) {
      if (counts_.rows[bin] == 0) continue;
      BinRoute const taken = route(static_cast<RowBin>(bin));
      for (int i = 0; i < counts_.lists[bin]; ++i) found[bin - static_cast<std::size_t>(i)] = taken;
    }
    return found;
  }

  /// The team that owns a row of a bin.
  BinTeam team(RowBin bin) const {
    if (is_team_bitmap(bin)) {
      return team_for_row(device_, lanes(bin), num_team_rows(),
                          {tuning::bitmap_min_lanes_of_team, tuning::bitmap_max_lanes_of_team});
    }
    return team_for_row(device_, lanes(bin), num_rows(bin),
                        {tuning::probing_min_lanes_of_team, tuning::probing_max_lanes_of_team});
  }
  /// Bytes of scratch for a thread that ranks a bitmap.
  std::size_t thread_bytes(RowBin bin) const { return scaled(need(bin)); }
  /// Bytes of scratch for a team that holds all keys and values of a row.
  std::size_t team_bytes(RowBin bin) const {
    std::size_t const overhead = team_overhead(team(bin));
    if (is_probed(bin)) return Probing::bytes(need(bin)) + overhead;
    if (is_team_bitmap(bin)) return scaled(need(bin)) + overhead;
    // The need of these bins was counted with the ranks of a thread.
    return scaled(need(bin)) * tuning::team_bytes_percent_of_thread / 100 + overhead;
  }
  /// Bytes of scratch for a team that ranks windows of a bitmap while values accumulate in C.
  std::size_t window_bytes(RowBin bin) const {
    std::size_t const window = is_team_bitmap(bin)
                                   ? static_cast<std::size_t>(need(bin))
                                   : static_cast<std::size_t>(bitmap_bytes(
                                         tuning::bitmap_window_words, sizeof(std::uint32_t), 0));
    return window + team_overhead(team(bin));
  }
  /// Words beyond bitmap_window_words of the window of a team that takes `bytes` bytes for those.
  int more_words(RowBin bin, std::size_t bytes) const {
    return more_words_of_window(device_, num_rows(bin), stats_.n, bytes, bytes_of_word);
  }
  /// Bytes of a word of a bitmap and of its rank. Phases without values store no ranks.
  static constexpr std::size_t bytes_of_word =
      sizeof(std::uint32_t) + (std::is_empty_v<value_type> ? 0 : sizeof(std::uint32_t));

  /// Whether several teams share each row that a team would otherwise handle by a bitmap. The order
  /// of additions then varies from call to call.
  bool splits_rows() const { return splits_rows_; }
  int num_teams_of_row() const { return teams_of_row_; }
  /// Bytes of the bitmaps of all rows that are split.
  std::size_t split_bytes() const {
    return static_cast<std::size_t>(num_team_rows()) * SplitBitmap::bytes(stats_.n);
  }
  BinTeam split_team(RowBin bin) const {
    constexpr int lanes_of_team = tuning::split_row_lanes_of_team;
    return team_for_row(device_, lanes(bin), num_rows(bin), {lanes_of_team, lanes_of_team});
  }
  /// Bytes of scratch that scans take beside an accumulator.
  static std::size_t team_overhead(BinTeam const& team) {
    return placed_bytes<int>(team.team_size);
  }

 private:
  using Probing = RankedProbing<Ordinal, Combine, Contended>;
  using SplitBitmap = BitmapOfSplitRow<Ordinal, Combine>;

  static bool is_probed(RowBin bin) {
    return bin == RowBin::short_probing || bin == RowBin::probing || bin == RowBin::team_probing;
  }
  static bool is_team_bitmap(RowBin bin) {
    return bin == RowBin::team_bitmap || bin == RowBin::result_bitmap;
  }
  std::int64_t num_team_rows() const {
    return num_rows(RowBin::team_bitmap) + num_rows(RowBin::result_bitmap);
  }

  /// Bytes of scratch for a bitmap whose `need` was counted with values of binned_value_bytes.
  static std::size_t scaled(std::int64_t need) {
    constexpr std::size_t wide = (sizeof(value_type) + binned_value_bytes - 1) / binned_value_bytes;
    return static_cast<std::size_t>(need) * wide;
  }

  /// Whether one thread per row would leave most of the device idle. A team then completes a row
  /// sooner.
  bool leaves_lanes_idle(RowBin bin) const {
    int const rounds =
        bin == RowBin::bitmap ? tuning::idle_lanes_rounds_of_bitmap : tuning::idle_lanes_rounds;
    return num_rows(bin) * tuning::probing_min_lanes_of_team <=
           std::int64_t{rounds} * device_.concurrency;
  }
  bool fits(std::size_t bytes) const {
    return scratch_bytes_with_slack(spread_bytes(bytes)) <= device_.max_scratch_bytes;
  }

  DeviceTraits const& device_;
  ProblemStats const& stats_;
  LaunchCounts counts_;
  bool merges_supernodes_;
  int teams_of_row_;
  bool splits_rows_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
