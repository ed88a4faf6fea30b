// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on devices: each team takes a tile of the path. Its threads take rows, or
// segments of the path if row lengths differ much.
#pragma once

#include <Araios_Errors.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_LightWeight.hpp>
#include <spmv/Araios_SpMvLongRows.hpp>
#include <spmv/Araios_SpMvOperands.hpp>
#include <spmv/Araios_SpMvTeamSum.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTileSearch.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// The memory of all tiles: parts of long rows, and guesses that calls leave to later ones.
///
/// Shapes: an element for each tile.
template <class Ordinal, class Scalar, class Device>
struct TileMemory {
  LongRows<Scalar, Device> long_rows;
  Kokkos::View<GuessedRows<Ordinal>*, Device> guesses;

  int num_tiles() const { return static_cast<int>(guesses.extent(0)); }
};

/// Walks one tile per team. Products are formed in memory order and kept in shared memory. If no
/// row is much longer than the others, each row is summed by an equal number of threads. Otherwise
/// each thread walks a segment of the path, and carry-outs are added in shared memory.
///
/// Pre: there is memory for one entry of A, even if A has none.
template <class Operands, class Memory>
struct WalkTiles {
  using scalar_type = typename Operands::scalar_type;
  using ordinal_type = typename Operands::ordinal_type;

  Operands operands;
  Memory tiles;

  /// Scratch of a team.
  struct Scratch {
    scalar_type* products;     ///< of the tile's entries
    int* row_ends;             ///< of the tile's rows, relative to its first entry
    scalar_type* thread_sums;  ///< partial sum or carry-out of each thread
    scalar_type* parts;        ///< of the rows at either end that the tile does not hold whole
    int* thread_rows;          ///< row of each thread's carry-out, relative to the tile's first row
    int* flags;  ///< LongRow; later, for either end: whether the team has to complete its row
  };

  /// Flags: whether any row exceeds the even share of its threads by much, and whether such a row
  /// lies at neither end.
  enum LongRow { any_is_long, inner_is_long, num_flags };

  /// Bytes of a team's scratch. Products and row ends share memory, since each takes one step.
  static constexpr std::size_t scratch_bytes =
      (tile_capacity + threads_per_tile + 2) * sizeof(scalar_type) +
      (threads_per_tile + num_flags) * sizeof(int);

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::byte* const memory = memory_of(member);
    RowTile const tile = TileSearch<Operands>{operands}.find(member, memory, tiles.guesses);
    if (tile.num_rows == 1 && tile.begins_within_row) {
      TilesOfRow const of_row = tiles_of_row_at_end(tile, 0);
      if (is_in_wide_part(member.league_rank(), of_row)) {
        return add_up_wide_part(member, tile, of_row, memory);
      }
    }
    Entries entries;
    read(member.team_rank(), tile, entries);
    Scratch const scratch = scratch_of(memory, tile.num_entries);
    if (member.team_rank() < num_flags) scratch.flags[member.team_rank()] = 0;
    int const started_before = start_long_row(member, tile);
    load_row_ends(member.team_rank(), tile, scratch);
    multiply(member.team_rank(), tile, entries, scratch);
    if (tile.num_rows == 1) {
      add_up_row(member, tile, 0, 0, tile.num_entries, scratch);
    } else {
      add_up_rows(member, tile, scratch);
    }
    if (tile.begins_within_row || tile.ends_within_row) {
      complete(member, tile, started_before, scratch);
    }
  }

 private:
  /// The entries of a tile that one thread loads, threads_per_tile apart.
  struct Entries {
    ordinal_type columns[steps_per_thread];
    scalar_type values[steps_per_thread];
  };

  template <class Member>
  KOKKOS_FUNCTION static std::byte* memory_of(Member const& member) {
    auto const size = static_cast<std::ptrdiff_t>(scratch_bytes);
    return static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(size, scratch_alignment));
  }

  KOKKOS_FUNCTION static Scratch scratch_of(std::byte* memory, int num_entries) {
    auto* const products = reinterpret_cast<scalar_type*>(memory);
    scalar_type* const thread_sums = products + tile_capacity;
    scalar_type* const parts = thread_sums + threads_per_tile;
    int* const thread_rows = reinterpret_cast<int*>(parts + 2);
    return {products,    reinterpret_cast<int*>(products + num_entries),
            thread_sums, parts,
            thread_rows, thread_rows + threads_per_tile};
  }

  /// Threads per row of a tile: a power of two.
  KOKKOS_FUNCTION static int lanes_of_row(int num_rows) {
    int lanes = 1;
    while (lanes < tuning::spmv_device_lanes_of_row && 2 * lanes * num_rows <= threads_per_tile) {
      lanes *= 2;
    }
    return lanes;
  }

  /// Loads all steps at once. Steps beyond the tile load its last entry, or the first entry of A if
  /// the tile has none.
  KOKKOS_FUNCTION void read(int rank, RowTile const& tile, Entries& entries) const {
    std::int64_t const first = tile.num_entries > 0 ? tile.first_entry : 0;
    int const last = tile.num_entries > 0 ? tile.num_entries - 1 : 0;
    auto const entry = [=](int step) {
      int const i = rank + step * threads_per_tile;
      return first + (i < last ? i : last);
    };
    for (int k = 0; k < steps_per_thread; ++k) {
      entries.columns[k] = operands.columns(entry(k));
    }
    for (int k = 0; k < steps_per_thread; ++k) {
      entries.values[k] = operands.values(entry(k));
    }
  }

  /// Loads where the rows of the tile end, relative to its first entry. A part ends with the tile.
  KOKKOS_FUNCTION void load_row_ends(int rank, RowTile const& tile, Scratch const& scratch) const {
    constexpr int at_once = tuning::spmv_device_row_end_batch;
    auto const row_end = [&](int i) {
      std::int64_t const row = tile.first_row + (i < tile.num_rows ? i : tile.num_rows - 1);
      auto const end = operands.row_end(row) - tile.first_entry;
      return static_cast<int>(end < tile.num_entries ? end : tile.num_entries);
    };
    for (int first = rank; first < tile.num_rows; first += at_once * threads_per_tile) {
      int row_ends[at_once];
      for (int k = 0; k < at_once; ++k) row_ends[k] = row_end(first + k * threads_per_tile);
      for (int k = 0; k < at_once; ++k) {
        int const i = first + k * threads_per_tile;
        if (i < tile.num_rows) scratch.row_ends[i] = row_ends[k];
      }
    }
  }

  KOKKOS_FUNCTION void multiply(int rank, RowTile const& tile, Entries const& entries,
                                Scratch const& scratch) const {
    if (tile.num_entries == 0) return;
    scalar_type x[steps_per_thread];
    for (int k = 0; k < steps_per_thread; ++k) {
      x[k] = operands.x(entries.columns[k]);
    }
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_entries) scratch.products[i] = entries.values[k] * x[k];
    }
  }

  KOKKOS_FUNCTION static int row_begin(int row, Scratch const& scratch) {
    return row == 0 ? 0 : scratch.row_ends[row - 1];
  }

  /// Raises the flags for rows that are longer than `most`.
  KOKKOS_FUNCTION static void find_long_rows(int rank, RowTile const& tile, int most,
                                             Scratch const& scratch) {
    for (int row = rank; row < tile.num_rows; row += threads_per_tile) {
      if (scratch.row_ends[row] - row_begin(row, scratch) <= most) continue;
      raise_flag(scratch.flags + any_is_long);
      if (row > 0 && row + 1 < tile.num_rows) raise_flag(scratch.flags + inner_is_long);
    }
  }

  /// All threads add up one row of the tile.
  ///
  /// Pre: `thread_sums` is not in use.
  template <class Member>
  KOKKOS_FUNCTION void add_up_row(Member const& member, RowTile const& tile, int row, int begin,
                                  int end, Scratch const& scratch) const {
    int const rank = member.team_rank();
    scalar_type mine{};
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = begin + rank + k * threads_per_tile;
      if (i < end) mine += scratch.products[i];
    }
    scalar_type const sum = add_up_team(member, mine, scratch.thread_sums);
    if (rank == 0) store(scratch, tile, row, sum);
  }

  /// Sums rows by groups of threads, and a long first or last row by all threads. If another row is
  /// long, walks segments instead.
  template <class Member>
  KOKKOS_FUNCTION void add_up_rows(Member const& member, RowTile const& tile,
                                   Scratch const& scratch) const {
    int const lanes = lanes_of_row(tile.num_rows);
    int const most = tuning::spmv_device_long_row_factor * steps_per_thread * lanes;
    member.team_barrier();
    find_long_rows(member.team_rank(), tile, most, scratch);
    member.team_barrier();
    int begin = 0;
    int end = tile.num_rows;
    if (scratch.flags[any_is_long] != 0) {
      if (scratch.flags[inner_is_long] != 0) return walk(member, tile, scratch);
      int const last = end - 1;
      if (scratch.row_ends[0] > most) {
        add_up_row(member, tile, 0, 0, scratch.row_ends[0], scratch);
        member.team_barrier();
        begin = 1;
      }
      if (tile.num_entries - row_begin(last, scratch) > most) {
        add_up_row(member, tile, last, row_begin(last, scratch), tile.num_entries, scratch);
        member.team_barrier();
        end = last;
      }
    }
    if (lanes == 1) {
      add_up_by_threads(member.team_rank(), tile, begin, end, scratch);
    } else {
      add_up_by_lanes(member, tile, begin, end, lanes, scratch);
    }
  }

  /// Each thread adds up a batch of rows. It loads some products of each before it sums the first.
  KOKKOS_FUNCTION void add_up_by_threads(int rank, RowTile const& tile, int begin, int end,
                                         Scratch const& scratch) const {
    constexpr int rows = tuning::spmv_device_row_batch;
    constexpr int at_once = tuning::spmv_device_product_batch;
    for (int first = begin + rank; first < end; first += rows * threads_per_tile) {
      int row_begins[rows];
      int row_ends[rows];
      for (int k = 0; k < rows; ++k) {
        int const row = first + k * threads_per_tile;
        row_begins[k] = row < end ? row_begin(row, scratch) : 0;
        row_ends[k] = row < end ? scratch.row_ends[row] : 0;
      }
      scalar_type read[rows][at_once];
      for (int k = 0; k < rows; ++k) {
        read_every<at_once>(scratch.products, row_begins[k], row_ends[k], 1, read[k]);
      }
      for (int k = 0; k < rows; ++k) {
        int const row = first + k * threads_per_tile;
        scalar_type sum{};
        for (int i = 0; i < at_once; ++i) sum += read[k][i];
        sum += sum_of_every<at_once>(scratch.products, row_begins[k] + at_once, row_ends[k], 1);
        if (row < end) store(scratch, tile, row, sum);
      }
    }
  }

  /// Each group of `lanes` threads adds up one row. There are enough threads for all rows at once.
  template <class Member>
  KOKKOS_FUNCTION void add_up_by_lanes(Member const& member, RowTile const& tile, int begin,
                                       int end, int lanes, Scratch const& scratch) const {
    int const rank = member.team_rank();
    int const lane = rank % lanes;
    int const row = begin + rank / lanes;
    scalar_type& sum = scratch.thread_sums[rank];
    sum = row < end
              ? sum_of_every<tuning::spmv_device_product_batch>(
                    scratch.products, row_begin(row, scratch) + lane, scratch.row_ends[row], lanes)
              : scalar_type{};
    member.team_barrier();
    if (lane == 0 && row < end) store(scratch, tile, row, sum_of_neighbours(&sum, lanes));
  }

  /// Each thread stores the rows that end in its segment. The first of them comes last, after all
  /// threads have published their carry-outs.
  template <class Member>
  KOKKOS_FUNCTION void walk(Member const& member, RowTile const& tile,
                            Scratch const& scratch) const {
    int const rank = member.team_rank();
    int const tile_length = tile.num_rows + tile.num_entries;
    int const diagonal =
        rank * steps_per_thread < tile_length ? rank * steps_per_thread : tile_length;
    auto const start = merge_path_search(diagonal, tile.num_rows, tile.num_entries,
                                         [&scratch](int row) { return scratch.row_ends[row]; });
    auto [row, entry] = start;
    auto const end_of = [&](int i) {
      return i < tile.num_rows ? scratch.row_ends[i] : tile.num_entries;
    };
    int end = end_of(row);
    scalar_type sum{};
    scalar_type first_sum{};
    for (int k = 0; k < steps_per_thread && diagonal + k < tile_length; ++k) {
      if (entry < end) {
        sum += scratch.products[entry++];
        continue;
      }
      if (row == start.row) {
        first_sum = sum;
      } else {
        store(scratch, tile, row, sum);
      }
      sum = scalar_type{};
      end = end_of(++row);
    }
    scratch.thread_rows[rank] = row;
    scratch.thread_sums[rank] = sum;
    member.team_barrier();
    if (row > start.row) {
      store(scratch, tile, start.row, carried_to(start.row, rank, scratch) + first_sum);
    }
  }

  /// The carry-outs of a row from the threads before `rank`, loaded in batches.
  KOKKOS_FUNCTION static scalar_type carried_to(int row, int rank, Scratch const& scratch) {
    constexpr int at_once = tuning::spmv_device_carry_batch;
    scalar_type sum{};
    bool is_of_row = true;
    for (int last = rank - 1; last >= 0 && is_of_row; last -= at_once) {
      int rows[at_once];
      scalar_type sums[at_once];
      for (int k = 0; k < at_once; ++k) {
        int const i = last >= k ? last - k : 0;
        rows[k] = last >= k ? scratch.thread_rows[i] : row - 1;
        sums[k] = scratch.thread_sums[i];
      }
      for (int k = 0; k < at_once; ++k) {
        is_of_row = is_of_row && rows[k] == row;
        sum += is_of_row ? sums[k] : scalar_type{};
      }
    }
    return sum;
  }

  /// Stores the sum of a row of the tile, or of the tile's part of it.
  KOKKOS_FUNCTION void store(Scratch const& scratch, RowTile const& tile, int row,
                             scalar_type const& sum) const {
    if (row == 0 && tile.begins_within_row) {
      scratch.parts[0] = sum;
    } else if (row + 1 == tile.num_rows && tile.ends_within_row) {
      scratch.parts[1] = sum;
    } else {
      operands.store(tile.first_row + row, sum);
    }
  }

  /// The part that a tile within a very long row begins: nothing where another one does.
  template <class Member>
  KOKKOS_FUNCTION void add_up_wide_part(Member const& member, RowTile const& tile,
                                        TilesOfRow const& of_row, std::byte* memory) const {
    if (!begins_wide_part(member.league_rank(), of_row)) return;
    Scratch const scratch = scratch_of(memory, 0);
    int const started_before = start_long_row(member, tile);
    scalar_type const mine = sum_of_wide_part(tile.first_entry + member.team_rank());
    scalar_type const sum = add_up_team(member, mine, scratch.thread_sums);
    if (member.team_rank() == 0) scratch.parts[0] = sum;
    complete(member, tile, started_before, scratch);
  }

  /// What a thread adds up of a wide part, from its first entry on. All columns are read at once.
  KOKKOS_FUNCTION scalar_type sum_of_wide_part(std::int64_t first) const {
    constexpr int num_tiles = tuning::spmv_device_tiles_of_part;
    constexpr int steps = steps_per_tile / threads_per_tile;
    static_assert(steps * threads_per_tile == steps_per_tile);
    auto const entry = [=](int tile, int step) {
      return first + (tile * steps + step) * threads_per_tile;
    };
    ordinal_type columns[num_tiles][steps];
    for (int tile = 0; tile < num_tiles; ++tile) {
      for (int k = 0; k < steps; ++k) columns[tile][k] = operands.columns(entry(tile, k));
    }
    scalar_type sum{};
    for (int tile = 0; tile < num_tiles; ++tile) {
      scalar_type values[steps];
      for (int k = 0; k < steps; ++k) values[k] = operands.values(entry(tile, k));
      scalar_type x[steps];
      for (int k = 0; k < steps; ++k) x[k] = operands.x(columns[tile][k]);
      for (int k = 0; k < steps; ++k) sum += values[k] * x[k];
    }
    return sum;
  }

  /// The row at the begin of a tile, or at its end.
  KOKKOS_FUNCTION static std::int64_t row_at_end(RowTile const& tile, int end) {
    return tile.first_row + (end == 0 ? 0 : tile.num_rows - 1);
  }
  KOKKOS_FUNCTION TilesOfRow tiles_of_row_at_end(RowTile const& tile, int end) const {
    std::int64_t const row = row_at_end(tile, end);
    std::int64_t const path_begin = operands.path_begin();
    return {row, operands.row_end(row - 1) - path_begin, operands.row_end(row) - path_begin};
  }

  /// Counts the team among those that have parts of the rows at its tile's ends, one thread per
  /// end. Returns to that thread how many started before.
  template <class Member>
  KOKKOS_FUNCTION int start_long_row(Member const& member, RowTile const& tile) const {
    if (!tile.begins_within_row && !tile.ends_within_row) return 0;
    int const end = member.team_rank();
    bool const has_part =
        (end == 0 && tile.begins_within_row) || (end == 1 && tile.ends_within_row);
    if (!has_part) return 0;
    return tiles.long_rows.start(tiles_of_row_at_end(tile, end));
  }

  /// Completes the rows of which the tile has parts, if the team was the last to start on them.
  template <class Member>
  KOKKOS_FUNCTION void complete(Member const& member, RowTile const& tile, int started_before,
                                Scratch const& scratch) const {
    int const first_end = tile.begins_within_row ? 0 : 1;
    int const last_end = tile.ends_within_row ? 1 : 0;
    int const rank = member.team_rank();
    member.team_barrier();
    if (first_end <= rank && rank <= last_end) {
      tiles.long_rows.write_part(member.league_rank(), rank, scratch.parts[rank]);
      bool const is_last = tiles.long_rows.is_last(started_before, tiles_of_row_at_end(tile, rank));
      scratch.flags[rank] = is_last ? 1 : 0;
    }
    member.team_barrier();
    for (int end = first_end; end <= last_end; ++end) {
      if (scratch.flags[end] == 0) continue;
      tiles.long_rows.complete(
          member, tiles_of_row_at_end(tile, end), scratch.thread_sums,
          [&](scalar_type const& sum) { operands.store(row_at_end(tile, end), sum); });
    }
  }
};

/// The number of tiles of a path on devices.
///
/// Throws: std::overflow_error if it exceeds the largest number of teams.
inline int num_tiles(std::int64_t path_length) {
  return checked_cast<int>((path_length + steps_per_tile - 1) / steps_per_tile,
                           "the number of tiles of the merge path");
}

/// Enqueues the walk with launch bounds of `least_teams` resident teams on a multiprocessor.
/// Returns false, without a launch, if the device cannot run such teams.
template <int least_teams, class ExecutionSpace, class Kernel>
bool enqueue_walk(ExecutionSpace const& exec, Kernel const& kernel, int num_tiles) {
  using policy_type =
      Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<threads_per_tile, least_teams>>;
  auto const scratch =
      Kokkos::PerTeam(static_cast<int>(scratch_bytes_with_slack(Kernel::scratch_bytes)));
  // Query with the smallest team: one that the device cannot run ends the process.
  policy_type smallest{exec, 1, 1};
  smallest.set_scratch_size(0, scratch);
  if (smallest.team_size_max(kernel, Kokkos::ParallelForTag{}) < threads_per_tile) return false;
  policy_type policy{exec, num_tiles, threads_per_tile};
  policy.set_scratch_size(0, scratch);
  Kokkos::parallel_for("araios::spmv::walk_tiles", as_light_weight(policy), kernel);
  return true;
}

/// Enqueues the walk over the tiles.
///
/// Throws: Unsupported if this space cannot run such teams.
template <class ExecutionSpace, class Operands, class Memory>
void walk_tiles(ExecutionSpace const& exec, Operands const& operands, Memory const& tiles) {
  WalkTiles<Operands, Memory> const kernel{operands, tiles};
  if (enqueue_walk<tuning::spmv_device_least_teams>(exec, kernel, tiles.num_tiles())) return;
  if (enqueue_walk<1>(exec, kernel, tiles.num_tiles())) return;
  throw Unsupported{std::string{"spmv needs teams of "} + std::to_string(threads_per_tile) +
                    " threads: " + ExecutionSpace::name() + " cannot run its kernel with them"};
}

}  // namespace araios::inline ARAIOS_ISA::impl
