// SPDX-License-Identifier: BSD-3-Clause
// The launch that sorts rows of C into bins, in one pass over them.
#pragma once

#include <bins/Araios_BinnedRows.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_CooperativeScan.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_BinningLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_LightWeight.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Sorts the rows of a team into bins: counts them in scratch, reserves space in the lists of all
/// rows, and writes them there. Lists are in no particular order. The last team to end hands the
/// counters to the host.
///
/// Where row offsets are written, teams form a prefix sum over row sizes. Each adds the sums of
/// whole groups of turns, then those of earlier turns in its own group. A team takes its turn when
/// it starts. It thus waits only for teams that have started, which cannot deadlock.
template <class Binning>
struct SortIntoBins {
  using ordinal_type = typename Binning::ordinal_type;
  using device_type = typename Binning::device_type;

  Binning binning;
  BinBoard<device_type> board;
  int rows_per_thread;

  static std::size_t scratch_bytes(int rows_per_team) {
    return bytes_before_places + static_cast<std::size_t>(rows_per_team) * sizeof(Place);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    TeamLanes<Member> const team{member};
    int const rows_per_team = rows_per_thread * member.team_size();
    auto* const scratch = team.scratch(bytes_before_places + sizeof(Place) * rows_per_team);
    auto* const tally = reinterpret_cast<Tally*>(scratch);
    auto* const places = reinterpret_cast<Place*>(scratch + bytes_before_places);
    team.for_each(static_cast<int>(sizeof(Tally) / sizeof(std::int64_t)),
                  [&](int i) { reinterpret_cast<std::int64_t*>(tally)[i] = 0; });
    std::int64_t const turn = take_turn(team);
    std::int64_t const first = turn * rows_per_team;
    count_rows(ThreadLanes<Member>{member}, first, tally, places);
    team.barrier();
    if constexpr (Binning::has_long_rows) {
      auto* const bounds = reinterpret_cast<typename Binning::Bounds*>(scratch + sizeof(Tally));
      for (int i = 0; i < tally->num_long; i += long_rows_at_once) {
        count_long_rows(team, first, i, tally, places, bounds);
      }
    }
    team.for_each(num_row_bins, [&](int bin) { take_places(tally, bin); });
    team.single([&]() {
      Kokkos::atomic_add(&board.counters(BinCounters::total), tally->total);
      Kokkos::atomic_max(&board.counters(BinCounters::largest), tally->largest);
      if (tally->num_supernode_members > 0) {
        Kokkos::atomic_add(&board.counters(BinCounters::supernode_members),
                           std::int64_t{tally->num_supernode_members});
      }
      if constexpr (Binning::writes_offsets) publish(turn, tally->total);
      if (turn == 0) binning.count_entries();
    });
    team.for_each(rows_per_team, [&](int i) {
      if (first + i >= binning.bins.num_rows || places[i].bin < 0) return;
      auto const bin = static_cast<std::int64_t>(places[i].bin);
      binning.bins.rows(bin * binning.bins.num_rows + tally->begin[bin] + places[i].place) =
          static_cast<ordinal_type>(first + i);
    });
    if constexpr (Binning::has_long_rows) bound_published_rows(team, turn, scratch + sizeof(Tally));
    if constexpr (Binning::writes_offsets) write_offsets(team, turn);
    end_turn(team);
  }

 private:
  /// The counts of a team. Unit of begin: positions in the list of a bin.
  struct Tally {
    std::int64_t begin[num_row_bins];
    std::int64_t total;
    std::int64_t largest;
    int rows[num_row_bins];
    int need[num_row_bins];
    int num_long;
    int num_longest;
    int num_supernode_members;
    int padding;  ///< to whole words, which are zeroed
  };
  static constexpr int long_row = num_row_bins;
  struct Place {
    int bin;
    int place;
    int nth_long_row;  ///< of another row: the local index of the team's n-th long row
  };

  /// Long rows whose bounds lie in scratch at once.
  static constexpr int long_rows_at_once = 64;
  /// Parts of a long row, of a longer one, and of one that occupies all lanes of a team.
  static constexpr int parts_of_long_row = 8;
  static constexpr int parts_of_longer_row = 32;
  static constexpr int parts_of_longest_row = tuning::device_lanes_per_team;

  static constexpr std::size_t bounds_bytes() {
    if constexpr (Binning::has_long_rows) {
      return long_rows_at_once * sizeof(typename Binning::Bounds);
    } else {
      return 0;
    }
  }
  static constexpr std::size_t bytes_before_places = sizeof(Tally) + bounds_bytes();

  /// The turn of a team, which determines its rows.
  template <class Team>
  KOKKOS_FUNCTION std::int64_t take_turn(Team const& team) const {
    std::int64_t turn = team.member.league_rank();
    if constexpr (Binning::writes_offsets) {
      team.single(
          [&](std::int64_t& taken) {
            taken = Kokkos::atomic_fetch_add(&board.counters(BinCounters::teams_begun),
                                             std::int64_t{1});
          },
          turn);
    }
    return turn;
  }

  template <class Lanes>
  KOKKOS_FUNCTION void count_rows(Lanes const& lanes, std::int64_t first, Tally* tally,
                                  Place* places) const {
    std::int64_t total = 0;
    std::int64_t largest = 0;
    for (int i = 0; i < rows_per_thread; ++i) {
      int const local = i * lanes.member.team_size() + lanes.member.team_rank();
      if (first + local >= binning.bins.num_rows) break;
      auto const row = static_cast<ordinal_type>(first + local);
      if constexpr (Binning::has_long_rows) {
        if (leave_if_long(lanes, row, local, tally, places)) continue;
      }
      std::int64_t amount = 0;
      BinnedRow const binned = binning.bin(lanes, row, amount);
      total += amount;
      largest = amount > largest ? amount : largest;
      lanes.single([&]() { put(places[local], tally, binned); });
    }
    lanes.single([&]() {
      Kokkos::atomic_add(&tally->total, total);
      Kokkos::atomic_max(&tally->largest, largest);
    });
  }

  /// Whether a row is too long for its thread to bound it. Leaves such a row to other lanes.
  template <class Lanes>
  KOKKOS_FUNCTION bool leave_if_long(Lanes const& lanes, ordinal_type row, int local, Tally* tally,
                                     Place* places) const {
    if (!binning.is_long(row)) return false;
    lanes.single([&]() { leave(row, local, tally, places); });
    return true;
  }

  /// Leaves a long row to all teams, or to all lanes of its own team.
  KOKKOS_FUNCTION void leave(ordinal_type row, int local, Tally* tally, Place* places) const {
    bool const is_for_all = binning.length_of(row) > tuning::binning_longest_row_of_team;
    if (is_for_all && CooperativeScan<Binning>{binning, board.counters}.publish(row)) {
      places[local].bin = BinnedRow::none;
      return;
    }
    places[local].bin = long_row;
    places[Kokkos::atomic_fetch_add(&tally->num_long, 1)].nth_long_row = local;
    if (parts_of(row) == parts_of_longest_row) Kokkos::atomic_inc(&tally->num_longest);
  }

  template <class Team>
  KOKKOS_FUNCTION void bound_published_rows(Team const& team, std::int64_t turn,
                                            std::byte* scratch) const {
    auto* const bounds = reinterpret_cast<typename Binning::Bounds*>(scratch);
    CooperativeScan<Binning>{binning, board.counters}.bound_parts(
        team, turn, bounds,
        [&](ordinal_type row, auto const& found) { put_behind_all(row, found); });
  }

  /// Bins a row that all teams have scanned, by one lane.
  template <class Bounds>
  KOKKOS_FUNCTION void put_behind_all(ordinal_type row, Bounds const& found) const {
    std::int64_t amount = 0;
    BinnedRow const binned = binning.bin(row, found, amount);
    Kokkos::atomic_add(&board.counters(BinCounters::total), amount);
    Kokkos::atomic_max(&board.counters(BinCounters::largest), amount);
    if (binned.bin == BinnedRow::none) return;
    Kokkos::atomic_max(&board.counters(BinCounters::need + binned.bin), std::int64_t{binned.need});
    std::int64_t const place =
        Kokkos::atomic_fetch_add(&board.counters(BinCounters::rows + binned.bin), std::int64_t{1});
    binning.bins.rows(std::int64_t{binned.bin} * binning.bins.num_rows + place) = row;
  }

  /// Bounds and bins the long rows of the team from number `begin` on, each in parts by many lanes.
  template <class Team, class Bounds>
  KOKKOS_FUNCTION void count_long_rows(Team const& team, std::int64_t first, int begin,
                                       Tally* tally, Place* places, Bounds* bounds) const {
    int const rest = tally->num_long - begin;
    int const count = rest < long_rows_at_once ? rest : long_rows_at_once;
    auto const row_of = [&](int i) {
      return static_cast<ordinal_type>(first + places[begin + i].nth_long_row);
    };
    auto const add_part = [&](int i, int part, int num_parts) {
      auto const partial = binning.part_of_bounds(row_of(i), part, num_parts);
      if (partial.work != 0 || partial.flaws != 0) bounds[i].add_atomically(partial);
    };
    auto const add_parts_of_rows = [&](int num_parts) {
      team.for_each(count * num_parts, [&](int i) {
        int const nth = i / num_parts;
        if (parts_of(row_of(nth)) == num_parts) add_part(nth, i % num_parts, num_parts);
      });
    };
    team.for_each(count, [&](int i) { bounds[i] = {}; });
    add_parts_of_rows(parts_of_long_row);
    add_parts_of_rows(parts_of_longer_row);
    if (tally->num_longest > 0) add_parts_of_rows(parts_of_longest_row);
    team.for_each(count, [&](int i) {
      std::int64_t amount = 0;
      BinnedRow const binned = binning.bin(row_of(i), bounds[i], amount);
      Kokkos::atomic_add(&tally->total, amount);
      Kokkos::atomic_max(&tally->largest, amount);
      put(places[places[begin + i].nth_long_row], tally, binned);
    });
  }

  /// The number of parts in which a row is bounded.
  KOKKOS_FUNCTION int parts_of(ordinal_type row) const {
    std::int64_t const length = binning.length_of(row);
    if (length <= tuning::binning_longest_row_of_few_parts) return parts_of_long_row;
    return length <= tuning::binning_longest_row_of_parts ? parts_of_longer_row
                                                          : parts_of_longest_row;
  }

  KOKKOS_FUNCTION static void put(Place& place, Tally* tally, BinnedRow const& binned) {
    place.bin = binned.bin;
    place.place = count_row(tally, binned);
  }

  KOKKOS_FUNCTION static int count_row(Tally* tally, BinnedRow const& binned) {
    if (binned.bin == BinnedRow::supernode_member)
      Kokkos::atomic_inc(&tally->num_supernode_members);
    if (binned.bin < 0) return 0;
    // A load first: most rows need no more than those before, and then no atomic.
    int* const need = &tally->need[binned.bin];
    if (*static_cast<int volatile*>(need) < binned.need) Kokkos::atomic_max(need, binned.need);
    return Kokkos::atomic_fetch_add(&tally->rows[binned.bin], 1);
  }

  KOKKOS_FUNCTION void take_places(Tally* tally, int bin) const {
    if (tally->rows[bin] == 0) return;
    tally->begin[bin] = Kokkos::atomic_fetch_add(&board.counters(BinCounters::rows + bin),
                                                 static_cast<std::int64_t>(tally->rows[bin]));
    Kokkos::atomic_max(&board.counters(BinCounters::need + bin),
                       static_cast<std::int64_t>(tally->need[bin]));
  }

  /// Writes the offsets of the team's rows, behind all rows of earlier turns. Each thread writes
  /// those of neighbouring rows.
  template <class Team>
  KOKKOS_FUNCTION void write_offsets(Team const& team, std::int64_t turn) const {
    std::int64_t const groups = turn / turns_per_group;
    std::int64_t const first_of_group = groups * turns_per_group;
    auto const before = team.template sum<std::int64_t>(
        groups + turn - first_of_group, [&](std::int64_t i, std::int64_t& sum) {
          sum += i < groups ? wait_for_sum(sum_of_group(i), turns_per_group)
                            : wait_for_sum(sum_of_turn(first_of_group + i - groups), 1);
        });
    auto const& member = team.member;
    std::int64_t const num_rows = binning.bins.num_rows;
    std::int64_t const wanted = (turn * member.team_size() + member.team_rank()) * rows_per_thread;
    std::int64_t const first = wanted < num_rows ? wanted : num_rows;
    std::int64_t const end =
        first + rows_per_thread < num_rows ? first + rows_per_thread : num_rows;
    std::int64_t const offset = before + member.team_scan(binning.sum_of_sizes(first, end));
    Kokkos::single(Kokkos::PerThread(member), [&]() { binning.write_offsets(first, end, offset); });
  }

  /// The low bits of a published sum count the turns that it includes.
  static constexpr int turn_bits = 8;
  static constexpr std::int64_t turns_per_group = tuning::binning_turns_per_group;
  static_assert(turns_per_group < 1 << turn_bits, "the turns of a group do not fit below its sum");

  KOKKOS_FUNCTION std::int64_t* sum_of_turn(std::int64_t turn) const { return &board.sums(turn); }
  KOKKOS_FUNCTION std::int64_t* sum_of_group(std::int64_t group) const {
    return &board.sums(board.sums.extent(0) - 1 - static_cast<std::size_t>(group));
  }
  KOKKOS_FUNCTION void publish(std::int64_t turn, std::int64_t total) const {
    std::int64_t const sum = (total << turn_bits) + 1;
    Shared::add_relaxed(sum_of_turn(turn), sum);
    Shared::add_relaxed(sum_of_group(turn / turns_per_group), sum);
  }
  /// Waits until a sum includes `turns` turns, all of which have started.
  KOKKOS_FUNCTION static std::int64_t wait_for_sum(std::int64_t* sum, std::int64_t turns) {
    constexpr std::int64_t turn_mask = (std::int64_t{1} << turn_bits) - 1;
    std::int64_t found = Shared::load(sum);
    while ((found & turn_mask) != turns) found = Shared::load(sum);
    return found >> turn_bits;
  }

  /// The last team hands all counts to the host, and resets the board for the next launch.
  template <class Team>
  KOKKOS_FUNCTION void end_turn(Team const& team) const {
    team.barrier();
    if (!board.hand_over_if_last(team)) return;
    if constexpr (Binning::writes_offsets) {
      team.for_each(board.sums.extent(0), [&](std::size_t i) { board.sums(i) = 0; });
    }
  }
};

/// Enqueues the sorting of all rows into bins.
///
/// Pre: there are rows.
template <class ExecutionSpace, class Binning, class Device>
void sort_into_bins(ExecutionSpace const& exec, BinningLaunch const& launch, Binning const& binning,
                    BinBoard<Device> const& board, std::string const& label) {
  Kokkos::TeamPolicy<ExecutionSpace> policy{exec, launch.num_teams, launch.team_size,
                                            launch.vector_length};
  auto const bytes =
      scratch_bytes_with_slack(SortIntoBins<Binning>::scratch_bytes(launch.rows_per_team()));
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
  Kokkos::parallel_for(label, as_light_weight(policy),
                       SortIntoBins<Binning>{binning, board, launch.rows_per_thread});
}

/// The counts of a launch that sorted rows into bins.
struct FoundCounts {
  BinCounts bins;
  std::int64_t nnz_a;
  std::int64_t nnz_b;
  RowScan a;
  RowScan b;
};

/// Reads the counts of the last launch on `exec`.
///
/// Fences: once.
template <class ExecutionSpace, class Device>
FoundCounts read_counts(ExecutionSpace const& exec, BinBoard<Device> const& board) {
  exec.fence("araios: the counts of bins are read on the host");
  std::int64_t const* const found = board.found.data();
  FoundCounts counts{};
  for (std::size_t bin = 0; bin < num_row_bins; ++bin) {
    counts.bins.rows[bin] = found[BinCounters::rows + bin];
    counts.bins.need[bin] = found[BinCounters::need + bin];
  }
  counts.bins.total = found[BinCounters::total];
  counts.bins.largest = found[BinCounters::largest];
  counts.bins.supernode_members = found[BinCounters::supernode_members];
  counts.nnz_a = found[BinCounters::nnz_a];
  counts.nnz_b = found[BinCounters::nnz_b];
  counts.a = RowFlaws::scan_from(found + BinCounters::flaws_of_a);
  counts.b = RowFlaws::scan_from(found + BinCounters::flaws_of_b);
  return counts;
}

}  // namespace araios::inline ARAIOS_ISA::impl
