// SPDX-License-Identifier: BSD-3-Clause
// Products of a matrix of blocks and dense vectors or matrices, row by row.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <blocks/Araios_BlockShapes.hpp>
#include <host_simd/Araios_ShortVector.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <semirings/Araios_SemiringDense.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// An element of a vector, which has a single column, or of a dense matrix.
template <class View>
KOKKOS_FUNCTION typename View::reference_type element_at(View const& view, std::int64_t row,
                                                         std::int64_t col) {
  if constexpr (View::rank() == 1) {
    static_cast<void>(col);
    return view(row);
  } else {
    return view(row, col);
  }
}

template <class View>
KOKKOS_FUNCTION std::int64_t columns_of(View const& view) {
  return View::rank() == 1 ? 1 : static_cast<std::int64_t>(view.extent(1));
}

/// The sums of the rows of a block.
template <class Scalar, int rows>
struct SumsOfBlock {
  Scalar of_row[rows]{};

  KOKKOS_FUNCTION SumsOfBlock& operator+=(SumsOfBlock const& other) {
    for (int row = 0; row < rows; ++row) of_row[row] += other.of_row[row];
    return *this;
  }
};

/// y = alpha·A·x + beta·y for a row of blocks. A factor of zero leaves what it multiplies unread.
///
/// Shapes: x and y: vectors, or dense matrices of equally many columns.
template <class Shape, class Matrix, class X, class Y>
struct BlockRowTimesDense {
  using Scalar = typename Matrix::scalar_type;

  Shape shape;  ///< with one column
  Matrix a;
  X x;
  Y y;
  Scalar alpha;
  Scalar beta;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(a.graph.row_offsets(row));
    std::int64_t const size =
        alpha == Scalar{} ? 0 : static_cast<std::int64_t>(a.graph.row_offsets(row + 1)) - begin;
    std::int64_t const num_columns = columns_of(y);
    if (Lanes::concurrent && num_columns > 1) return sum_columns(lanes, row, begin, size);
    std::int64_t col = 0;
    if constexpr (has_tiles && !Lanes::concurrent) {
      for (; col + columns_of_tile <= num_columns; col += columns_of_tile) {
        sum_tile(row, begin, size, col, std::make_integer_sequence<int, Shape::rows>{});
      }
    }
    for (; col < num_columns; ++col) sum_column(lanes, row, begin, size, col);
  }

 private:
  /// Columns that are summed together on hosts, where rows of x and y are contiguous.
  static constexpr int columns_of_tile = 8;
  static constexpr bool has_tiles = Shape::is_fixed && X::rank() == 2 &&
                                    std::is_same_v<typename X::array_layout, Kokkos::LayoutRight> &&
                                    std::is_same_v<typename Y::array_layout, Kokkos::LayoutRight>;

  KOKKOS_FUNCTION Scalar const* block(std::int64_t entry) const {
    return a.values.data() + entry * shape.size_of_a;
  }
  KOKKOS_FUNCTION std::int64_t first_row_of_x(std::int64_t entry) const {
    return std::int64_t{a.graph.columns(entry)} * shape.inner;
  }
  KOKKOS_FUNCTION void write(std::int64_t row, std::int64_t col, Scalar const& sum) const {
    auto& to = element_at(y, row, col);
    to = beta == Scalar{} ? alpha * sum : alpha * sum + beta * to;
  }

  /// A column by all lanes: each takes some of the blocks.
  template <class Lanes>
  KOKKOS_FUNCTION void sum_column(Lanes const& lanes, std::int64_t row, std::int64_t begin,
                                  std::int64_t size, std::int64_t col) const {
    if constexpr (Shape::is_fixed) {
      using Sums = SumsOfBlock<Scalar, Shape::rows>;
      Sums const sums = lanes.template sum<Sums>(size, [&](std::int64_t i, Sums& partial) {
        for (int r = 0; r < Shape::rows; ++r) partial.of_row[r] += dot(begin + i, r, col);
      });
      lanes.single([&]() {
        for (int r = 0; r < Shape::rows; ++r) write(row * Shape::rows + r, col, sums.of_row[r]);
      });
    } else {
      for (int r = 0; r < shape.rows; ++r) {
        Scalar const sum = lanes.template sum<Scalar>(
            size, [&](std::int64_t i, Scalar& partial) { partial += dot(begin + i, r, col); });
        lanes.single([&]() { write(row * shape.rows + r, col, sum); });
      }
    }
  }

  /// A row of a block times a column.
  KOKKOS_FUNCTION Scalar dot(std::int64_t entry, int r, std::int64_t col) const {
    Scalar const* const factors = block(entry) + r * shape.inner;
    std::int64_t const first = first_row_of_x(entry);
    Scalar sum{};
    for (int inner = 0; inner < shape.inner; ++inner) {
      sum += factors[inner] * element_at(x, first + inner, col);
    }
    return sum;
  }

  /// All columns on a device: each lane has some of them.
  template <class Lanes>
  KOKKOS_FUNCTION void sum_columns(Lanes const& lanes, std::int64_t row, std::int64_t begin,
                                   std::int64_t size) const {
    lanes.for_each(columns_of(y), [&](std::int64_t col) {
      if constexpr (Shape::is_fixed) {
        sum_rows_together(row, begin, size, col);
      } else {
        for (int r = 0; r < shape.rows; ++r) sum_element(row * shape.rows + r, begin, size, col);
      }
    });
  }
  KOKKOS_FUNCTION void sum_rows_together(std::int64_t row, std::int64_t begin, std::int64_t size,
                                         std::int64_t col) const {
    SumsOfBlock<Scalar, Shape::rows> sums;
    for (std::int64_t entry = begin; entry < begin + size; ++entry) {
      for (int r = 0; r < Shape::rows; ++r) sums.of_row[r] += dot(entry, r, col);
    }
    for (int r = 0; r < Shape::rows; ++r) write(row * Shape::rows + r, col, sums.of_row[r]);
  }
  /// Units: row: of elements.
  KOKKOS_FUNCTION void sum_element(std::int64_t row, std::int64_t begin, std::int64_t size,
                                   std::int64_t col) const {
    auto const r = static_cast<int>(row % shape.rows);
    Scalar sum{};
    for (std::int64_t entry = begin; entry < begin + size; ++entry) sum += dot(entry, r, col);
    write(row, col, sum);
  }

  /// Some columns on a host: all rows of the block use a row of x while it is in a register.
  template <int... rows>
  void sum_tile(std::int64_t row, std::int64_t begin, std::int64_t size, std::int64_t col,
                std::integer_sequence<int, rows...>) const {
    using Tile = ShortVector<Scalar, columns_of_tile>;
    Scalar elements[sizeof...(rows)][columns_of_tile]{};
    Tile sums[] = {Tile{elements[rows]}...};
    for (std::int64_t entry = begin; entry < begin + size; ++entry) {
      Scalar const* const factors = block(entry);
      std::int64_t const first = first_row_of_x(entry);
      for (int inner = 0; inner < Shape::inner; ++inner) {
        Tile const of_x{&x(first + inner, col)};
        (sums[rows].add_product(factors[rows * Shape::inner + inner], of_x), ...);
      }
    }
    (sums[rows].store(elements[rows]), ...);
    for (int r = 0; r < Shape::rows; ++r) {
      for (int i = 0; i < columns_of_tile; ++i) {
        write(row * Shape::rows + r, col + i, elements[r][i]);
      }
    }
  }
};

/// One product. The public functions are block_spmv and block_spmm.
template <class ExecutionSpace, class Matrix, class X, class Y>
class BlockDenseRun {
 public:
  using Scalar = typename Matrix::scalar_type;

  BlockDenseRun(ExecutionSpace const& exec, Matrix const& a, X const& x, Y const& y)
      : exec_{exec}, a_{a}, x_{x}, y_{y} {}

  /// Pre: x and y have been checked. Throws: std::invalid_argument naming what is wrong with A.
  void run(char const* label, Scalar const& alpha, Scalar const& beta) const {
    auto const rows = rows_of_blocks();
    with_column_shape(a_.block_rows, a_.block_cols, [&](auto const& shape) {
      using Shape = std::remove_cvref_t<decltype(shape)>;
      for_each_row(label, exec_, rows,
                   BlockRowTimesDense<Shape, Matrix, X, Y>{shape, a_, x_, y_, alpha, beta});
    });
  }

 private:
  /// Rows by blocks. Devices would have to wait for their offsets, which only choose the lanes of a
  /// row there: these share its blocks, or the columns of y.
  auto rows_of_blocks() const {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      auto const rows = rows_of_operand(exec_, a_);
      check_block_values(a_, rows.row_end.first + rows.num_entries, "A");
      return rows;
    } else {
      using RowEnd = EndOfRow<decltype(a_.graph.row_offsets)>;
      auto const num_rows = std::int64_t{a_.graph.num_rows};
      std::int64_t const columns = columns_of(y_);
      auto const shared =
          columns > 1 ? num_rows * columns : static_cast<std::int64_t>(a_.graph.columns.extent(0));
      return RowsByEntries<RowEnd>{num_rows, shared, {a_.graph.row_offsets}};
    }
  }

  ExecutionSpace const& exec_;
  Matrix const& a_;
  X const& x_;
  Y const& y_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
