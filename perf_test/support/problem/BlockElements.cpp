// SPDX-License-Identifier: BSD-3-Clause
// Blocks and their elements on the host, by loops that share nothing with the library.
#include "problem/BlockElements.hpp"

#include <set>
#include <vector>

namespace araios::perf {
namespace {

std::size_t place(std::int64_t index) { return static_cast<std::size_t>(index); }

/// The columns of blocks in which the rows of a block have entries.
std::set<int> block_columns_of(HostMatrix const& a, int block_row, BlockShape shape) {
  std::set<int> found;
  std::int64_t const first = std::int64_t{block_row} * shape.rows;
  for (auto entry = a.graph.row_offsets(place(first));
       entry < a.graph.row_offsets(place(first + shape.rows)); ++entry) {
    found.insert(a.graph.columns(place(entry)) / shape.cols);
  }
  return found;
}

}  // namespace

HostMatrix filled_blocks(HostMatrix const& a, BlockShape shape) {
  int const num_block_rows = a.graph.num_rows / shape.rows;
  std::vector<std::set<int>> blocks;
  std::size_t num_blocks = 0;
  for (int row = 0; row < num_block_rows; ++row) {
    blocks.push_back(block_columns_of(a, row, shape));
    num_blocks += blocks.back().size();
  }
  std::size_t const size = num_blocks * place(shape.rows) * place(shape.cols);
  Kokkos::View<std::int64_t*, HostDevice> const offsets("offsets", place(a.graph.num_rows) + 1);
  Kokkos::View<int*, HostDevice> const columns("columns", size);
  Kokkos::View<double*, HostDevice> const values("values", size);
  std::vector<double> row_of_a(place(a.graph.num_cols));
  std::size_t next = 0;
  for (std::size_t row = 0; row < place(a.graph.num_rows); ++row) {
    auto const begin = a.graph.row_offsets(row);
    auto const end = a.graph.row_offsets(row + 1);
    for (auto i = begin; i < end; ++i) {
      row_of_a[place(a.graph.columns(place(i)))] = a.values(place(i));
    }
    for (int const block_column : blocks[row / place(shape.rows)]) {
      for (int column = block_column * shape.cols; column < (block_column + 1) * shape.cols;
           ++column) {
        columns(next) = column;
        values(next++) = row_of_a[place(column)];
      }
    }
    for (auto i = begin; i < end; ++i) row_of_a[place(a.graph.columns(place(i)))] = 0;
    offsets(row + 1) = static_cast<std::int64_t>(next);
  }
  return {{a.graph.num_rows, a.graph.num_cols, offsets, columns}, values};
}

}  // namespace araios::perf
