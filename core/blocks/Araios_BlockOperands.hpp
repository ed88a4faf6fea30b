// SPDX-License-Identifier: BSD-3-Clause
// Checks of matrices of blocks, beside those of their patterns.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <blocks/Araios_BlockShapes.hpp>
#include <blocks/Araios_BlocksTuning.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Throws: std::invalid_argument.
inline void check_block_shape(int block_rows, int block_cols, std::string const& name) {
  constexpr int most = tuning::most_rows_of_block;
  ARAIOS_EXPECTS(std::min(block_rows, block_cols) >= 1 && std::max(block_rows, block_cols) <= most,
                 name + " has blocks of " + text_of_blocks(block_rows, block_cols) +
                     ", expected 1 to " + std::to_string(most) + " rows and columns");
}

/// Throws: std::invalid_argument.
template <class Matrix>
void expect_block_shape(Matrix const& matrix, int block_rows, int block_cols,
                        std::string const& name) {
  ARAIOS_EXPECTS(matrix.block_rows == block_rows && matrix.block_cols == block_cols,
                 name + " has blocks of " + text_of_blocks(matrix.block_rows, matrix.block_cols) +
                     ", expected " + text_of_blocks(block_rows, block_cols));
}

/// Checks that a matrix has the elements of so many blocks. Throws: std::invalid_argument.
template <class Matrix>
void check_block_values(Matrix const& matrix, std::int64_t blocks, std::string const& name) {
  std::size_t const size = block_size(matrix);
  auto const count = static_cast<std::size_t>(blocks);
  ARAIOS_EXPECTS(count <= std::numeric_limits<std::size_t>::max() / size &&
                     matrix.values.extent(0) >= count * size,
                 name + ".values has " + std::to_string(matrix.values.extent(0)) +
                     " elements, expected at least " + std::to_string(blocks) + " blocks of " +
                     text_of_blocks(matrix.block_rows, matrix.block_cols));
  ARAIOS_EXPECTS(matrix.values.data() != nullptr || blocks == 0, name + ".values has no memory");
}

/// A matrix of blocks whose entries count from 0. Throws: OutOfMemory.
template <class ExecutionSpace, class Matrix>
Matrix blocks_from_zero(ExecutionSpace const& exec, Matrix const& matrix,
                        LaterEntries const& later) {
  if (!later.begins_later()) return matrix;
  std::size_t const size = block_size(matrix);
  return {graph_from_zero(exec, matrix.graph, later),
          Kokkos::subview(matrix.values, std::pair{later.begin * size, later.end * size}),
          matrix.block_rows, matrix.block_cols};
}

/// A matrix of blocks that has been checked, as checked_operand does; its entries count from 0.
///
/// Throws: std::invalid_argument; OutOfMemory. Fences: as checked_operand.
template <class ExecutionSpace, class Matrix>
CheckedOperand<Matrix> checked_blocks(ExecutionSpace const& exec, Matrix const& given,
                                      std::string const& name) {
  check_block_shape(given.block_rows, given.block_cols, name);
  auto const checked = checked_operand(exec, given.graph, name);
  LaterEntries const later = later_entries(exec, given.graph);
  check_block_values(given, static_cast<std::int64_t>(later.begin) + checked.nnz, name);
  return {blocks_from_zero(exec, given, later), checked.nnz, checked.scan};
}

/// The blocks of an operand whose pattern has been compared with the planned one; they count from
/// 0.
///
/// Throws: std::invalid_argument; OutOfMemory. Fences: as planned_values.
template <class ExecutionSpace, class Matrix>
Matrix planned_blocks(ExecutionSpace const& exec, Matrix const& operand,
                      PlannedPattern const& planned, bool compares_fingerprint,
                      std::string const& name) {
  LaterEntries const later =
      planned_entries(exec, operand.graph, planned, compares_fingerprint, name);
  check_block_values(operand, static_cast<std::int64_t>(later.begin) + planned.nnz, name);
  return blocks_from_zero(exec, operand, later);
}

/// Whether two matrices of blocks can be multiplied. Does not compile otherwise.
template <class ExecutionSpace, class A, class B>
constexpr bool require_block_factors() {
  return require_factors<ExecutionSpace, MatrixOfTypes<A>, MatrixOfTypes<B>>();
}

/// Whether their product by the plan can be written to C. Does not compile otherwise.
template <class C, class A, class Plan>
constexpr bool require_block_result() {
  return require_result<MatrixOfTypes<C>, MatrixOfTypes<A>, Plan>();
}

}  // namespace araios::inline ARAIOS_ISA::impl
