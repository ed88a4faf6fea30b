// SPDX-License-Identifier: BSD-3-Clause
// Which rows and entries of A a team on a device takes: whole rows, except for long ones.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

inline constexpr int threads_per_tile = tuning::spmv_device_threads_per_tile;
inline constexpr int steps_per_thread = tuning::spmv_device_steps_per_thread;
/// The number of row ends and entries for which a team has room.
inline constexpr int tile_capacity = threads_per_tile * steps_per_thread;
/// Steps of the merge path per tile. The rest of the room is for the row at the tile's end.
inline constexpr int steps_per_tile = tile_capacity - tuning::spmv_device_steps_behind_tile;
static_assert(tuning::spmv_device_steps_behind_tile <= steps_per_tile,
              "a row that the tile before has completed ends in this one");

/// The point where a diagonal crosses the merge path: an entry of a row, with the bounds of that
/// row. Past the last row all three are the end of the entries.
struct PathCut {
  std::int64_t row;
  std::int64_t entry;
  std::int64_t row_begin;
  std::int64_t row_end;

  /// Whether the cut lies within the row, so that the row is incomplete behind it.
  KOKKOS_FUNCTION bool is_within_row() const { return entry > row_begin; }

  /// Whether the row extends too far past the tile in which it begins for that tile to complete it.
  /// Each tile then adds up its part.
  ///
  /// Pre: the cut lies between tiles.
  KOKKOS_FUNCTION bool is_of_long_row() const {
    bool const begins_earlier = entry - row_begin > steps_per_tile;
    return begins_earlier || row_end + 1 - entry > tuning::spmv_device_steps_behind_tile;
  }
};

/// The tiles that hold a row's first entry and its end.
struct TilesOfRow {
  std::int64_t first;
  std::int64_t last;
  bool has_wide_parts;  ///< of several tiles that lie within the row: it is very long

  KOKKOS_FUNCTION TilesOfRow(std::int64_t row, std::int64_t row_begin, std::int64_t row_end)
      : first{(row + row_begin) / steps_per_tile},
        last{(row + row_end) / steps_per_tile},
        has_wide_parts{row_end - row_begin >= tuning::spmv_device_very_long_row} {}
};

/// Wide parts of a very long row: those of as many of its tiles as fill parts, without the first
/// and the last.
KOKKOS_INLINE_FUNCTION int num_wide_parts(TilesOfRow const& tiles) {
  int const within = static_cast<int>(tiles.last) - static_cast<int>(tiles.first) - 1;
  return tiles.has_wide_parts ? within / tuning::spmv_device_tiles_of_part : 0;
}

/// Whether a wide part holds a tile in which the row does not begin.
KOKKOS_INLINE_FUNCTION bool is_in_wide_part(int tile, TilesOfRow const& tiles) {
  int const behind = tile - static_cast<int>(tiles.first) - 1;
  return behind < num_wide_parts(tiles) * tuning::spmv_device_tiles_of_part;
}
/// Whether such a tile is the first of its part.
KOKKOS_INLINE_FUNCTION bool begins_wide_part(int tile, TilesOfRow const& tiles) {
  return (tile - static_cast<int>(tiles.first) - 1) % tuning::spmv_device_tiles_of_part == 0;
}

/// What one team takes: successive rows that begin in its tile, and parts of long rows, at most one
/// at either end.
struct RowTile {
  std::int64_t first_row;
  std::int64_t first_entry;
  int num_rows;  ///< including parts
  int num_entries;
  bool begins_within_row;  ///< the first row began in an earlier tile
  bool ends_within_row;    ///< the last row begins in this tile and ends in a later one
};

/// The tile between two successive cuts.
KOKKOS_INLINE_FUNCTION RowTile tile_between(PathCut const& first, PathCut const& last) {
  bool const has_rest = first.is_within_row();
  bool const skips_rest = has_rest && !first.is_of_long_row();
  bool const is_unfinished = last.is_within_row();
  bool const is_part = is_unfinished && last.is_of_long_row();
  bool const is_one_part = has_rest && first.row == last.row;
  std::int64_t const first_row = first.row + (skips_rest ? 1 : 0);
  std::int64_t const first_entry = skips_rest ? first.row_end : first.entry;
  std::int64_t const end_row = last.row + (is_unfinished ? 1 : 0);
  std::int64_t const end_entry = is_unfinished && !is_part ? last.row_end : last.entry;
  return {first_row,
          first_entry,
          static_cast<int>(end_row - first_row),
          static_cast<int>(end_entry - first_entry),
          has_rest && !skips_rest,
          is_part && !is_one_part};
}

}  // namespace araios::inline ARAIOS_ISA::impl
