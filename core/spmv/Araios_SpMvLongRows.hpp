// SPDX-License-Identifier: BSD-3-Clause
// Rows that several tiles of devices hold: the team that is the last to start adds up all parts.
#pragma once

#include <platform/Araios_FlaggedValue.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvTeamSum.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>

namespace araios::inline ARAIOS_ISA::impl {

/// The parts of long rows.
///
/// Teams count themselves where they start: the last one that has a part of a row to add up
/// completes it. All others are running then and wait for nothing, so that it can wait for their
/// parts; and the count costs no time, since entries are read meanwhile.
///
/// Most parts of a very long row are of several tiles. Where even these are more than a team can
/// await at once, they are counted and added up by groups first.
///
/// Shapes: an element for each tile. Rows are known by the tile in which they begin: no other long
///         row does. Wide parts and groups are known by their first tile, in which no row begins;
///         sums of groups lie as far apart as wide parts.
template <class Scalar, class Device>
struct LongRows {
  using part_type = FlaggedValue<Scalar>;

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
    Parts parts = parts_beside(tile, tiles);
    member.team_barrier();
    if (num_groups(tiles) > 1) {
      Parts const groups = sums_of_groups(tiles);
      int const started_before = member.team_rank() == 0 ? count(groups) : 0;
      Scalar const sum = add_up(member, parts, thread_sums);
      if (member.team_rank() == 0) {
        groups.wide[group_of(tile, tiles) * tiles_of_part].write(sum);
        *is_last_group = is_last(started_before, groups) ? 1 : 0;
      }
      member.team_barrier();
      if (*is_last_group == 0) return;
      parts = groups;
    }
    Scalar const sum = add_up(member, parts, thread_sums);
    if (member.team_rank() == 0) store(sum);
  }

 private:
  static constexpr int tiles_of_part = tuning::spmv_device_tiles_of_part;
  static constexpr int tiles_of_group = tuning::spmv_device_parts_of_group * tiles_of_part;
  static constexpr int parts_at_once =
      std::max<int>(1, tuning::spmv_device_part_batch_bytes / static_cast<int>(sizeof(part_type)));

  /// Parts of a row that are added up together, one of each team that is counted with them: wide
  /// ones, which are so many tiles apart, or sums of groups, which are kept like them; and others:
  /// that of the tile in which the row begins, or none, and those of single tiles side by side.
  struct Parts {
    part_type* wide;
    int num_wide;
    int first;  ///< tile of the row
    int num_first;
    int first_single;
    int num_singles;
    int counted_by;

    KOKKOS_FUNCTION int num_others() const { return num_first + num_singles; }
    KOKKOS_FUNCTION int num_teams() const { return num_wide + num_others(); }
  };

  /// The last group takes the rest. Without wide parts a row has one.
  KOKKOS_FUNCTION static int num_groups(TilesOfRow const& tiles) {
    static_assert(tuning::spmv_device_very_long_row < tiles_of_group * steps_per_tile);
    int const num_tiles = static_cast<int>(tiles.last) - static_cast<int>(tiles.first);
    return num_tiles < tiles_of_group ? 1 : num_tiles / tiles_of_group;
  }

  KOKKOS_FUNCTION static int group_of(int tile, TilesOfRow const& tiles) {
    int const first = static_cast<int>(tiles.first);
    int const group = tile > first ? (tile - first - 1) / tiles_of_group : 0;
    int const last = num_groups(tiles) - 1;
    return group < last ? group : last;
  }

  /// Those of the tile's group. That of the tile in which the row begins belongs to the first.
  KOKKOS_FUNCTION Parts parts_beside(int tile, TilesOfRow const& tiles) const {
    int const first = static_cast<int>(tiles.first);
    int const num = num_groups(tiles);
    int const group = group_of(tile, tiles);
    bool const is_last = group + 1 == num;
    int const begin = first + 1 + group * tiles_of_group;
    int const all_wide = num_wide_parts(tiles);
    int const before = group * tuning::spmv_device_parts_of_group;
    int const num_wide = is_last ? all_wide - before : tuning::spmv_device_parts_of_group;
    int const first_single = first + 1 + all_wide * tiles_of_part;
    int const num_singles = is_last ? static_cast<int>(tiles.last) + 1 - first_single : 0;
    // Where there is one group, another row may begin in its first tile.
    int const counted_by = num == 1 ? first : begin;
    return {later_parts.data() + begin,
            num_wide,
            first,
            group == 0 ? 1 : 0,
            first_single,
            num_singles,
            counted_by};
  }

  KOKKOS_FUNCTION Parts sums_of_groups(TilesOfRow const& tiles) const {
    int const first = static_cast<int>(tiles.first);
    return {first_parts.data() + first + 1, num_groups(tiles), first, 0, 0, 0, first};
  }

  KOKKOS_FUNCTION part_type* other_part(int i, Parts const& parts) const {
    return i < parts.num_first ? first_parts.data() + parts.first
                               : later_parts.data() + parts.first_single + i - parts.num_first;
  }

  KOKKOS_FUNCTION int count(Parts const& parts) const {
    return Kokkos::atomic_fetch_add(&teams_started(parts.counted_by), 1);
  }
  /// Whether so many started before the last team, which makes the count zero again.
  KOKKOS_FUNCTION bool is_last(int started_before, Parts const& parts) const {
    bool const is_last_team = started_before + 1 == parts.num_teams();
    if (is_last_team) teams_started(parts.counted_by) = 0;
    return is_last_team;
  }

  /// The sum of parts for the team's first thread. None of them is there any more then. A thread
  /// awaits several at once: one by one each would cost the way to memory and back.
  template <class Member>
  KOKKOS_FUNCTION Scalar add_up(Member const& member, Parts const& parts,
                                Scalar* thread_sums) const {
    int const rank = member.team_rank();
    Scalar sum{};
    int other = rank;
    for (int first = rank; first < parts.num_wide; first += parts_at_once * threads_per_tile) {
      int const rest = (parts.num_wide - first + threads_per_tile - 1) / threads_per_tile;
      sum += part_type::template take_sum<parts_at_once, threads_per_tile * tiles_of_part>(
          parts.wide + first * tiles_of_part, rest,
          other < parts.num_others() ? other_part(other, parts) : nullptr);
      other += threads_per_tile;
    }
    for (; other < parts.num_others(); other += threads_per_tile) {
      sum += other_part(other, parts)->take();
    }
    return add_up_team(member, sum, thread_sums);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
