// SPDX-License-Identifier: BSD-3-Clause
// The search for the ends of a tile on devices.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows in which an earlier call found a tile to begin and to end. Only a guess, since that
/// call may have had another matrix.
template <class Ordinal>
struct GuessedRows {
  Ordinal first;
  Ordinal last;
};

/// Finds the two cuts of the merge path that bound a tile.
template <class Operands>
struct TileSearch {
  using ordinal_type = typename Operands::ordinal_type;

  Operands const& operands;

  /// Finds the tile of a team, by all its threads together. Tries the guess of an earlier call
  /// first, and replaces it if it is wrong.
  ///
  /// Shapes: guesses one for each tile; memory scratch for all threads that search.
  template <class Member, class Guesses>
  KOKKOS_FUNCTION RowTile find(Member const& member, std::byte* memory,
                               Guesses const& guesses) const {
    std::int64_t const tile = member.league_rank();
    std::int64_t const path_begin = operands.path_begin();
    std::int64_t const entries_end = operands.entries_end();
    std::int64_t const end_step = operands.num_rows() + entries_end;
    auto const diagonal = [path_begin, end_step](std::int64_t tile_before) {
      std::int64_t const step = path_begin + tile_before * steps_per_tile;
      return step < end_step ? step : end_step;
    };
    GuessedRows<ordinal_type> const guess = guesses(tile);
    if (is_in_range(guess.first) && is_in_range(guess.last)) {
      PathCut const first = cut_in_row(guess.first, diagonal(tile), entries_end);
      PathCut const last = cut_in_row(guess.last, diagonal(tile + 1), entries_end);
      if (is_on_path(first) && is_on_path(last)) return tile_between(first, last);
    }
    GuessedRows<ordinal_type> const found =
        search(member, memory, diagonal(tile), diagonal(tile + 1));
    if (member.team_rank() == 0) guesses(tile) = found;
    return tile_between(cut_in_row(found.first, diagonal(tile), entries_end),
                        cut_in_row(found.last, diagonal(tile + 1), entries_end));
  }

 private:
  KOKKOS_FUNCTION bool is_in_range(ordinal_type row) const {
    return row >= 0 && row <= operands.num_rows();
  }

  KOKKOS_FUNCTION PathCut cut_in_row(std::int64_t row, std::int64_t diagonal,
                                     std::int64_t entries_end) const {
    if (row == operands.num_rows()) return {row, diagonal - row, entries_end, entries_end};
    return {row, diagonal - row, operands.row_end(row - 1), operands.row_end(row)};
  }

  /// Whether exactly the rows before the cut end before its diagonal.
  KOKKOS_FUNCTION bool is_on_path(PathCut const& cut) const {
    return cut.row_begin <= cut.entry &&
           (cut.entry <= cut.row_end || cut.row == operands.num_rows());
  }

  /// Two groups of threads search at the same time: one for the begin of the tile, one for its end.
  template <class Member>
  KOKKOS_FUNCTION GuessedRows<ordinal_type> search(Member const& member, std::byte* memory,
                                                   std::int64_t begin, std::int64_t end) const {
    constexpr int group_size = tuning::spmv_device_searching_threads / 2;
    static_assert(group_size > 0 && 2 * group_size <= threads_per_tile);
    auto* const found = reinterpret_cast<std::int64_t*>(memory);
    int const group = member.team_rank() / group_size;
    int const rank = group < 2 ? member.team_rank() % group_size : group_size;
    int const side = group < 2 ? group : 0;
    std::int64_t const row = rows_before_diagonal(
        member, SearchGroup{rank, group_size, found + 2 + 2 * side}, side == 0 ? begin : end,
        operands.num_rows(), [this](std::int64_t i) { return operands.row_end(i); });
    if (rank == 0) found[side] = row;
    member.team_barrier();
    GuessedRows<ordinal_type> const rows{static_cast<ordinal_type>(found[0]),
                                         static_cast<ordinal_type>(found[1])};
    member.team_barrier();
    return rows;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
