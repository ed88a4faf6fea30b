// SPDX-License-Identifier: BSD-3-Clause
// Lists the rows of C by group: counts them, then scatters them.
#pragma once

#include <Araios_Workspace.hpp>
#include <platform/Araios_BinningLaunch.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows of each group, group after group, unordered within a group.
///
/// Shapes: rows m; begins: number of groups + 1.
template <class Ordinal, class Device>
struct RowGroups {
  Kokkos::View<Ordinal*, Device> rows;
  std::vector<std::int64_t> begins;

  std::int64_t num_rows(int group) const {
    auto const i = static_cast<std::size_t>(group);
    return begins[i + 1] - begins[i];
  }
  std::vector<std::int64_t> counts() const {
    std::vector<std::int64_t> rows_of_groups;
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      rows_of_groups.push_back(begins[i + 1] - begins[i]);
    }
    return rows_of_groups;
  }
  Kokkos::View<Ordinal const*, Device> rows_of(int group) const { return rows_of(group, group); }
  /// The rows of groups first to last.
  Kokkos::View<Ordinal const*, Device> rows_of(int first, int last) const {
    auto const bound = [this](int group) {
      return static_cast<std::size_t>(begins[static_cast<std::size_t>(group)]);
    };
    return Kokkos::subview(rows, Kokkos::make_pair(bound(first), bound(last + 1)));
  }
};

/// Counts the rows of each group: first in the scratch of a team, then for all teams. Stores the
/// group of each row.
template <class GroupOf, class Device>
struct CountGroups {
  GroupOf group_of;
  Kokkos::View<std::uint8_t*, Device> group_of_row;
  Kokkos::View<std::int64_t*, Device> counts;
  int rows_per_team;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    TeamLanes<Member> const team{member};
    auto const num_groups = static_cast<int>(counts.extent(0));
    auto* const tally = reinterpret_cast<int*>(team.scratch(sizeof(int) * counts.extent(0)));
    team.for_each(num_groups, [&](int group) { tally[group] = 0; });
    auto const first =
        static_cast<std::size_t>(member.league_rank()) * static_cast<std::size_t>(rows_per_team);
    team.for_each(rows_per_team, [&](int i) {
      std::size_t const row = first + static_cast<std::size_t>(i);
      if (row >= group_of_row.extent(0)) return;
      int const group = group_of(row);
      group_of_row(row) = static_cast<std::uint8_t>(group);
      Kokkos::atomic_add(&tally[group], 1);
    });
    team.for_each(num_groups, [&](int group) {
      if (tally[group] > 0) {
        Kokkos::atomic_add(&counts(group), static_cast<std::int64_t>(tally[group]));
      }
    });
  }
};

/// Writes each row into the list of its group. A team reserves positions for all its rows by one
/// atomic addition a group.
///
/// Shapes: next_places: one for each group, initially the position of its first row.
template <class Ordinal, class Device>
struct PlaceRows {
  Kokkos::View<std::uint8_t const*, Device> group_of_row;
  Kokkos::View<std::int64_t*, Device> next_places;
  Kokkos::View<Ordinal*, Device> rows;
  int rows_per_team;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    TeamLanes<Member> const team{member};
    auto const num_groups = static_cast<int>(next_places.extent(0));
    auto* const places =
        reinterpret_cast<std::int64_t*>(team.scratch(sizeof(std::int64_t) * next_places.extent(0)));
    team.for_each(num_groups, [&](int group) { places[group] = 0; });
    auto const first =
        static_cast<std::size_t>(member.league_rank()) * static_cast<std::size_t>(rows_per_team);
    auto const for_each_row = [&](auto const& f) {
      team.for_each(rows_per_team, [&](int i) {
        std::size_t const row = first + static_cast<std::size_t>(i);
        if (row < group_of_row.extent(0)) f(row, &places[group_of_row(row)]);
      });
    };
    for_each_row(
        [](std::size_t, std::int64_t* count) { Kokkos::atomic_add(count, std::int64_t{1}); });
    team.for_each(num_groups, [&](int group) {
      if (places[group] == 0) return;
      places[group] = Kokkos::atomic_fetch_add(&next_places(group), places[group]);
    });
    for_each_row([&](std::size_t row, std::int64_t* place) {
      rows(Kokkos::atomic_fetch_add(place, std::int64_t{1})) = static_cast<Ordinal>(row);
    });
  }
};

/// Bytes that listing rows by group takes at most, including the list itself.
template <class Ordinal>
constexpr std::size_t row_list_bytes(std::int64_t num_rows) {
  return static_cast<std::size_t>(num_rows) * sizeof(Ordinal);
}
template <class Ordinal>
constexpr std::size_t grouping_bytes(std::int64_t num_rows, int num_groups) {
  return row_list_bytes<Ordinal>(num_rows) + static_cast<std::size_t>(num_rows) +
         static_cast<std::size_t>(num_groups) * sizeof(std::int64_t);
}

/// Lists rows by group, in memory of a workspace that is valid until its next call begins.
template <class ExecutionSpace, class Ordinal, class Device>
class RowGrouping {
 public:
  /// Pre:    num_rows > 0; num_groups is at most 256.
  /// Throws: OutOfMemory when the workspace may hold no more.
  RowGrouping(ExecutionSpace const& exec, Workspace<Device>& workspace, std::int64_t num_rows,
              int num_groups, std::size_t max_bytes)
      : exec_{exec},
        launch_{binning_launch(exec, num_rows, 1)},
        rows_{workspace.template take<Ordinal>(exec, WorkspaceSlot::row_list,
                                               static_cast<std::size_t>(num_rows), max_bytes)},
        group_of_row_{workspace.template take<std::uint8_t>(
            exec, WorkspaceSlot::group_of_row, static_cast<std::size_t>(num_rows), max_bytes)},
        counters_{workspace.template take<std::int64_t>(
            exec, WorkspaceSlot::bin_counters, static_cast<std::size_t>(num_groups), max_bytes)} {}

  /// The group of each row, as found by the last call of list().
  Kokkos::View<std::uint8_t const*, Device> group_of_row() const { return group_of_row_; }

  /// Lists the rows by group_of(row).
  ///
  /// Fences: twice: to read the sizes of the groups, and to keep the host's copy of their begins
  ///         alive.
  template <class GroupOf>
  [[gnu::cold]] RowGroups<Ordinal, Device> list(GroupOf const& group_of) const {
    clear("araios::row_groups::clear", exec_, counters_);
    launch(
        CountGroups<GroupOf, Device>{group_of, group_of_row_, counters_, launch_.rows_per_team()},
        sizeof(int), "araios::row_groups::count");
    auto const counts = Kokkos::create_mirror_view(Kokkos::HostSpace{}, counters_);
    copy_elements("araios::row_groups::fetch", exec_, counts, counters_);
    exec_.fence("araios: the rows of each group are counted");
    RowGroups<Ordinal, Device> groups{rows_, {0}};
    for (std::size_t group = 0; group < counts.extent(0); ++group) {
      groups.begins.push_back(groups.begins.back() + counts(group));
      counts(group) = groups.begins[group];
    }
    copy_elements("araios::row_groups::return", exec_, counters_, counts);
    launch(PlaceRows<Ordinal, Device>{group_of_row_, counters_, rows_, launch_.rows_per_team()},
           sizeof(std::int64_t), "araios::row_groups::place");
    // The copy to the device must end before its host source does.
    exec_.fence("araios: rows are listed by group");
    return groups;
  }

 private:
  template <class Kernel>
  [[gnu::cold]] void launch(Kernel const& kernel, std::size_t bytes_of_group,
                            std::string const& label) const {
    TeamPolicyOf<ExecutionSpace> policy{exec_, launch_.num_teams, launch_.team_size,
                                        launch_.vector_length};
    auto const bytes = scratch_bytes_with_slack(bytes_of_group * counters_.extent(0));
    policy.set_scratch_size(0, Kokkos::PerTeam(bytes));
    launch_team_kernel<ExecutionSpace>(label, policy, kernel);
  }

  ExecutionSpace const& exec_;
  BinningLaunch launch_;
  Kokkos::View<Ordinal*, Device> rows_;
  Kokkos::View<std::uint8_t*, Device> group_of_row_;
  Kokkos::View<std::int64_t*, Device> counters_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
