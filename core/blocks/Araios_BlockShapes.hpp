// SPDX-License-Identifier: BSD-3-Clause
// The shapes of products of blocks: those that kernels know when they are compiled, and any other.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// C(rows×cols) += A(rows×inner)·B(inner×cols), known when a kernel is compiled: loops over a block
/// unroll, and its sums stay in registers.
template <int r, int k, int c>
struct FixedBlocks {
  static constexpr bool is_fixed = true;
  static constexpr int rows = r;
  static constexpr int inner = k;
  static constexpr int cols = c;
  static constexpr int size_of_a = r * k;
  static constexpr int size_of_b = k * c;
  static constexpr int size_of_c = r * c;
};

/// The same for any shape.
struct AnyBlocks {
  static constexpr bool is_fixed = false;

  AnyBlocks(int r, int k, int c)
      : rows{r}, inner{k}, cols{c}, size_of_a{r * k}, size_of_b{k * c}, size_of_c{r * c} {}

  int rows;
  int inner;
  int cols;
  int size_of_a;
  int size_of_b;
  int size_of_c;
};

/// Calls f(shape) with a FixedBlocks where there is one of these shapes, otherwise an AnyBlocks.
template <class F, int... r, int... k, int... c>
void with_fixed_blocks(AnyBlocks const& shape, F const& f, FixedBlocks<r, k, c>... fixed) {
  bool const is_among_them =
      ((shape.rows == r && shape.inner == k && shape.cols == c && (f(fixed), true)) || ...);
  if (!is_among_them) f(shape);
}

/// Products of matrices: square blocks from 2 to 8, and those of elasticity with three unknowns and
/// six modes.
template <class F>
void with_product_shape(AnyBlocks const& shape, F const& f) {
  with_fixed_blocks(shape, f, FixedBlocks<2, 2, 2>{}, FixedBlocks<3, 3, 3>{},
                    FixedBlocks<4, 4, 4>{}, FixedBlocks<5, 5, 5>{}, FixedBlocks<6, 6, 6>{},
                    FixedBlocks<7, 7, 7>{}, FixedBlocks<8, 8, 8>{}, FixedBlocks<3, 3, 6>{},
                    FixedBlocks<6, 3, 3>{}, FixedBlocks<6, 3, 6>{}, FixedBlocks<3, 6, 6>{},
                    FixedBlocks<6, 6, 3>{}, FixedBlocks<3, 6, 3>{});
}

/// Products with one column at a time: square blocks, and those of elasticity.
template <class F>
void with_column_shape(int block_rows, int block_cols, F const& f) {
  with_fixed_blocks(AnyBlocks{block_rows, block_cols, 1}, f, FixedBlocks<2, 2, 1>{},
                    FixedBlocks<3, 3, 1>{}, FixedBlocks<4, 4, 1>{}, FixedBlocks<5, 5, 1>{},
                    FixedBlocks<6, 6, 1>{}, FixedBlocks<7, 7, 1>{}, FixedBlocks<8, 8, 1>{},
                    FixedBlocks<3, 6, 1>{}, FixedBlocks<6, 3, 1>{});
}

/// The shape of blocks, for messages.
inline std::string text_of_blocks(int block_rows, int block_cols) {
  return std::to_string(block_rows) + "×" + std::to_string(block_cols);
}

}  // namespace araios::inline ARAIOS_ISA::impl
