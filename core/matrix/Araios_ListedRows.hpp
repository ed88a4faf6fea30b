// SPDX-License-Identifier: BSD-3-Clause
// Copies rows of a matrix that a list names.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ResultMemory.hpp>
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
#include <stdexcept>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Takes the sizes of listed rows, and finds the first index that is no row.
template <class Graph, class Rows, class Sizes>
struct SizeOfListedRow {
  using ordinal_type = typename Graph::ordinal_type;

  Graph graph;
  Rows rows;
  Sizes sizes;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& first_bad) const {
    // As unsigned numbers, negative indices exceed all others.
    auto const row = static_cast<std::uint64_t>(rows(i));
    bool const is_row = row < static_cast<std::uint64_t>(graph.num_rows);
    sizes(i) = is_row ? row_length(graph, static_cast<ordinal_type>(row)) : 0;
    if (!is_row && i < first_bad) first_bad = i;
  }
};

template <class Matrix, class Rows, class Result>
struct CopyListedRow {
  Matrix a;
  Rows rows;
  Result result;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t i) const {
    auto const from = static_cast<std::int64_t>(a.graph.row_offsets(rows(i)));
    auto const to = static_cast<std::int64_t>(result.graph.row_offsets(i));
    std::int64_t const size = static_cast<std::int64_t>(result.graph.row_offsets(i + 1)) - to;
    lanes.for_each(size, [&](std::int64_t entry) {
      result.graph.columns(to + entry) = a.graph.columns(from + entry);
      result.values(to + entry) = a.values(from + entry);
    });
  }
};

/// The sizes of listed rows. Throws: std::invalid_argument; OutOfMemory. Fences: once.
template <class ExecutionSpace, class Graph, class Rows>
auto sizes_of_listed_rows(ExecutionSpace const& exec, Graph const& graph, Rows const& rows) {
  using Sizes = Kokkos::View<std::int64_t*, typename Graph::device_type>;
  auto const count = static_cast<std::int64_t>(rows.extent(0));
  Sizes const sizes = allocate_view<std::int64_t, typename Graph::device_type>(
      uninitialized_at_once(exec, "araios::extract_rows.sizes"), rows.extent(0));
  std::int64_t first_bad = count;
  if (count == 0) return sizes;
  reduce_range("araios::extract_rows::sizes", exec, count, count,
               SizeOfListedRow<Graph, Rows, Sizes>{graph, rows, sizes},
               Kokkos::Min<std::int64_t>(first_bad));
  if (first_bad < count) {
    auto const index = static_cast<std::size_t>(first_bad);
    throw std::invalid_argument{"rows[" + std::to_string(index) + "] is " +
                                std::to_string(element_of(exec, rows, index)) +
                                ", expected a row in [0, " + std::to_string(graph.num_rows) + ")"};
  }
  return sizes;
}

/// Copies the listed rows of a checked matrix into a new one.
///
/// Throws: std::invalid_argument, std::overflow_error as extract_rows; OutOfMemory.
/// Fences: twice.
template <class Offset, class ExecutionSpace, class Matrix, class Rows>
auto copy_listed_rows(ExecutionSpace const& exec, Matrix const& a, Rows const& rows) {
  using Ordinal = typename Matrix::ordinal_type;
  using Device = typename Matrix::device_type;
  using Result = CrsMatrix<typename Matrix::scalar_type, Offset, Ordinal, Device>;
  auto const num_rows = checked_cast<Ordinal>(rows.extent(0), "the number of extracted rows");
  ARAIOS_EXPECTS(rows.data() != nullptr || num_rows == 0, "rows has no memory");
  auto const sizes = sizes_of_listed_rows(exec, graph_of(a), rows);
  auto const counted = count_rows<Offset>(exec, sizes, "the number of entries of the rows");
  Result const result = allocate_result<typename Matrix::scalar_type>(
      exec, "extracted rows",
      typename Result::graph_type{num_rows, a.graph.num_cols, counted.row_offsets, {}},
      counted.nnz);
  for_each_row("araios::extract_rows::copy", exec, rows_by_entries(result.graph, counted.nnz),
               CopyListedRow<Matrix, Rows, Result>{a, rows, result});
  return result;
}

}  // namespace araios::inline ARAIOS_ISA::impl
