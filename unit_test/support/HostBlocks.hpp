// SPDX-License-Identifier: BSD-3-Clause
// Matrices of blocks of the tests, and what they are element by element.
#pragma once

#include "HostMatrix.hpp"
#include "RandomMatrices.hpp"
#include <Araios_BsrMatrix.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {

/// Rows and columns of a block.
struct BlockShape {
  int rows = 1;
  int cols = 1;

  std::int64_t size() const { return std::int64_t{rows} * cols; }
};

/// A pattern of blocks, and their elements block by block and row by row.
template <class Scalar>
struct HostBlocks {
  HostPattern pattern;
  std::vector<Scalar> values;
  BlockShape shape;
};

/// Integers of [-3, 3].
template <class Scalar>
HostBlocks<Scalar> integer_blocks(HostPattern pattern, BlockShape const& shape,
                                  std::uint64_t seed) {
  auto const num_values = pattern.num_entries() * shape.size();
  pattern.label += ", blocks of " + std::to_string(shape.rows) + "×" + std::to_string(shape.cols);
  return {std::move(pattern), with_integers<Scalar>(full_pattern(1, num_values), seed).values,
          shape};
}

/// The matrix of all elements, rows in the order of the blocks.
template <class Scalar>
HostMatrix<Scalar> elements_of(HostBlocks<Scalar> const& a) {
  auto const [rows, cols] = a.shape;
  HostMatrix<Scalar> elements;
  elements.pattern.num_rows = a.pattern.num_rows * rows;
  elements.pattern.num_cols = a.pattern.num_cols * cols;
  elements.pattern.label = a.pattern.label;
  for (std::int64_t row = 0; row < elements.pattern.num_rows; ++row) {
    for (auto block = a.pattern.row_begin(row / rows); block < a.pattern.row_end(row / rows);
         ++block) {
      for (std::int64_t col = 0; col < cols; ++col) {
        elements.pattern.columns.push_back(a.pattern.column(block) * cols + col);
        elements.values.push_back(
            a.values[static_cast<std::size_t>((block * rows + row % rows) * cols + col)]);
      }
    }
    elements.pattern.row_offsets.push_back(elements.pattern.num_entries());
  }
  return elements;
}

/// The matrix of blocks as the library takes it.
template <class Offset, class Ordinal, class Device, class Scalar>
araios::BsrMatrix<Scalar, Offset, Ordinal, Device> to_device(HostBlocks<Scalar> const& a) {
  using Views = typename araios::CrsGraph<Offset, Ordinal, Device>::device_type;
  return {to_device<Offset, Ordinal, Device>(a.pattern), to_view<Scalar, Views>(a.values, "values"),
          a.shape.rows, a.shape.cols};
}

/// A matrix of blocks of the library on the host.
template <class Scalar, class Offset, class Ordinal, class Device>
HostBlocks<std::remove_const_t<Scalar>> to_host(
    araios::BsrMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  auto const pattern_and_values =
      to_host(araios::CrsMatrix<Scalar, Offset, Ordinal, Device>{a.graph, a.values});
  return {pattern_and_values.pattern, pattern_and_values.values, {a.block_rows, a.block_cols}};
}

}  // namespace araios_test
