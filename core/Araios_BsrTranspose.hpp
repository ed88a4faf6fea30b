// SPDX-License-Identifier: BSD-3-Clause
// Public interface of the transpose of a matrix of blocks.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_Transpose.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <blocks/Araios_TransposedBlocks.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA {

/// C = Aᵀ of a matrix of blocks, or its conjugate, in new memory. Blocks are transposed too.
///
/// Shapes: A m×n blocks of r×s, C n×m blocks of s×r.
/// Pre:    `exec` reaches the memory of A. Blocks may be unsorted and may repeat. A may be rows of
/// a
///         larger matrix; messages count its entries from 0.
/// Post:   rows of C are sorted. Repeated blocks stay, in their order.
/// Throws: std::invalid_argument naming what is wrong with A; OutOfMemory; std::logic_error within
///         a parallel region of OpenMP that the call is to run on.
/// Cost:   that of transpose for the pattern, and a pass over the elements; an offset for each
/// block
///         as temporary memory.
/// Fences: to read the results of the checks, and at the end.
template <class ExecutionSpace, BlockMatrix A>
auto block_transpose(ExecutionSpace const& exec, A const& a,
                     TransposeKind kind = TransposeKind::plain) {
  if constexpr (impl::require_operand<ExecutionSpace, impl::MatrixOfTypes<A>>()) {
    using Scalar = typename A::scalar_type;
    using Device = typename A::device_type;
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::block_transpose"};
    return impl::or_out_of_memory("a transpose", 0, [&] {
      auto const checked = impl::checked_blocks(exec, impl::read_only(a), "A");
      auto const transposed = impl::transpose_alone(exec, checked.rows.graph, checked.nnz);
      auto const values = impl::allocate_touched<Scalar, Device>(
          exec, "C.values", static_cast<std::size_t>(checked.nnz) * impl::block_size(a));
      impl::gather_transposed_blocks(exec, checked.rows, transposed.entries, values,
                                     kind == TransposeKind::conjugate);
      exec.fence("araios: a transpose is complete");
      return BsrMatrix<Scalar, typename A::offset_type, typename A::ordinal_type, Device>{
          transposed.graph, values, a.block_cols, a.block_rows};
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void block_transpose(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
