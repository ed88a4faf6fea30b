// SPDX-License-Identifier: BSD-3-Clause
// The pattern of M = I − omega·D⁻¹·A: that of A, with the diagonal.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// What a plan knows of the pattern of M.
template <class Offset, class Ordinal, class Device>
struct JacobiPattern {
  using offset_type = Offset;

  PlannedPattern a;
  bool has_repeats = false;                 ///< columns of A may repeat
  std::int64_t first_row_without = -1;      ///< the first row of A without a diagonal entry, or -1
  Kokkos::View<Offset*, Device> diagonal;   ///< place of the first diagonal entry in each row of M
  CrsGraph<Offset, Ordinal, Device> graph;  ///< of M, where rows of A lack diagonal entries

  /// Whether M has the pattern of A.
  bool is_that_of_a() const { return first_row_without < 0; }
};

/// Finds the place of the first diagonal entry in a row of M: where A has it, or before the first
/// larger column. Counts the entries of the row.
template <class Graph, class Places, class Sizes>
struct FindDiagonal {
  Graph a;
  Places places;
  Sizes sizes;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(a.row_offsets(row));
    auto const size = static_cast<std::int64_t>(a.row_offsets(row + 1)) - begin;
    std::int64_t place = first_where(
        lanes, size, [&](std::int64_t i) { return std::int64_t{a.columns(begin + i)} == row; });
    bool const is_missing = place == size;
    if (is_missing) {
      place = first_where(lanes, size,
                          [&](std::int64_t i) { return std::int64_t{a.columns(begin + i)} > row; });
    }
    lanes.single([&]() {
      places(row) = static_cast<typename Places::value_type>(place);
      sizes(row) = size + (is_missing ? 1 : 0);
    });
  }

 private:
  /// The first i in [0, size) that holds, or size.
  template <class Lanes, class Holds>
  KOKKOS_FUNCTION static std::int64_t first_where(Lanes const& lanes, std::int64_t size,
                                                  Holds const& holds) {
    std::int64_t first = size;
    lanes.reduce(
        size,
        [&](std::int64_t i, std::int64_t& least) {
          if (i < least && holds(i)) least = i;
        },
        Kokkos::Min<std::int64_t>(first));
    return first < size ? first : size;
  }
};

/// Finds the first row that has more entries in M than in A.
template <class Graph, class Sizes>
struct FirstLongerRow {
  Graph a;
  Sizes sizes;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& first) const {
    auto const size = static_cast<std::int64_t>(a.row_offsets(row + 1) - a.row_offsets(row));
    if (sizes(row) > size && row < first) first = row;
  }
};

/// Writes the columns of M.
template <class GraphA, class GraphM, class Places>
struct InsertDiagonal {
  GraphA a;
  GraphM m;
  Places places;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    using Ordinal = typename GraphM::ordinal_type;
    auto const from = static_cast<std::int64_t>(a.row_offsets(row));
    auto const to = static_cast<std::int64_t>(m.row_offsets(row));
    auto const size = static_cast<std::int64_t>(a.row_offsets(row + 1)) - from;
    auto const place = static_cast<std::int64_t>(places(row));
    bool const inserts = static_cast<std::int64_t>(m.row_offsets(row + 1)) - to > size;
    lanes.for_each(size, [&](std::int64_t i) {
      m.columns(to + i + (inserts && i >= place ? 1 : 0)) = a.columns(from + i);
    });
    if (inserts) lanes.single([&]() { m.columns(to + place) = static_cast<Ordinal>(row); });
  }
};

/// Checks A, and finds the pattern of M.
///
/// Throws: std::invalid_argument naming what is wrong with A; std::overflow_error where the entries
///         of M exceed Offset; OutOfMemory.
/// Fences: to read the results of the checks and counts.
template <class ExecutionSpace, class Graph>
auto jacobi_pattern(ExecutionSpace const& exec, Graph const& given, bool keeps_fingerprint) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  check_shape(given, "A");
  ARAIOS_EXPECTS(given.num_rows == given.num_cols,
                 "A is " + std::to_string(given.num_rows) + "×" + std::to_string(given.num_cols) +
                     ", expected as many columns as rows: M = I − omega·D⁻¹·A is square");
  auto const checked = checked_operand(exec, given, "A");
  Graph const& a = checked.rows;
  std::int64_t const num_rows = a.num_rows;
  auto const size = static_cast<std::size_t>(num_rows);
  JacobiPattern<Offset, Ordinal, Device> pattern;
  pattern.a = planned_pattern(exec, checked, keeps_fingerprint);
  pattern.has_repeats = !checked.scan.columns_increase();
  pattern.diagonal =
      allocate_view<Offset, Device>(uninitialized_at_once(exec, "araios::jacobi.diagonal"), size);
  auto const sizes = allocate_view<std::int64_t, Device>(
      uninitialized_at_once(exec, "araios::jacobi.sizes"), size);
  auto const rows = rows_by_entries(a, checked.nnz);
  for_each_row(
      "araios::jacobi::find_diagonal", exec, rows,
      FindDiagonal<Graph, decltype(pattern.diagonal), decltype(sizes)>{a, pattern.diagonal, sizes});
  std::int64_t first = num_rows;
  if (num_rows > 0) {
    reduce_range("araios::jacobi::first_row_without", exec, num_rows, num_rows,
                 FirstLongerRow<Graph, decltype(sizes)>{a, sizes},
                 Kokkos::Min<std::int64_t>(first));
  }
  if (first >= num_rows) return pattern;
  pattern.first_row_without = first;
  auto const counted = count_rows<Offset>(exec, sizes, "the number of entries of I − omega·D⁻¹·A");
  pattern.graph = {
      a.num_rows, a.num_cols, counted.row_offsets,
      allocate_view<Ordinal, Device>(uninitialized_at_once(exec, "araios::jacobi.columns"),
                                     static_cast<std::size_t>(counted.nnz))};
  for_each_row("araios::jacobi::insert_diagonal", exec, rows,
               InsertDiagonal<Graph, decltype(pattern.graph), decltype(pattern.diagonal)>{
                   a, pattern.graph, pattern.diagonal});
  exec.fence("araios: the pattern of a Jacobi step is complete");
  return pattern;
}

}  // namespace araios::inline ARAIOS_ISA::impl
