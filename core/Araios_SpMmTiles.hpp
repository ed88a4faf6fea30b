// SPDX-License-Identifier: BSD-3-Clause
// SpMM on devices: each thread sums the rows of a group in a few columns, in registers.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_SpMmOperands.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios {

/// Neighbouring elements that are loaded or stored at once.
template <class Scalar, int width>
struct alignas(sizeof(Scalar) * width) ElementPack {
  Scalar elements[width];
};

/// How the threads of a launch share out groups and columns: those of a team hold neighbouring
/// groups, `lanes` threads each, and all of them the same columns, so that they meet in the cache
/// of their multiprocessor while they walk the rows of B in about the same order.
struct TileShape {
  int lanes;
  int team_size;
  std::int64_t num_teams_of_groups;
  std::int64_t num_teams_of_columns;

  KOKKOS_FUNCTION int groups_per_team() const { return team_size / lanes; }
};

/// Multiplies the groups and columns of a team.
///
/// `width` neighbouring columns of B are loaded at once: more than one only where all rows of B and
/// of C in row-major order are aligned for that.
template <class Operands, int width>
struct MultiplyTiles {
  using groups_type = typename Operands::groups_type;
  using scalar_type = typename Operands::scalar_type;
  using pack_type = ElementPack<scalar_type, width>;

  static constexpr int rows = groups_type::rows_per_group;
  static constexpr int largest_team =
      rows * width * sizeof(scalar_type) <= tuning::spmm_device_large_sums
          ? tuning::spmm_device_largest_team
          : tuning::spmm_device_team_of_large_sums;
  using Sums = scalar_type[rows][width];

  Operands operands;
  TileShape shape;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    // Teams that follow each other hold the same columns: these stay in the cache of the device.
    std::int64_t const team_of_groups = member.league_rank() % shape.num_teams_of_groups;
    std::int64_t const team_of_columns = member.league_rank() / shape.num_teams_of_groups;
    std::int64_t const group =
        team_of_groups * shape.groups_per_team() + member.team_rank() / shape.lanes;
    std::int64_t const column =
        (team_of_columns * shape.lanes + member.team_rank() % shape.lanes) * width;
    if (group >= operands.a.num_groups() || column >= operands.num_columns) return;
    Sums sums = {};
    constexpr int batch = tuning::spmm_device_batch;
    std::int64_t const end = operands.a.end(group);
    std::int64_t entry = operands.a.begin(group);
    for (; entry + batch <= end; entry += batch) add_products<batch>(entry, column, sums);
    for (; entry < end; ++entry) add_products<1>(entry, column, sums);
    store(group, column, sums);
  }

 private:
  /// Adds the products of `count` entries; all their loads are under way before the first is used.
  template <int count>
  KOKKOS_FUNCTION void add_products(std::int64_t first, std::int64_t column, Sums& sums) const {
    pack_type packs[count];
    scalar_type values[count];
    int rows_in_group[count];
    for (int i = 0; i < count; ++i) {
      auto const* const row = operands.row_of_b(operands.a.columns(first + i), column);
      packs[i] = *reinterpret_cast<pack_type const*>(row);
      values[i] = operands.a.values(first + i);
      rows_in_group[i] = operands.a.row_in_group(first + i);
    }
    for (int i = 0; i < count; ++i) {
      if constexpr (rows == 1) {
        add_to_row(sums[0], values[i], packs[i]);
      } else {
        add_to_rows(rows_in_group[i], values[i], packs[i], sums,
                    std::make_integer_sequence<int, rows>{});
      }
    }
  }

  /// Adds to one row of the sums, named by constants, so that all stay in registers.
  template <int... row>
  KOKKOS_FUNCTION static void add_to_rows(int row_in_group, scalar_type const& value,
                                          pack_type const& pack, Sums& sums,
                                          std::integer_sequence<int, row...>) {
    (add_if(row_in_group == row, sums[row], value, pack), ...);
  }

  KOKKOS_FUNCTION static void add_if(bool is_row, scalar_type (&sums_of_row)[width],
                                     scalar_type const& value, pack_type const& pack) {
    if (!is_row) return;
    // Without it compilers add to all rows and select: four times the arithmetic. An instruction
    // that must not run for others leaves them predicates alone.
    asm volatile("");
    add_to_row(sums_of_row, value, pack);
  }

  KOKKOS_FUNCTION static void add_to_row(scalar_type (&sums_of_row)[width],
                                         scalar_type const& value, pack_type const& pack) {
    for (int i = 0; i < width; ++i) sums_of_row[i] += value * pack.elements[i];
  }

  KOKKOS_FUNCTION void store(std::int64_t group, std::int64_t column, Sums const& sums) const {
    int const num_rows = operands.a.num_rows_of(group);
    for (int row = 0; row < rows; ++row) {
      if (row < num_rows) store_row(group * rows + row, column, sums[row]);
    }
  }

  KOKKOS_FUNCTION void store_row(std::int64_t row, std::int64_t column,
                                 scalar_type const (&sums_of_row)[width]) const {
    if constexpr (Operands::c_is_row_major) {
      auto* const elements = reinterpret_cast<pack_type*>(&operands.c(row, column));
      bool const reads_c = operands.beta != scalar_type{};
      pack_type pack = reads_c ? *elements : pack_type{};
      for (int i = 0; i < width; ++i) {
        scalar_type const product = operands.alpha * sums_of_row[i];
        pack.elements[i] = reads_c ? product + operands.beta * pack.elements[i] : product;
      }
      *elements = pack;
    } else {
      for (int i = 0; i < width; ++i) operands.store(row, column + i, sums_of_row[i]);
    }
  }
};

/// Most lanes of a launch. A team of rows that has fewer of them, and more rows, finds more rows of
/// B in its cache once it reads each of them about once.
template <class Groups, int largest_team>
std::int64_t most_lanes(Groups const& groups) {
  constexpr int few = tuning::spmm_device_lanes_of_rows_read_often;
  if (Groups::rows_per_group > 1) return tuning::spmm_device_max_lanes;
  double const reads_by_teams_of_few =
      largest_team / few * static_cast<double>(groups.columns.extent(0));
  double const rows_of_all =
      static_cast<double>(groups.num_cols) * static_cast<double>(groups.num_rows);
  return reads_by_teams_of_few >= rows_of_all ? few : tuning::spmm_device_max_lanes;
}

/// Chooses the shape of a launch: as many lanes as the columns fill, and large teams unless they
/// would be too few to occupy the device.
template <class Kernel>
TileShape tile_shape(typename Kernel::groups_type const& groups, std::int64_t packs_of_columns,
                     int concurrency, SpMmOptions const& options) {
  std::int64_t const num_groups = groups.num_groups();
  auto const filled = std::bit_ceil(static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      packs_of_columns, 1,
      most_lanes<typename Kernel::groups_type, Kernel::largest_team>(groups))));
  int const lanes = options.lanes.value_or(static_cast<int>(filled));
  std::int64_t const num_teams_of_columns = (packs_of_columns + lanes - 1) / lanes;
  std::int64_t const num_threads = num_groups * num_teams_of_columns * lanes;
  int team_size = Kernel::largest_team;
  while (team_size > tuning::spmm_device_smallest_team &&
         num_threads / team_size < concurrency / tuning::spmm_device_largest_team) {
    team_size /= 2;
  }
  team_size = options.team_size.value_or(std::max(team_size, lanes));
  std::int64_t const groups_per_team = team_size / lanes;
  return {lanes, team_size, (num_groups + groups_per_team - 1) / groups_per_team,
          num_teams_of_columns};
}

/// Enqueues the product with `width` columns a thread.
///
/// Throws: std::overflow_error when there are more teams than a launch can have;
///         std::invalid_argument when options ask for larger teams than the kernel can have.
template <int width, class ExecutionSpace, class Operands>
void multiply_tiles(ExecutionSpace const& exec, Operands const& operands,
                    SpMmOptions const& options) {
  using kernel_type = MultiplyTiles<Operands, width>;
  constexpr int largest_team = kernel_type::largest_team;
  TileShape const shape = tile_shape<kernel_type>(
      operands.a, (operands.num_columns + width - 1) / width, exec.concurrency(), options);
  ARAIOS_EXPECTS(shape.team_size <= largest_team && shape.team_size % shape.lanes == 0,
                 "options ask for teams of " + std::to_string(shape.team_size) + " threads with " +
                     std::to_string(shape.lanes) + " lanes, expected at most " +
                     std::to_string(largest_team) + " threads, a multiple of the lanes");
  auto const num_teams = checked_cast<int>(shape.num_teams_of_groups * shape.num_teams_of_columns,
                                           "the number of teams of spmm");
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<largest_team, 1>>;
  Kokkos::parallel_for("araios::spmm::multiply_tiles",
                       policy_type(exec, num_teams, shape.team_size), kernel_type{operands, shape});
}

/// True when packs of `width` elements are aligned in every row.
template <int width, class Scalar>
bool packs_are_aligned(Scalar const* first, std::int64_t stride, std::int64_t num_columns) {
  auto const address = reinterpret_cast<std::uintptr_t>(first);
  return address % (sizeof(Scalar) * width) == 0 && stride % width == 0 && num_columns % width == 0;
}

/// Enqueues the product of all groups with the widest loads that the alignment of B and C allows.
template <class ExecutionSpace, class Operands>
void multiply_tiles(ExecutionSpace const& exec, Operands const& operands,
                    SpMmOptions const& options) {
  using scalar_type = typename Operands::scalar_type;
  constexpr int width =
      std::max<int>(1, tuning::spmm_device_load_bytes / static_cast<int>(sizeof(scalar_type)));
  auto const n = operands.num_columns;
  bool const c_is_aligned =
      !Operands::c_is_row_major ||
      packs_are_aligned<width>(operands.c.data(), static_cast<std::int64_t>(operands.c.stride(0)),
                               n);
  if (c_is_aligned && packs_are_aligned<width>(operands.b, operands.b_stride, n)) {
    multiply_tiles<width>(exec, operands, options);
  } else {
    multiply_tiles<1>(exec, operands, options);
  }
}

}  // namespace araios
