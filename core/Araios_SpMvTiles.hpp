// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on devices: each team takes a tile of the path, each thread a segment of it.
#pragma once

#include <Araios_Expects.hpp>
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

/// Finds where each tile ends; the carries of a tile go to that row.
template <class Operands, class CarriesOut>
struct FindTiles {
  Operands operands;
  CarriesOut carries;

  KOKKOS_FUNCTION void operator()(int tile) const {
    auto const end = operands.point_after((tile + std::int64_t{1}) * steps_per_tile);
    carries.rows(tile) = static_cast<typename CarriesOut::ordinal_type>(end.row);
  }
};

/// Walks one tile per team. Products are read in the order of memory and kept in scratch, where
/// each thread walks a segment of the tile's path; what threads carry out is added in scratch.
template <class Operands, class CarriesOut>
struct WalkTiles {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;
  CarriesOut carries;

  /// Scratch of a team.
  struct Scratch {
    scalar_type* products;     ///< of the tile's entries
    int* row_ends;             ///< of the tile's rows, counted from its first entry
    scalar_type* thread_sums;  ///< what each thread carries out …
    int* thread_rows;          ///< … of which row, counted from the tile's first
  };

  /// Bytes of a team's scratch. A tile's products and row ends share memory: each takes a step.
  static constexpr std::size_t scratch_bytes =
      steps_per_tile * sizeof(scalar_type) + threads_per_tile * (sizeof(scalar_type) + sizeof(int));

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    PathTile const tile = tile_of(member.league_rank());
    Scratch const scratch = scratch_of(member, tile);
    load(member.team_rank(), tile, scratch);
    member.team_barrier();
    walk(member, tile, scratch);
  }

 private:
  KOKKOS_FUNCTION PathTile tile_of(int tile) const {
    std::int64_t const length = operands.path_length();
    auto const diagonal = [length](std::int64_t steps) { return steps < length ? steps : length; };
    std::int64_t const begin = diagonal(static_cast<std::int64_t>(tile) * steps_per_tile);
    std::int64_t const end = diagonal((tile + std::int64_t{1}) * steps_per_tile);
    std::int64_t const first_row = tile == 0 ? 0 : carries.rows(tile - 1);
    auto const num_rows = static_cast<int>(carries.rows(tile) - first_row);
    return {{first_row, begin - first_row}, num_rows, static_cast<int>(end - begin) - num_rows};
  }

  template <class Member>
  KOKKOS_FUNCTION static Scratch scratch_of(Member const& member, PathTile const& tile) {
    constexpr int alignment = 16;  // of the widest scalar
    auto const size = static_cast<std::ptrdiff_t>(scratch_bytes);
    auto* const memory =
        static_cast<std::byte*>(member.team_scratch(0).get_shmem_aligned(size, alignment));
    auto* const products = reinterpret_cast<scalar_type*>(memory);
    scalar_type* const thread_sums = products + steps_per_tile;
    return {products, reinterpret_cast<int*>(products + tile.num_entries), thread_sums,
            reinterpret_cast<int*>(thread_sums + threads_per_tile)};
  }

  KOKKOS_FUNCTION void load(int rank, PathTile const& tile, Scratch const& scratch) const {
    // All reads of memory come before the first write to scratch, so that they overlap.
    scalar_type products[steps_per_thread];
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_entries) products[k] = operands.product(tile.begin.entry + i);
    }
    for (int k = 0; k < steps_per_thread; ++k) {
      int const i = rank + k * threads_per_tile;
      if (i < tile.num_entries) scratch.products[i] = products[k];
    }
    for (int i = rank; i < tile.num_rows; i += threads_per_tile) {
      scratch.row_ends[i] =
          static_cast<int>(operands.row_end(tile.begin.row + i) - tile.begin.entry);
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
    scalar_type sum{};
    scalar_type first_sum{};
    for (int k = 0; k < steps_per_thread && diagonal + k < tile_length; ++k) {
      if (row == tile.num_rows || entry < scratch.row_ends[row]) {
        sum += scratch.products[entry++];
        continue;
      }
      if (row == start.row) {
        first_sum = sum;
      } else {
        operands.store(tile.begin.row + row, sum);
      }
      sum = scalar_type{};
      ++row;
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

/// Enqueues the search for the tiles and the walk over them.
///
/// Throws: Unsupported when this space cannot run such teams.
template <class ExecutionSpace, class Operands, class CarriesOut>
void walk_tiles(ExecutionSpace const& exec, Operands const& operands, CarriesOut const& carries) {
  using kernel_type = WalkTiles<Operands, CarriesOut>;
  kernel_type const kernel{operands, carries};
  auto const scratch = Kokkos::PerTeam(static_cast<int>(kernel_type::scratch_bytes));
  Kokkos::TeamPolicy<ExecutionSpace> smallest{exec, 1, 1};
  smallest.set_scratch_size(0, scratch);
  int const largest_team = smallest.team_size_max(kernel, Kokkos::ParallelForTag{});
  if (largest_team < threads_per_tile) {
    throw Unsupported{std::string{"spmv needs teams of "} + std::to_string(threads_per_tile) +
                      " threads: " + ExecutionSpace::name() + " runs its kernel with at most " +
                      std::to_string(largest_team)};
  }
  int const num_tiles = carries.num_shares();
  using range_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("araios::spmv::find_tiles", range_type(exec, 0, num_tiles),
                       FindTiles<Operands, CarriesOut>{operands, carries});
  Kokkos::TeamPolicy<ExecutionSpace> policy{exec, num_tiles, threads_per_tile};
  policy.set_scratch_size(0, scratch);
  Kokkos::parallel_for("araios::spmv::walk_tiles", policy, kernel);
}

}  // namespace araios
