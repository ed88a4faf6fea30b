// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on devices: each team takes a tile of the path, its threads rows of it, or
// segments where rows differ much.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_Expects.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_LightWeight.hpp>
#include <Araios_Search.hpp>
#include <Araios_SpMvCarries.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios {

inline constexpr int threads_per_tile = tuning::spmv_device_threads_per_tile;
inline constexpr int steps_per_thread = tuning::spmv_device_steps_per_thread;
inline constexpr int steps_per_tile = threads_per_tile * steps_per_thread;

/// The path of one team: so many ends of rows and entries from `begin` on.
struct PathTile {
  MergePathPoint<std::int64_t> begin;
  int num_rows;
  int num_entries;
};

/// Walks one tile per team. Products are read in the order of memory and kept in scratch. Where no
/// row is much longer than the others, each is added up by as many threads as there are for a row;
/// otherwise each thread walks a segment of the tile's path, and what threads carry out is added in
/// scratch.
template <class Operands, class CarriesOut>
struct WalkTiles {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;
  CarriesOut carries;

  /// Scratch of a team.
  struct Scratch {
    scalar_type* products;     ///< of the tile's entries
    int* row_ends;             ///< of the tile's rows, counted from its first entry
    scalar_type* thread_sums;  ///< what each thread adds up, or carries out …
    int* thread_rows;          ///< … of which row, counted from the tile's first
    int* has_long_row;         ///< set where a row is much longer than the others
  };

  /// Bytes of a team's scratch. A tile's products and row ends share memory: each takes a step.
  static constexpr std::size_t scratch_bytes =
      steps_per_tile * sizeof(scalar_type) +
      threads_per_tile * (sizeof(scalar_type) + sizeof(int)) + sizeof(int);

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::byte* const memory = memory_of(member);
    PathTile const tile = find_tile(member, memory);
    Scratch const scratch = scratch_of(memory, tile.num_entries);
    int const lanes = lanes_of_row(tile.num_rows);
    load(member.team_rank(), tile, lanes, scratch);
    member.team_barrier();
    if (*scratch.has_long_row != 0) {
      walk(member, tile, scratch);
    } else {
      add_up_rows(member, tile, lanes, scratch);
    }
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION static std::byte* memory_of(Member const& member) {
    auto const size = static_cast<std::ptrdiff_t>(scratch_bytes);
    return static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(size, scratch_alignment));
  }

  KOKKOS_FUNCTION static Scratch scratch_of(std::byte* memory, int num_entries) {
    auto* const products = reinterpret_cast<scalar_type*>(memory);
    scalar_type* const thread_sums = products + steps_per_tile;
    int* const thread_rows = reinterpret_cast<int*>(thread_sums + threads_per_tile);
    return {products, reinterpret_cast<int*>(products + num_entries), thread_sums, thread_rows,
            thread_rows + threads_per_tile};
  }

  /// Some threads find where the tile begins, as many others where it ends: that row is the one to
  /// which the tile carries.
  template <class Member>
  KOKKOS_FUNCTION PathTile find_tile(Member const& member, std::byte* memory) const {
    constexpr int group_size = tuning::spmv_device_searching_threads / 2;
    static_assert(group_size > 0 && 2 * group_size <= threads_per_tile);
    auto* const found = reinterpret_cast<std::int64_t*>(memory);
    std::int64_t const length = operands.path_length();
    auto const diagonal = [&](std::int64_t tile) {
      std::int64_t const steps = tile * steps_per_tile;
      return steps < length ? steps : length;
    };
    std::int64_t const tile = member.league_rank();
    int const group = member.team_rank() / group_size;
    int const rank = group < 2 ? member.team_rank() % group_size : group_size;
    int const side = group < 2 ? group : 0;
    std::int64_t const row = rows_before_diagonal(
        member, rank, group_size, found + 2 + 2 * side, diagonal(tile + side), operands.num_rows(),
        [this](std::int64_t i) { return operands.row_end(i); });
    if (rank == 0) found[side] = row;
    if (member.team_rank() == 0) *scratch_of(memory, 0).has_long_row = 0;
    member.team_barrier();
    std::int64_t const first_row = found[0];
    std::int64_t const last_row = found[1];
    member.team_barrier();
    if (member.team_rank() == 0) {
      carries.rows(member.league_rank()) = static_cast<typename CarriesOut::ordinal_type>(last_row);
    }
    auto const num_rows = static_cast<int>(last_row - first_row);
    auto const steps = static_cast<int>(diagonal(tile + 1) - diagonal(tile));
    return {{first_row, diagonal(tile) - first_row}, num_rows, steps - num_rows};
  }

  /// As many threads as there are for each row of a tile and for the one behind, a power of two.
  KOKKOS_FUNCTION static int lanes_of_row(int num_rows) {
    int lanes = 1;
    while (lanes < tuning::spmv_device_lanes_of_row &&
           2 * lanes * (num_rows + 1) <= threads_per_tile) {
      lanes *= 2;
    }
    return lanes;
  }

  KOKKOS_FUNCTION void load(int rank, PathTile const& tile, int lanes,
                            Scratch const& scratch) const {
    // Products are all read before the first is written to scratch, so that their reads overlap.
    int row_ends[steps_per_thread];
    scalar_type products[steps_per_thread];
    int const longest = tuning::spmv_device_long_row_factor * steps_per_thread * lanes;
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_rows) {
        row_ends[k] = row_end(tile, i);
        int const begin = i == 0 ? 0 : row_end(tile, i - 1);
        int const behind = i + 1 == tile.num_rows ? tile.num_entries - row_ends[k] : 0;
        if (row_ends[k] - begin > longest || behind > longest) {
          raise_flag(scratch.has_long_row);
        }
      }
    }
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_entries) products[k] = operands.product(tile.begin.entry + i);
    }
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_rows) scratch.row_ends[i] = row_ends[k];
    }
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_entries) scratch.products[i] = products[k];
    }
  }

  /// Where a row of the tile ends, counted from the tile's first entry.
  KOKKOS_FUNCTION int row_end(PathTile const& tile, int row) const {
    return static_cast<int>(operands.row_end(tile.begin.row + row) - tile.begin.entry);
  }

  /// Each group of `lanes` threads adds up a row; what is behind the last one is carried out.
  template <class Member>
  KOKKOS_FUNCTION void add_up_rows(Member const& member, PathTile const& tile, int lanes,
                                   Scratch const& scratch) const {
    int const rank = member.team_rank();
    int const lane = rank % lanes;
    // Several lanes only where there are threads for all rows at once: then one round does.
    for (int first = 0; first <= tile.num_rows; first += threads_per_tile / lanes) {
      int const row = first + rank / lanes;
      scalar_type sum{};
      if (row <= tile.num_rows) {
        int const begin = row == 0 ? 0 : scratch.row_ends[row - 1];
        int const end = row < tile.num_rows ? scratch.row_ends[row] : tile.num_entries;
        for (int i = begin + lane; i < end; i += lanes) sum += scratch.products[i];
      }
      if (lanes > 1) {
        scratch.thread_sums[rank] = sum;
        member.team_barrier();
      }
      if (lane > 0 || row > tile.num_rows) continue;
      for (int i = 1; i < lanes; ++i) sum += scratch.thread_sums[rank + i];
      if (row < tile.num_rows) {
        operands.store(tile.begin.row + row, sum);
      } else {
        carries.sums(member.league_rank()) = sum;
      }
    }
  }

  /// Each thread stores the rows that end in its segment: the first one last, when all threads have
  /// told what they carry out.
  template <class Member>
  KOKKOS_FUNCTION void walk(Member const& member, PathTile const& tile,
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
      if (entry < end || row == tile.num_rows) {
        sum += scratch.products[entry++];
        continue;
      }
      if (row == start.row) {
        first_sum = sum;
      } else {
        operands.store(tile.begin.row + row, sum);
      }
      sum = scalar_type{};
      end = end_of(++row);
    }
    scratch.thread_rows[rank] = row;
    scratch.thread_sums[rank] = sum;
    member.team_barrier();
    if (row > start.row) {
      operands.store(tile.begin.row + start.row, carried_to(start.row, rank, scratch) + first_sum);
    }
    if (rank == threads_per_tile - 1) {
      carries.sums(member.league_rank()) = carried_to(tile.num_rows, threads_per_tile, scratch);
    }
  }

  /// What the threads before `rank` carry out of a row.
  KOKKOS_FUNCTION static scalar_type carried_to(int row, int rank, Scratch const& scratch) {
    scalar_type sum{};
    for (int i = rank - 1; i >= 0 && scratch.thread_rows[i] == row; --i) {
      sum += scratch.thread_sums[i];
    }
    return sum;
  }
};

/// Number of tiles of a path on devices.
///
/// Throws: std::overflow_error when they are more than teams can be.
inline int num_tiles(std::int64_t path_length) {
  return checked_cast<int>((path_length + steps_per_tile - 1) / steps_per_tile,
                           "the number of tiles of the merge path");
}

/// Enqueues the walk for a multiprocessor that holds at least so many teams at once; false, and
/// nothing else, where it cannot.
template <int least_teams, class ExecutionSpace, class Kernel>
bool enqueue_walk(ExecutionSpace const& exec, Kernel const& kernel, int num_tiles) {
  using policy_type =
      Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<threads_per_tile, least_teams>>;
  auto const scratch =
      Kokkos::PerTeam(static_cast<int>(scratch_bytes_with_slack(Kernel::scratch_bytes)));
  // Asked with the smallest team: one that the device cannot run ends the process.
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
/// Throws: Unsupported when this space cannot run such teams.
template <class ExecutionSpace, class Operands, class CarriesOut>
void walk_tiles(ExecutionSpace const& exec, Operands const& operands, CarriesOut const& carries) {
  WalkTiles<Operands, CarriesOut> const kernel{operands, carries};
  int const num_tiles = carries.num_shares();
  if (enqueue_walk<tuning::spmv_device_least_teams>(exec, kernel, num_tiles)) return;
  if (enqueue_walk<1>(exec, kernel, num_tiles)) return;
  throw Unsupported{std::string{"spmv needs teams of "} + std::to_string(threads_per_tile) +
                    " threads: " + ExecutionSpace::name() + " cannot run its kernel with them"};
}

}  // namespace araios
