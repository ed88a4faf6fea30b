// SPDX-License-Identifier: BSD-3-Clause
// Blocks and their elements on the host, by loops that share nothing with the library.
#pragma once

#include "base/HostMatrix.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::perf {

/// The shape of all blocks of a matrix.
struct BlockShape {
  int rows = 1;
  int cols = 1;
};

/// A with zeros that fill up each block in which it has an entry, rows sorted.
///
/// Pre: rows and columns of A are multiples of those of a block; A has no column twice in a row.
HostMatrix filled_blocks(HostMatrix const& a, BlockShape shape);

/// A matrix of blocks in any memory, whose blocks lie row by row, as one of elements on the host.
template <class Offsets, class Columns, class Values>
HostResult elements_of_blocks(int num_cols, Offsets const& row_offsets, Columns const& columns,
                              Values const& values, BlockShape shape) {
  Kokkos::HostSpace const host;
  auto const offsets = Kokkos::create_mirror_view_and_copy(host, row_offsets);
  auto const block_columns = Kokkos::create_mirror_view_and_copy(host, columns);
  auto const elements = Kokkos::create_mirror_view_and_copy(host, values);
  auto const at = [](auto index) { return static_cast<std::size_t>(index); };
  std::size_t const num_block_rows = offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1;
  std::size_t const num_rows = num_block_rows * at(shape.rows);
  std::size_t const num_blocks = num_block_rows == 0 ? 0 : at(offsets(num_block_rows));
  std::size_t const size = num_blocks * at(shape.rows) * at(shape.cols);
  Kokkos::View<std::int64_t*, HostDevice> const element_offsets("offsets", num_rows + 1);
  Kokkos::View<int*, HostDevice> const element_columns("columns", size);
  Kokkos::View<double*, HostDevice> const element_values("values", size);
  std::size_t next = 0;
  for (std::size_t row = 0; row < num_rows; ++row) {
    std::size_t const block_row = row / at(shape.rows);
    for (auto block = at(offsets(block_row)); block < at(offsets(block_row + 1)); ++block) {
      std::size_t const first = (block * at(shape.rows) + row % at(shape.rows)) * at(shape.cols);
      for (int column = 0; column < shape.cols; ++column) {
        element_columns(next) = static_cast<int>(block_columns(block)) * shape.cols + column;
        element_values(next++) = elements(first + at(column));
      }
    }
    element_offsets(row + 1) = static_cast<std::int64_t>(next);
  }
  return {{static_cast<int>(num_rows), num_cols * shape.cols, element_offsets, element_columns},
          element_values};
}

}  // namespace araios::perf
