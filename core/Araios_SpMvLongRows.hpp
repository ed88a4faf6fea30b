// SPDX-License-Identifier: BSD-3-Clause
// Rows that several tiles of devices hold: the team that is the last to add up its part adds up
// all.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_SpMvTeamSum.hpp>
#include <Araios_SpMvTile.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// The parts of long rows.
///
/// Shapes: an element for each tile. Rows are known by the tile in which they begin: no other long
///         row does. Groups of a row's tiles are known by their first, in which no row begins.
template <class Scalar, class Device>
struct LongRows {
  Kokkos::View<Scalar*, Device> first_parts;  ///< of the row that begins in the tile; of a group
  Kokkos::View<Scalar*, Device> later_parts;  ///< of the row that has begun in an earlier one
  Kokkos::View<int*, Device> parts_done;  ///< of the row that begins in the tile, or of the group;
                                          ///< zero between calls

  /// Counts the part of a tile, which this team has stored; true where it is the last one of its
  /// row, or of its group: the team has to complete that. For one thread.
  KOKKOS_FUNCTION bool is_last_part(int tile, TilesOfRow const& tiles) const {
    return is_last_counted(
        parts_beside(tile, static_cast<int>(tiles.first), static_cast<int>(tiles.last)));
  }

  /// Adds up the row or the group that the part of a tile completes, and where that completes the
  /// row passes its sum to store(sum), called by one thread. The order of the sum depends on the
  /// row alone.
  ///
  /// Pre: all threads of the team call it; is_last_part was true for one of them before a barrier.
  ///      `thread_sums` and `is_last` are in scratch, an element for each thread and one for all,
  ///      and not in use behind a barrier.
  template <class Member, class Store>
  KOKKOS_FUNCTION void complete(Member const& member, int tile, TilesOfRow const& tiles,
                                Scalar* thread_sums, int* is_last, Store const& store) const {
    auto const first = static_cast<int>(tiles.first);
    auto const last = static_cast<int>(tiles.last);
    Parts parts = parts_beside(tile, first, last);
    bool is_complete = true;
    while (is_complete) {
      member.team_barrier();
      Scalar const sum = add_up(member, parts, thread_sums);
      if (parts.counted_by == first) {
        if (member.team_rank() == 0) store(first_parts(first) + sum);
        return;
      }
      Parts const groups = sums_of_groups(first, last);
      if (member.team_rank() == 0) {
        first_parts(parts.first) = sum;
        *is_last = is_last_counted(groups) ? 1 : 0;
      }
      member.team_barrier();
      is_complete = *is_last != 0;
      parts = groups;
    }
  }

 private:
  static constexpr int tiles_of_group = tuning::spmv_device_tiles_of_group;

  /// Parts of a row that are added up together, every stride-th element, and how many teams count
  /// where before.
  struct Parts {
    Scalar const* elements;
    int first;
    int count;
    int stride;
    int counted_by;
    int num_counted;
  };

  /// Tiles of a very long row would all wait for one count, and its last team read all parts: so
  /// there are groups of them, the last of which takes the rest.
  KOKKOS_FUNCTION static int num_groups(int first_tile, int last_tile) {
    return (last_tile - first_tile) / tiles_of_group;
  }

  /// Those of the tile's group, or all where there is one. The tile in which the row begins is
  /// counted with the first.
  KOKKOS_FUNCTION Parts parts_beside(int tile, int first_tile, int last_tile) const {
    int const later = first_tile + 1;
    int const num = num_groups(first_tile, last_tile);
    if (num < tuning::spmv_device_least_groups) {
      int const count = last_tile - first_tile;
      return {later_parts.data(), later, count, 1, first_tile, count + 1};
    }
    int const of_tile = tile < later ? 0 : (tile - later) / tiles_of_group;
    int const group = of_tile < num ? of_tile : num - 1;
    int const begin = later + group * tiles_of_group;
    int const end = group + 1 < num ? begin + tiles_of_group : last_tile + 1;
    return {later_parts.data(), begin, end - begin, 1, begin, end - begin + (group == 0 ? 1 : 0)};
  }

  KOKKOS_FUNCTION Parts sums_of_groups(int first_tile, int last_tile) const {
    int const num = num_groups(first_tile, last_tile);
    return {first_parts.data(), first_tile + 1, num, tiles_of_group, first_tile, num};
  }

  /// Counts this team; true for the last of those that are counted there, which starts the count
  /// anew.
  KOKKOS_FUNCTION bool is_last_counted(Parts const& parts) const {
    bool const is_last = Shared::is_last_done(&parts_done(parts.counted_by), parts.num_counted);
    if (is_last) parts_done(parts.counted_by) = 0;
    return is_last;
  }

  /// The sum of parts for the team's first thread. Threads read several at once.
  template <class Member>
  KOKKOS_FUNCTION static Scalar add_up(Member const& member, Parts const& parts,
                                       Scalar* thread_sums) {
    constexpr int at_once = tuning::spmv_device_parts_at_once;
    Scalar sum{};
    for (int i = member.team_rank(); i < parts.count; i += at_once * threads_per_tile) {
      Scalar read[at_once];
      for (int k = 0; k < at_once; ++k) {
        int const part = i + k * threads_per_tile;
        int const last = parts.count - 1;
        read[k] = parts.elements[parts.first + parts.stride * (part < last ? part : last)];
      }
      for (int k = 0; k < at_once; ++k) {
        if (i + k * threads_per_tile < parts.count) sum += read[k];
      }
    }
    return add_up_team(member, sum, thread_sums);
  }
};

}  // namespace araios
