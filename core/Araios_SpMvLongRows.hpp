// SPDX-License-Identifier: BSD-3-Clause
// Rows that several tiles of devices hold: the team that is the last to start adds up all parts.
#pragma once

#include <Araios_AwaitedNumber.hpp>
#include <Araios_SpMvTeamSum.hpp>
#include <Araios_SpMvTile.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

namespace araios {

/// The parts of long rows.
///
/// Teams count themselves where they start: the last one that has a part of a row to add up
/// completes it. All others are running then and wait for nothing, so that it can wait for their
/// parts; and the count costs no time, since entries are read meanwhile.
///
/// A very long row has groups of parts, most of them of several tiles: all its tiles would count at
/// one place otherwise, and its last team read all parts.
///
/// Shapes: an element for each tile. Rows are known by the tile in which they begin: no other long
///         row does. Wide parts and groups are known by their first tile, in which no row begins.
template <class Scalar, class Device>
struct LongRows {
  using part_type = AwaitedNumber<Scalar>;

  Kokkos::View<part_type*, Device> first_parts;  ///< of the row that begins in the tile; of a group
  Kokkos::View<part_type*, Device> later_parts;  ///< of the row that has begun in an earlier one
  Kokkos::View<int*, Device> teams_started;  ///< with parts of the row that begins in the tile, or
                                             ///< of the group
  // All of them are zero between calls.

  /// Counts the team of a tile among those of its row, or of its group; returns how many have
  /// started before it. For one thread.
  KOKKOS_FUNCTION int start(int tile, TilesOfRow const& tiles) const {
    return count(parts_beside(tile, tiles));
  }

  /// Writes the part of the row at the begin of a tile, or at its end. For one thread.
  KOKKOS_FUNCTION void write_part(int tile, int end, Scalar const& part) const {
    (end == 0 ? later_parts : first_parts)(tile).write(part);
  }

  /// Whether all others had started before: then this team has to complete the row or the group.
  /// For one thread.
  KOKKOS_FUNCTION bool is_last(int started_before, int tile, TilesOfRow const& tiles) const {
    return is_last(started_before, parts_beside(tile, tiles));
  }

  /// Adds up the row or the group of a tile, and where that completes the row passes its sum to
  /// store(sum), called by one thread. The order of the sum depends on the row alone.
  ///
  /// Pre: all threads of the team call it; it is the last one to start, and has written its parts.
  ///      `thread_sums` and `is_last_group` are in scratch, an element for each thread and one for
  ///      all, and not in use behind a barrier.
  template <class Member, class Store>
  KOKKOS_FUNCTION void complete(Member const& member, int tile, TilesOfRow const& tiles,
                                Scalar* thread_sums, int* is_last_group, Store const& store) const {
    int const first = static_cast<int>(tiles.first);
    Parts parts = parts_beside(tile, tiles);
    member.team_barrier();
    if (parts.counted_by != first) {
      Parts const groups = sums_of_groups(tiles);
      int const started_before = member.team_rank() == 0 ? count(groups) : 0;
      Scalar const sum = add_up(member, parts, thread_sums);
      if (member.team_rank() == 0) {
        first_parts(parts.first).write(sum);
        *is_last_group = is_last(started_before, groups) ? 1 : 0;
      }
      member.team_barrier();
      if (*is_last_group == 0) return;
      parts = groups;
    }
    Scalar const sum = add_up(member, parts, thread_sums);
    if (member.team_rank() == 0) store(first_parts(first).take() + sum);
  }

 private:
  static constexpr int tiles_of_part = tuning::spmv_device_tiles_of_part;
  static constexpr int tiles_of_group = tuning::spmv_device_parts_of_group * tiles_of_part;
  static_assert(tuning::spmv_device_very_long_row >= 2 * tiles_of_group * steps_per_tile,
                "a very long row has several groups");

  /// Parts of a row that are added up together: every stride-th element, and those of single tiles
  /// side by side. How many teams count themselves where.
  struct Parts {
    part_type* elements;
    int first;
    int count;
    int stride;
    int first_single;
    int num_singles;
    int counted_by;
    int num_teams;
  };

  /// The last group takes the rest.
  KOKKOS_FUNCTION static int num_groups(TilesOfRow const& tiles) {
    return (static_cast<int>(tiles.last) - static_cast<int>(tiles.first)) / tiles_of_group;
  }

  /// Those of the tile's group, or all where there is one. The tile in which the row begins is
  /// counted with the first.
  KOKKOS_FUNCTION Parts parts_beside(int tile, TilesOfRow const& tiles) const {
    int const first = static_cast<int>(tiles.first);
    int const last = static_cast<int>(tiles.last);
    if (!tiles.has_wide_parts) {
      return {later_parts.data(), first + 1, last - first, 1, 0, 0, first, last - first + 1};
    }
    int const num = num_groups(tiles);
    int const of_tile = tile > first ? (tile - first - 1) / tiles_of_group : 0;
    int const group = of_tile < num ? of_tile : num - 1;
    bool const is_last = group + 1 == num;
    int const begin = first + 1 + group * tiles_of_group;
    int const all_wide = num_wide_parts(tiles);
    int const before = group * tuning::spmv_device_parts_of_group;
    int const count = is_last ? all_wide - before : tuning::spmv_device_parts_of_group;
    int const first_single = first + 1 + all_wide * tiles_of_part;
    int const num_singles = is_last ? last + 1 - first_single : 0;
    int const num_teams = count + num_singles + (group == 0 ? 1 : 0);
    return {later_parts.data(), begin,       count, tiles_of_part,
            first_single,       num_singles, begin, num_teams};
  }

  KOKKOS_FUNCTION Parts sums_of_groups(TilesOfRow const& tiles) const {
    int const first = static_cast<int>(tiles.first);
    int const num = num_groups(tiles);
    return {first_parts.data(), first + 1, num, tiles_of_group, 0, 0, first, num};
  }

  KOKKOS_FUNCTION int count(Parts const& parts) const {
    return Kokkos::atomic_fetch_add(&teams_started(parts.counted_by), 1);
  }
  /// Whether so many started before the last team, which makes the count zero again.
  KOKKOS_FUNCTION bool is_last(int started_before, Parts const& parts) const {
    bool const is_last_team = started_before + 1 == parts.num_teams;
    if (is_last_team) teams_started(parts.counted_by) = 0;
    return is_last_team;
  }

  /// The sum of parts for the team's first thread. None of them is there any more then.
  template <class Member>
  KOKKOS_FUNCTION static Scalar add_up(Member const& member, Parts const& parts,
                                       Scalar* thread_sums) {
    Scalar sum{};
    for (int i = member.team_rank(); i < parts.count; i += threads_per_tile) {
      sum += parts.elements[parts.first + parts.stride * i].take();
    }
    if (member.team_rank() < parts.num_singles) {
      sum += parts.elements[parts.first_single + member.team_rank()].take();
    }
    return add_up_team(member, sum, thread_sums);
  }
};

}  // namespace araios
