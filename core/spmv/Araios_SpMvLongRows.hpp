// SPDX-License-Identifier: BSD-3-Clause
// Rows over several tiles of devices: the last team to start adds up the parts of all.
#pragma once

#include <platform/Araios_FlaggedValue.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvTeamSum.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>

namespace araios::inline ARAIOS_ISA::impl {

/// The parts of long rows. Each team that has a part of a row adds one to a counter of the row when
/// it starts. The last team to start completes the row.
///
/// That team may wait for the other parts: all other teams are resident by then, and each writes
/// its parts before it waits for anything. Counting is free, since the team reads its entries
/// meanwhile.
///
/// Most parts of a very long row span several tiles: wide parts.
///
/// Shapes: an element for each tile. A row is known by the tile in which it begins, a wide part by
///         its first tile. All elements are zero between calls.
template <class Scalar, class Device>
struct LongRows {
  using part_type = FlaggedValue<Scalar>;

  Kokkos::View<part_type*, Device> first_parts;  ///< of the row that begins in the tile
  Kokkos::View<part_type*, Device> later_parts;  ///< of the row that began in an earlier tile
  Kokkos::View<int*, Device> teams_started;      ///< with parts of the row that begins in the tile

  /// Counts a team of the row. Returns how many started before it. For one thread.
  KOKKOS_FUNCTION int start(TilesOfRow const& tiles) const {
    return Kokkos::atomic_fetch_add(&teams_started(tiles.first), 1);
  }

  /// Writes the part of the row at the beginning of a tile (end 0) or at its end (end 1). For one
  /// thread.
  KOKKOS_FUNCTION void write_part(int tile, int end, Scalar const& part) const {
    (end == 0 ? later_parts : first_parts)(tile).write(part);
  }

  /// Whether the team was the last of its row to start, and has to complete it. If so, clears the
  /// counter. For one thread.
  KOKKOS_FUNCTION bool is_last(int started_before, TilesOfRow const& tiles) const {
    bool const is_last_team = started_before == num_wide_parts(tiles) + num_singles(tiles);
    if (is_last_team) teams_started(tiles.first) = 0;
    return is_last_team;
  }

  /// Adds up the parts of a row. One thread calls store(sum). The order of additions depends on the
  /// row alone.
  ///
  /// Pre: all threads of the team call it. The team was the last to start, and has written its
  ///      part. `thread_sums` is scratch with an element for each thread, not in use behind a
  ///      barrier.
  template <class Member, class Store>
  KOKKOS_FUNCTION void complete(Member const& member, TilesOfRow const& tiles, Scalar* thread_sums,
                                Store const& store) const {
    member.team_barrier();
    Scalar const sum = add_up_team(member, sum_of_thread(member.team_rank(), tiles), thread_sums);
    if (member.team_rank() == 0) store(sum);
  }

 private:
  static constexpr int tiles_of_part = tuning::spmv_device_tiles_of_part;
  static constexpr int parts_at_once =
      std::max<int>(1, tuning::spmv_device_part_batch_bytes / static_cast<int>(sizeof(part_type)));

  /// The tile behind the one in which the row begins. Its wide parts begin here.
  KOKKOS_FUNCTION static int second_tile(TilesOfRow const& tiles) {
    return static_cast<int>(tiles.first) + 1;
  }
  /// The first tile behind the wide parts. Single tiles follow, up to the row's last.
  KOKKOS_FUNCTION static int first_single(TilesOfRow const& tiles) {
    return second_tile(tiles) + num_wide_parts(tiles) * tiles_of_part;
  }
  KOKKOS_FUNCTION static int num_singles(TilesOfRow const& tiles) {
    return static_cast<int>(tiles.last) + 1 - first_single(tiles);
  }

  /// Part i of those that are not wide: part 0 lies in the tile in which the row begins.
  KOKKOS_FUNCTION part_type* narrow_part(int i, TilesOfRow const& tiles) const {
    return i == 0 ? first_parts.data() + tiles.first
                  : later_parts.data() + first_single(tiles) + i - 1;
  }

  /// Waits for the parts that a thread adds up, and clears them. It awaits several at once, so that
  /// their loads overlap.
  KOKKOS_FUNCTION Scalar sum_of_thread(int rank, TilesOfRow const& tiles) const {
    part_type* const wide = later_parts.data() + second_tile(tiles);
    int const num_wide = num_wide_parts(tiles);
    int const num_narrow = 1 + num_singles(tiles);
    Scalar sum{};
    int narrow = rank;
    for (int first = rank; first < num_wide; first += parts_at_once * threads_per_tile) {
      int const rest = (num_wide - first + threads_per_tile - 1) / threads_per_tile;
      sum += part_type::template take_sum<parts_at_once, threads_per_tile * tiles_of_part>(
          wide + first * tiles_of_part, rest,
          narrow < num_narrow ? narrow_part(narrow, tiles) : nullptr);
      narrow += threads_per_tile;
    }
    for (; narrow < num_narrow; narrow += threads_per_tile) {
      sum += narrow_part(narrow, tiles)->take();
    }
    return sum;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
