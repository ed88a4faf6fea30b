// SPDX-License-Identifier: BSD-3-Clause
// Supernodes: rows of C that are found together, since their rows of A have the same columns.
#pragma once

#include <matrix/Araios_GraphChecks.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

// The unknowns of one grid point have the same columns in A, so their rows of C have the same
// columns as well. Such rows form a supernode: a row continues the supernode of the row before it
// when both rows of A have the same columns. The first row represents the supernode. A row whose
// number is a multiple of supernode_max_rows always begins a new one.

/// The width of a row, and whether it continues a supernode, packed in one number.
template <class Ordinal>
struct MarkedWidth {
  KOKKOS_FUNCTION static Ordinal mark(Ordinal width, bool continues_supernode) {
    return continues_supernode ? -1 - width : width;
  }
  KOKKOS_FUNCTION static bool continues_supernode(Ordinal marked) { return marked < 0; }
  KOKKOS_FUNCTION static Ordinal width(Ordinal marked) {
    return continues_supernode(marked) ? -1 - marked : marked;
  }
};

/// The number of rows in a supernode.
///
/// Shapes: marked_widths m.
/// Pre:    `row` is its representative.
template <class MarkedWidths, class Ordinal>
KOKKOS_FUNCTION int num_supernode_rows(MarkedWidths const& marked_widths, Ordinal row) {
  auto const end = static_cast<std::int64_t>(marked_widths.extent(0));
  int count = 1;
  while (row + count < end && MarkedWidth<Ordinal>::continues_supernode(marked_widths(row + count)))
    ++count;
  return count;
}

/// Whether the owner of a representative handles the whole supernode in the bin of this row. In
/// other bins members are ordinary rows.
KOKKOS_FUNCTION constexpr bool handles_supernode(BinnedRow const& row) {
  return row.bin == static_cast<int>(RowBin::short_bitmap) ||
         row.bin == static_cast<int>(RowBin::bitmap);
}

/// The number of rows of a supernode whose values lie in scratch at once, beside one bitmap of
/// `words` words.
///
/// Units: size: entries of one row.
KOKKOS_FUNCTION constexpr int supernode_rows_at_once(std::int64_t words, std::int64_t size,
                                                     int num_rows) {
  constexpr int most = tuning::supernode_row_batch;
  int const rounds = (num_rows + most - 1) / most;
  int rows = (num_rows + rounds - 1) / rounds;
  while (rows > 1 && bitmap_bytes(words, sizeof(std::uint16_t), rows * size) >
                         tuning::numeric_bitmap_max_bytes) {
    --rows;
  }
  return rows;
}

/// Whether a row of A has the columns of the row before it, by the lanes that bound it.
///
/// Pre: row offsets of this row are valid.
template <class Lanes, class Graph>
KOKKOS_FUNCTION bool has_columns_of_row_before(Lanes const& lanes, Graph const& a,
                                               typename Graph::ordinal_type row) {
  if (row % tuning::supernode_max_rows == 0 || !row_offsets_valid(a, row - 1)) return false;
  auto const begin = a.row_offsets(row);
  auto const length = a.row_offsets(row + 1) - begin;
  if (begin - a.row_offsets(row - 1) != length) return false;
  // Most rows that are no members differ here.
  if (length == 0 || a.columns(begin) != a.columns(begin - length)) return false;
  return lanes.template sum<int>(length, [&](auto i, int& differing) {
    differing += a.columns(begin + i) != a.columns(begin - length + i) ? 1 : 0;
  }) == 0;
}

/// Whether `num_rows` rows from `row` on have the same columns in A, by the lanes of their owner.
template <class Lanes, class Graph>
KOKKOS_FUNCTION bool have_same_columns(Lanes const& lanes, Graph const& a,
                                       typename Graph::ordinal_type row, int num_rows) {
  auto const begin = a.row_offsets(row);
  auto const length = a.row_offsets(row + 1) - begin;
  for (int i = 1; i < num_rows; ++i) {
    if (a.row_offsets(row + i + 1) - a.row_offsets(row + i) != length) return false;
  }
  auto const rows_behind = static_cast<decltype(length)>(num_rows - 1);
  return lanes.template sum<int>(length * rows_behind, [&](auto i, int& differing) {
    differing += a.columns(begin + i) != a.columns(begin + length + i) ? 1 : 0;
  }) == 0;
}

}  // namespace araios::inline ARAIOS_ISA::impl
