// SPDX-License-Identifier: BSD-3-Clause
// The operands that all methods of sparse products of blocks share, and the last result.
#pragma once

#include "problem/BlocksProblem.hpp"
#include "problem/Operands.hpp"
#include <Araios_BsrMatrix.hpp>
#include <Araios_CrsMatrix.hpp>
#include <Araios_ToBlocks.hpp>

#include <Kokkos_Core.hpp>

#include <functional>
#include <limits>
#include <optional>

namespace araios::perf {

/// The same matrix as it was read, and in blocks.
template <class Space>
struct BlocksOperand {
  using device_type = typename Space::device_type;
  using blocks_type = BsrMatrix<double, int, int, device_type>;

  BlocksOperand(HostMatrix const& host, BlockShape shape, std::string const& name)
      : elements{copy_to_space<Space, int>(host, name)},
        blocks{to_blocks(Space{}, elements, shape.rows, shape.cols)} {}

  CrsMatrix<double, int, int, device_type> elements;
  blocks_type blocks;
};

/// A result, copied to the host when it is checked.
struct SparseResult {
  std::function<HostResult()> on_host;
  bool is_filled = false;  ///< has all elements of its blocks
  bool is_sorted = true;
};

/// A and P, and the result of the last call.
template <class Space>
struct BlocksArrays {
  explicit BlocksArrays(BlocksProblem const& problem) : a{problem.a(), problem.shape_of_a(), "A"} {
    if (problem.p()) p.emplace(*problem.p(), problem.shape_of_p(), "P");
  }

  /// Frees the last result, and sets values that a plan writes to NaN.
  void poison_result() {
    result = {};
    if (poison_values) poison_values();
  }
  template <class Values>
  void write_into(Values const& values) {
    poison_values = [values] {
      Kokkos::deep_copy(values, std::numeric_limits<double>::quiet_NaN());
    };
  }

  Space exec;
  BlocksOperand<Space> a;
  std::optional<BlocksOperand<Space>> p;
  SparseResult result;
  std::function<void()> poison_values;  ///< of the last plan
};

}  // namespace araios::perf
