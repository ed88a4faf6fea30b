// SPDX-License-Identifier: BSD-3-Clause
// Sorts the entries of a compressed-row matrix into groups of rows, by two transpositions.
#pragma once

#include <Araios_GroupedCooMatrix.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Takes the row offset at which each group begins.
template <class RowOffsets, class GroupOffsets>
struct TakeGroupOffsets {
  RowOffsets row_offsets;
  GroupOffsets group_offsets;
  std::int64_t num_rows;
  int rows_per_group;

  KOKKOS_FUNCTION void operator()(std::int64_t group) const {
    std::int64_t const row = group * rows_per_group;
    group_offsets(group) = row_offsets(row < num_rows ? row : num_rows);
  }
};

/// Fetches the entries of a matrix in the order of their groups. Two transpositions have moved
/// their places.
template <class Matrix, class Result, class Places>
struct FetchGroupedEntries {
  using ordinal_type = typename Matrix::ordinal_type;

  Matrix a;
  Places columns;
  Places places_by_column;
  Result result;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const entry = places_by_column(columns(i));
    auto const row_end = [this](ordinal_type row) { return a.graph.row_offsets(row + 1); };
    result.rows(i) = upper_bound(ordinal_type{0}, a.graph.num_rows, row_end, entry);
    result.columns(i) = a.graph.columns(entry);
    result.values(i) = a.values(entry);
  }
};

/// Fills the groups of a matrix from its rows.
///
/// Rows of a group are successive, so groups are the rows of a coarser pattern, with entries in the
/// order of the rows. A transposition sorts all entries by column and keeps that order. A second
/// one hands them out to the groups. Pre: the pattern is valid and has nnz > 0 entries; the offsets
/// of `result` are allocated.
template <class ExecutionSpace, class Matrix, class Result, class GroupOffsets>
void sort_into_groups(ExecutionSpace const& exec, Matrix const& a, std::int64_t nnz,
                      Result const& result, GroupOffsets const& group_offsets) {
  using Offset = typename Matrix::offset_type;
  using Ordinal = typename Matrix::ordinal_type;
  using Device = typename Matrix::device_type;
  using RowOffsets = Kokkos::View<Offset const*, Device>;
  Kokkos::parallel_for(
      "araios::grouped_coo::take_offsets", range_of(exec, result.num_groups() + 1),
      TakeGroupOffsets<RowOffsets, GroupOffsets>{a.graph.row_offsets, group_offsets,
                                                 a.graph.num_rows, result.rows_per_group});
  CrsGraph<Offset, Ordinal const, Device> const groups{
      static_cast<Ordinal>(result.num_groups()), a.graph.num_cols, group_offsets, a.graph.columns};
  auto const by_column = transpose_alone(exec, groups, nnz);
  auto const by_group = transpose_alone(exec, graph_of(by_column.graph), nnz);
  using Places = Kokkos::View<Offset const*, Device>;
  Kokkos::parallel_for(
      "araios::grouped_coo::fetch_entries", range_of(exec, nnz),
      FetchGroupedEntries<Matrix, Result, Places>{a, by_group.entries, by_column.entries, result});
}

}  // namespace araios::inline ARAIOS_ISA::impl
