// SPDX-License-Identifier: BSD-3-Clause
// Rows that several tiles of devices hold: the team that is the last to add up its part adds up
// all.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_SpMvTile.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// The parts of long rows.
///
/// Shapes: an element for each tile. Rows are known by the tile in which they begin: no other long
///         row does.
template <class Scalar, class Device>
struct LongRows {
  Kokkos::View<Scalar*, Device> first_parts;  ///< of the row that begins in the tile
  Kokkos::View<Scalar*, Device> later_parts;  ///< of the row that has begun in an earlier one
  Kokkos::View<int*, Device>
      parts_done;  ///< of the row that begins in the tile; zero between calls

  /// Adds up a row if this team is the last that has stored its part, and passes the sum to
  /// store(sum), called by one thread. The order of the sum depends on the row alone.
  ///
  /// Pre: all threads of the team call it after their parts are stored; `thread_sums` and `is_last`
  ///      are in scratch, an element for each thread and one for all, and not in use.
  template <class Member, class Store>
  KOKKOS_FUNCTION void complete(Member const& member, TilesOfRow const& tiles, Scalar* thread_sums,
                                int* is_last, Store const& store) const {
    int const rank = member.team_rank();
    member.team_barrier();
    auto const num_parts = static_cast<int>(tiles.last - tiles.first + 1);
    if (rank == 0) {
      *is_last = Shared::is_last_done(&parts_done(tiles.first), num_parts) ? 1 : 0;
    }
    member.team_barrier();
    if (*is_last == 0) return;
    thread_sums[rank] = sum_of_parts(tiles.first + 1 + rank, tiles.last);
    member.team_barrier();
    if (rank > 0) return;
    Scalar total = first_parts(tiles.first);
    int const num_sums = num_parts - 1 < threads_per_tile ? num_parts - 1 : threads_per_tile;
    for (int i = 0; i < num_sums; ++i) total += thread_sums[i];
    store(total);
    parts_done(tiles.first) = 0;
  }

 private:
  /// The parts of every so many-th tile from `first` to `last`, several read at once.
  KOKKOS_FUNCTION Scalar sum_of_parts(std::int64_t first, std::int64_t last) const {
    constexpr int at_once = tuning::spmv_device_parts_at_once;
    Scalar sum{};
    for (; first <= last; first += at_once * threads_per_tile) {
      Scalar parts[at_once];
      for (int k = 0; k < at_once; ++k) {
        std::int64_t const tile = first + k * threads_per_tile;
        parts[k] = later_parts(tile < last ? tile : last);
      }
      for (int k = 0; k < at_once; ++k) {
        if (first + k * threads_per_tile <= last) sum += parts[k];
      }
    }
    return sum;
  }
};

}  // namespace araios
