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
/// Shapes: an element for each tile. Rows are known by the tile in which they begin: no other long
///         row does. Groups of a row's tiles are known by their first, in which no row begins.
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
  static constexpr int tiles_of_group = tuning::spmv_device_tiles_of_group;

  /// Parts of a row that are added up together, every stride-th element, and how many teams count
  /// themselves where.
  struct Parts {
    part_type* elements;
    int first;
    int count;
    int stride;
    int counted_by;
    int num_teams;
  };

  /// Tiles of a very long row would all count at one place, and its last team read all parts: so
  /// there are groups of them, the last of which takes the rest.
  KOKKOS_FUNCTION static int num_groups(TilesOfRow const& tiles) {
    return (static_cast<int>(tiles.last) - static_cast<int>(tiles.first)) / tiles_of_group;
  }

  /// Those of the tile's group, or all where there is one. The tile in which the row begins is
  /// counted with the first.
  KOKKOS_FUNCTION Parts parts_beside(int tile, TilesOfRow const& tiles) const {
    int const later = static_cast<int>(tiles.first) + 1;
    int const num = num_groups(tiles);
    if (num < tuning::spmv_device_least_groups) {
      int const count = static_cast<int>(tiles.last) - static_cast<int>(tiles.first);
      return {later_parts.data(), later, count, 1, static_cast<int>(tiles.first), count + 1};
    }
    int const of_tile = tile < later ? 0 : (tile - later) / tiles_of_group;
    int const group = of_tile < num ? of_tile : num - 1;
    int const begin = later + group * tiles_of_group;
    int const end = group + 1 < num ? begin + tiles_of_group : static_cast<int>(tiles.last) + 1;
    return {later_parts.data(), begin, end - begin, 1, begin, end - begin + (group == 0 ? 1 : 0)};
  }

  KOKKOS_FUNCTION Parts sums_of_groups(TilesOfRow const& tiles) const {
    int const num = num_groups(tiles);
    return {first_parts.data(), static_cast<int>(tiles.first) + 1, num,
            tiles_of_group,     static_cast<int>(tiles.first),     num};
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
    return add_up_team(member, sum, thread_sums);
  }
};

}  // namespace araios
