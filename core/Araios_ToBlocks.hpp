// SPDX-License-Identifier: BSD-3-Clause
// Public interface between compressed rows and matrices of blocks.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <blocks/Araios_BlockCopies.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// A matrix as one of blocks: those that hold an entry, and zeros beside it.
///
/// Shapes: A m×n, where m is a multiple of block_rows and n of block_cols.
/// Pre:    `exec` reaches the memory of A. Columns may be unsorted. A may be rows of a larger
///         matrix; messages count its entries from 0.
/// Post:   blocks of a row ascend strictly. Repeated entries add up in their order.
/// Throws: std::invalid_argument naming what is wrong with A or the shape of blocks; OutOfMemory;
///         std::logic_error within a parallel region of OpenMP that the call is to run on.
/// Cost:   O(nnz) and the sorting of the entries of each row of blocks; 16 bytes and an ordinal for
///         each entry as temporary memory.
/// Fences: to read the results of the check and the number of blocks, and at the end.
template <class ExecutionSpace, SparseMatrix A>
auto to_blocks(ExecutionSpace const& exec, A const& a, int block_rows, int block_cols) {
  if constexpr (impl::require_operand<ExecutionSpace, A>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::to_blocks"};
    return impl::or_out_of_memory("a matrix of blocks", 0, [&] {
      impl::check_block_shape(block_rows, block_cols, "The result");
      auto const result = impl::copy_to_blocks(
          exec, impl::checked_operand(exec, impl::read_only(a), "A"), block_rows, block_cols);
      exec.fence("araios: a matrix of blocks is complete");
      return result;
    });
  }
}

/// A matrix of blocks with one value for each entry: all elements of its blocks, zeros too.
///
/// Shapes: A m×n blocks of r×s; the result m·r × n·s with as many entries as A has elements.
/// Pre:    `exec` reaches the memory of A, which may be rows of a larger matrix.
/// Post:   rows keep the order of the blocks, and repeated ones.
/// Throws: std::invalid_argument naming what is wrong with A; std::overflow_error where rows,
///         columns or entries of the result exceed the types of A; OutOfMemory; std::logic_error as
///         to_blocks.
/// Cost:   O(m·r + elements).
/// Fences: to read the results of the check, and at the end.
template <class ExecutionSpace, BlockMatrix A>
auto from_blocks(ExecutionSpace const& exec, A const& a) {
  if constexpr (impl::require_operand<ExecutionSpace, impl::MatrixOfTypes<A>>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::from_blocks"};
    return impl::or_out_of_memory("a matrix", 0, [&] {
      auto const result =
          impl::copy_from_blocks(exec, impl::checked_blocks(exec, impl::read_only(a), "A"));
      exec.fence("araios: a matrix is complete");
      return result;
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void to_blocks(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void from_blocks(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
