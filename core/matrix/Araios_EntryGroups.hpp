// SPDX-License-Identifier: BSD-3-Clause
// The entries of a matrix by groups of rows, as products with dense matrices walk them.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_GroupedCooMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A matrix that spmm multiplies, by rows or by groups of rows.
template <class T>
concept SpMmMatrix = SparseMatrix<T> || GroupedMatrix<T>;

/// The entries of a matrix in groups of neighbouring rows, as products with dense matrices walk
/// them. Each row of a CrsMatrix is a group; groups of a GroupedCoo have `rows` rows.
template <SpMmMatrix Matrix, int rows>
struct EntryGroups {
  using scalar_type = typename Matrix::scalar_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using device_type = typename Matrix::device_type;
  template <class Element>
  using Elements =
      Kokkos::View<Element const*, device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  static constexpr int rows_per_group = rows;
  static_assert((rows & (rows - 1)) == 0, "rows within a group are masked");

  std::int64_t num_rows;
  std::int64_t num_cols;
  Elements<typename Matrix::offset_type> offsets;
  Elements<ordinal_type> rows_of_entries;  ///< empty where a group is a row
  Elements<ordinal_type> columns;
  Elements<scalar_type> values;

  KOKKOS_FUNCTION std::int64_t num_groups() const { return (num_rows + rows - 1) / rows; }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t group) const {
    return static_cast<std::int64_t>(offsets(group));
  }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t group) const {
    return static_cast<std::int64_t>(offsets(group + 1));
  }
  /// Entries of all groups. The first one of rows of a larger matrix is not 0. Pre: there are rows.
  KOKKOS_FUNCTION std::int64_t num_entries() const { return end(num_groups() - 1) - begin(0); }
  /// Rows of a group. The last group may have fewer.
  KOKKOS_FUNCTION int num_rows_of(std::int64_t group) const {
    std::int64_t const rest = num_rows - group * rows;
    return rest < rows ? static_cast<int>(rest) : rows;
  }
  /// The row of an entry, counted from the first of its group.
  KOKKOS_FUNCTION int row_in_group(std::int64_t entry) const {
    if constexpr (rows == 1) {
      return 0;
    } else {
      return static_cast<int>(rows_of_entries(entry) & (rows - 1));
    }
  }
};

template <SparseMatrix Matrix>
EntryGroups<Matrix, 1> entry_groups(Matrix const& a) {
  return {a.graph.num_rows, a.graph.num_cols, a.graph.row_offsets, {}, a.graph.columns, a.values};
}
template <int rows, GroupedMatrix Matrix>
EntryGroups<Matrix, rows> entry_groups(Matrix const& a) {
  return {a.num_rows, a.num_cols, a.group_offsets, a.rows, a.columns, a.values};
}

}  // namespace araios::inline ARAIOS_ISA::impl
