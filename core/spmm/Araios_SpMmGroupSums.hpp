// SPDX-License-Identifier: BSD-3-Clause
// Register blocking of SpMM on devices: a thread sums a group of rows in a few columns.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmOperands.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Neighbouring elements that one instruction loads or stores.
template <class Scalar, int width>
struct alignas(sizeof(Scalar) * width) ElementPack {
  Scalar elements[width];
};

/// The sums of the rows of a group in `width` neighbouring columns, which one load reads. A width
/// above one needs all rows of B, and of a C in row-major order, to be aligned for it.
template <class Operands, int width>
struct GroupSums {
  using groups_type = typename Operands::groups_type;
  using scalar_type = typename Operands::scalar_type;
  using pack_type = ElementPack<scalar_type, width>;

  static constexpr int rows = groups_type::rows_per_group;
  /// Most threads of a team.
  static constexpr int largest_team =
      rows * width * sizeof(scalar_type) <= tuning::spmm_device_large_sums
          ? tuning::spmm_device_largest_team
          : tuning::spmm_device_team_of_large_sums;
  using Sums = scalar_type[rows][width];
  /// Shares of a group of many entries; a power of two.
  static constexpr int shares_of_long_group = tuning::spmm_device_shares_of_long_group;

  Operands operands;

  /// Adds the products of entries begin to end.
  KOKKOS_FUNCTION void add(std::int64_t begin, std::int64_t end, std::int64_t column,
                           Sums& sums) const {
    constexpr int batch = tuning::spmm_device_batch;
    std::int64_t entry = begin;
    for (; entry + batch <= end; entry += batch) add_products<batch>(entry, column, sums);
    for (; entry < end; ++entry) add_products<1>(entry, column, sums);
  }

  /// Adds a share of a group of many entries.
  KOKKOS_FUNCTION void add_share(std::int64_t group, int share, std::int64_t column,
                                 Sums& sums) const {
    std::int64_t const begin = operands.a.begin(group);
    std::int64_t const length = operands.a.end(group) - begin;
    add(begin + length * share / shares_of_long_group,
        begin + length * (share + 1) / shares_of_long_group, column, sums);
  }

  /// Adds all shares, in the order in which several threads would.
  KOKKOS_FUNCTION void add_shares(std::int64_t group, std::int64_t column, Sums& sums) const {
    for (int share = 0; share < shares_of_long_group; ++share) {
      Sums part = {};
      add_share(group, share, column, part);
      for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < width; ++i) sums[row][i] += part[row][i];
      }
    }
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

 private:
  /// Adds the products of `count` entries. All loads are issued before the first is used.
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

  /// Adds to one row of the sums. Rows are named by constants, so that all sums stay in registers.
  template <int... row>
  KOKKOS_FUNCTION static void add_to_rows(int row_in_group, scalar_type const& value,
                                          pack_type const& pack, Sums& sums,
                                          std::integer_sequence<int, row...>) {
    (add_if(row_in_group == row, sums[row], value, pack), ...);
  }

  KOKKOS_FUNCTION static void add_if(bool is_row, scalar_type (&sums_of_row)[width],
                                     scalar_type const& value, pack_type const& pack) {
    if (!is_row) return;
    // An instruction that must run for this row alone makes compilers use predicates. Without it
    // they add to all rows and select, which multiplies the arithmetic.
    asm volatile("");
    add_to_row(sums_of_row, value, pack);
  }

  KOKKOS_FUNCTION static void add_to_row(scalar_type (&sums_of_row)[width],
                                         scalar_type const& value, pack_type const& pack) {
    for (int i = 0; i < width; ++i) sums_of_row[i] += value * pack.elements[i];
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
