// SPDX-License-Identifier: BSD-3-Clause
// Copies of sparse matrices to dense ones and back.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_DenseMemory.hpp>
#include <matrix/Araios_DenseScan.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_ResultMemory.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Checks that a dense matrix has the shape of A and memory of its own.
/// Throws: std::invalid_argument.
template <class Matrix, class Dense>
void check_dense(Matrix const& a, Dense const& dense) {
  auto const& graph = a.graph;
  ARAIOS_EXPECTS(std::cmp_equal(dense.extent(0), graph.num_rows) &&
                     std::cmp_equal(dense.extent(1), graph.num_cols),
                 "dense is " + std::to_string(dense.extent(0)) + "×" +
                     std::to_string(dense.extent(1)) + ", expected " +
                     std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols) +
                     " as A");
  ARAIOS_EXPECTS(!lacks_memory(dense), "dense has no memory");
  ARAIOS_EXPECTS(!overlaps_operand(dense, a), "dense shares memory with A");
}

/// Adds the entries of a row to a row of zeros.
template <class Matrix, class Dense>
struct AddRowToDense {
  Matrix a;
  Dense dense;
  bool has_distinct_columns;  ///< lanes then write to different elements

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(a.graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(a.graph.row_offsets(row + 1)) - begin;
    auto const add = [&](std::int64_t i) {
      dense(row, a.graph.columns(begin + i)) += a.values(begin + i);
    };
    if (has_distinct_columns) {
      lanes.for_each(size, add);
    } else {
      lanes.single([&]() {
        for (std::int64_t i = 0; i < size; ++i) add(i);
      });
    }
  }
};

/// Fills a dense matrix of the shape of A.
template <class ExecutionSpace, class Matrix, class Dense>
void write_dense(ExecutionSpace const& exec, CheckedOperand<Matrix> const& a, Dense const& dense) {
  Kokkos::deep_copy(exec, dense, typename Dense::value_type{});
  for_each_row("araios::to_dense::add_rows", exec, rows_by_entries(a.rows.graph, a.nnz),
               AddRowToDense<Matrix, Dense>{a.rows, dense, a.scan.columns_increase()});
}

/// Puts entries that are found in a dense matrix to their place.
template <class Result>
struct PutDenseEntry {
  Result result;

  template <class Scalar>
  KOKKOS_FUNCTION void operator()(std::int64_t place, std::int64_t /*row*/, std::int64_t column,
                                  Scalar const& value) const {
    result.graph.columns(place) = static_cast<typename Result::ordinal_type>(column);
    result.values(place) = value;
  }
};

/// The elements of a dense matrix that are not zero.
///
/// Throws: std::invalid_argument; std::overflow_error; OutOfMemory. Fences: once.
template <class Offset, class Ordinal, class ExecutionSpace, class Dense>
auto read_dense(ExecutionSpace const& exec, Dense const& dense) {
  using Scalar = typename Dense::non_const_value_type;
  using Device = typename Dense::device_type;
  using Result = CrsMatrix<Scalar, Offset, Ordinal, Device>;
  using Counts = Kokkos::View<std::int64_t*, Device>;
  using RowsOfDense =
      DenseGroups<Kokkos::View<Scalar const**, typename Dense::array_layout, Device>>;
  auto const num_rows = checked_cast<Ordinal>(dense.extent(0), "the number of rows");
  auto const num_cols = checked_cast<Ordinal>(dense.extent(1), "the number of columns");
  ARAIOS_EXPECTS(!lacks_memory(dense), "dense has no memory");
  RowsOfDense const rows{dense, 1};
  Counts const counts = allocate_view<std::int64_t, Device>(
      uninitialized_at_once(exec, "araios::from_dense.counts"), dense.extent(0));
  auto const policy = thread_for_each(exec, std::int64_t{num_rows},
                                      Kokkos::TeamPolicy<ExecutionSpace>::vector_length_max());
  if (num_rows > 0) {
    Kokkos::parallel_for("araios::from_dense::count", policy,
                         CountNonzeros<RowsOfDense, Counts>{rows, counts});
  }
  auto const counted = count_rows<Offset>(exec, counts, "the number of entries");
  Result const result = allocate_result<Scalar>(
      exec, "sparse",
      CrsGraph<Offset, Ordinal, Device>{num_rows, num_cols, counted.row_offsets, {}}, counted.nnz);
  if (num_rows > 0) {
    Kokkos::parallel_for(
        "araios::from_dense::write", policy,
        WriteNonzeros<RowsOfDense, decltype(counted.row_offsets), PutDenseEntry<Result>>{
            rows, counted.row_offsets, {result}});
  }
  return result;
}

}  // namespace araios::inline ARAIOS_ISA::impl
