// SPDX-License-Identifier: BSD-3-Clause
// Copies between matrices with one value for each entry and matrices of blocks.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_CrsMatrix.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <blocks/Araios_BlockShapes.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// The first entry of each row of blocks.
template <class From, class To>
struct OffsetOfBlockRow {
  From from;
  To to;
  int block_rows;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const { to(row) = from(row * block_rows); }
};

/// The column of blocks of each entry.
template <class From, class To>
struct ColumnOfBlock {
  From from;
  To to;
  int block_cols;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    to(i) = static_cast<typename To::value_type>(from(i) / block_cols);
  }
};

/// The pattern of blocks of a matrix, with an entry for each of its own. Throws: OutOfMemory.
template <class ExecutionSpace, class Graph>
auto block_of_each_entry(ExecutionSpace const& exec, Graph const& graph, std::int64_t nnz,
                         int block_rows, int block_cols) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  using Offsets = Kokkos::View<Offset*, Device>;
  using Columns = Kokkos::View<Ordinal*, Device>;
  auto const num_rows = std::int64_t{graph.num_rows} / block_rows;
  Offsets const offsets = allocate_row_offsets<Offset, Device>(exec, num_rows);
  Columns const columns = allocate_view<Ordinal, Device>(
      uninitialized_at_once(exec, "araios::to_blocks.columns"), static_cast<std::size_t>(nnz));
  if (graph.row_offsets.extent(0) == 0) {
    Kokkos::deep_copy(exec, offsets, Offset{0});
  } else {
    for_range("araios::to_blocks::offsets", exec, num_rows + 1, num_rows + 1,
              OffsetOfBlockRow<decltype(graph.row_offsets), Offsets>{graph.row_offsets, offsets,
                                                                     block_rows});
  }
  for_range("araios::to_blocks::columns", exec, nnz, nnz,
            ColumnOfBlock<decltype(graph.columns), Columns>{graph.columns, columns, block_cols});
  return CrsGraph<Offset, Ordinal, Device>{static_cast<Ordinal>(num_rows),
                                           static_cast<Ordinal>(graph.num_cols / block_cols),
                                           offsets, columns};
}

/// Writes the blocks of a row: the sums of the entries that lie in each.
template <class Matrix, class Merged, class Values>
struct SumEntriesOfBlocks {
  Matrix a;
  Merged merged;
  Values values;
  int block_rows;
  int block_cols;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(merged.graph.row_offsets(row));
    auto const end = static_cast<std::int64_t>(merged.graph.row_offsets(row + 1));
    lanes.for_each(end - begin, [&](std::int64_t i) { sum_block(row, begin + i); });
  }

 private:
  KOKKOS_FUNCTION void sum_block(std::int64_t row, std::int64_t block) const {
    using Scalar = typename Values::value_type;
    Scalar* const elements = values.data() + block * block_rows * block_cols;
    for (int i = 0; i < block_rows * block_cols; ++i) elements[i] = Scalar{};
    std::int64_t const end = merged.entries.begins(block + 1);
    for (std::int64_t place = merged.entries.begins(block); place < end; ++place) {
      std::int64_t const entry = merged.entries.order(place);
      auto const col = static_cast<int>(a.graph.columns(entry) % block_cols);
      elements[row_within(row, entry) * block_cols + col] += a.values(entry);
    }
  }
  /// The row within a row of blocks that holds an entry.
  KOKKOS_FUNCTION int row_within(std::int64_t row, std::int64_t entry) const {
    int within = 0;
    while (static_cast<std::int64_t>(a.graph.row_offsets(row * block_rows + within + 1)) <= entry) {
      ++within;
    }
    return within;
  }
};

/// A matrix of the blocks that hold entries of a checked matrix.
///
/// Throws: std::invalid_argument where rows or columns are no multiple of those of a block;
///         OutOfMemory.
/// Fences: to count the blocks.
template <class ExecutionSpace, class Matrix>
auto copy_to_blocks(ExecutionSpace const& exec, CheckedOperand<Matrix> const& a, int block_rows,
                    int block_cols) {
  using Scalar = typename Matrix::scalar_type;
  using Offset = typename Matrix::offset_type;
  using Ordinal = typename Matrix::ordinal_type;
  using Device = typename Matrix::device_type;
  auto const& graph = a.rows.graph;
  ARAIOS_EXPECTS(graph.num_rows % block_rows == 0 && graph.num_cols % block_cols == 0,
                 "A is " + shape_of(graph) +
                     ", expected multiples of the rows and columns of a "
                     "block of " +
                     text_of_blocks(block_rows, block_cols));
  auto const merged =
      merge_rows(exec, block_of_each_entry(exec, graph, a.nnz, block_rows, block_cols), a.nnz);
  auto const num_values = static_cast<std::size_t>(merged.nnz) *
                          static_cast<std::size_t>(block_rows) *
                          static_cast<std::size_t>(block_cols);
  Kokkos::View<Scalar*, Device> const values =
      allocate_touched<Scalar, Device>(exec, "blocks.values", num_values);
  using Merged = std::remove_const_t<decltype(merged)>;
  for_each_row("araios::to_blocks::sum_entries", exec, rows_by_entries(merged.graph, merged.nnz),
               SumEntriesOfBlocks<Matrix, Merged, Kokkos::View<Scalar*, Device>>{
                   a.rows, merged, values, block_rows, block_cols});
  return BsrMatrix<Scalar, Offset, Ordinal, Device>{merged.graph, values, block_rows, block_cols};
}

/// Writes the rows of elements of a row of blocks, and their offsets.
template <class Blocks, class Offsets, class Columns, class Values>
struct WriteElementsOfBlocks {
  Blocks a;
  Offsets offsets;
  Columns columns;
  Values values;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    using Offset = typename Offsets::value_type;
    using Ordinal = typename Columns::value_type;
    int const block_rows = a.block_rows;
    int const block_cols = a.block_cols;
    auto const begin = static_cast<std::int64_t>(a.graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(a.graph.row_offsets(row + 1)) - begin;
    std::int64_t const length = size * block_cols;  // of a row of elements
    std::int64_t const first = begin * block_rows * block_cols;
    lanes.for_each(std::int64_t{block_rows}, [&](std::int64_t i) {
      offsets(row * block_rows + i + 1) = static_cast<Offset>(first + (i + 1) * length);
    });
    lanes.for_each(length * block_rows, [&](std::int64_t i) {
      std::int64_t const row_within = i / length;
      std::int64_t const block = i % length / block_cols;
      std::int64_t const col_within = i % block_cols;
      columns(first + i) = static_cast<Ordinal>(
          std::int64_t{a.graph.columns(begin + block)} * block_cols + col_within);
      values(first + i) =
          a.values(((begin + block) * block_rows + row_within) * block_cols + col_within);
    });
  }
};

/// All elements of checked blocks as a matrix.
///
/// Throws: std::overflow_error where its rows, columns or entries exceed their types; OutOfMemory.
template <class ExecutionSpace, class Blocks>
auto copy_from_blocks(ExecutionSpace const& exec, CheckedOperand<Blocks> const& a) {
  using Scalar = typename Blocks::scalar_type;
  using Offset = typename Blocks::offset_type;
  using Ordinal = typename Blocks::ordinal_type;
  using Device = typename Blocks::device_type;
  using Offsets = Kokkos::View<Offset*, Device>;
  using Columns = Kokkos::View<Ordinal*, Device>;
  using Values = Kokkos::View<Scalar*, Device>;
  Blocks const& blocks = a.rows;
  std::size_t const num_values = static_cast<std::size_t>(a.nnz) * block_size(blocks);
  checked_cast<Offset>(static_cast<std::int64_t>(num_values), "the number of entries");
  auto const num_rows = checked_cast<Ordinal>(
      std::int64_t{blocks.graph.num_rows} * blocks.block_rows, "the number of rows");
  auto const num_cols = checked_cast<Ordinal>(
      std::int64_t{blocks.graph.num_cols} * blocks.block_cols, "the number of columns");
  Offsets const offsets = allocate_row_offsets<Offset, Device>(exec, std::int64_t{num_rows});
  Columns const columns = allocate_touched<Ordinal, Device>(exec, "matrix.columns", num_values);
  Values const values = allocate_touched<Scalar, Device>(exec, "matrix.values", num_values);
  Kokkos::deep_copy(exec, Kokkos::subview(offsets, 0), Offset{0});
  for_each_row(
      "araios::from_blocks::write_rows", exec, rows_by_entries(blocks.graph, a.nnz),
      WriteElementsOfBlocks<Blocks, Offsets, Columns, Values>{blocks, offsets, columns, values});
  return CrsMatrix<Scalar, Offset, Ordinal, Device>{{num_rows, num_cols, offsets, columns}, values};
}

}  // namespace araios::inline ARAIOS_ISA::impl
