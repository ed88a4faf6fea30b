// SPDX-License-Identifier: BSD-3-Clause
// Public interface between compressed rows and dense matrices.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_DenseCopies.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// Writes a sparse matrix to a dense one.
///
/// Shapes: A m×n; dense m×n in row-major or column-major order, with the scalar of A.
/// Pre:    `exec` reaches the memory of both, which they do not share. Columns may be unsorted. A
///         may be rows of a larger matrix; messages count its entries from 0.
/// Post:   elements without an entry are zero. Repeated entries add up in their order.
/// Throws: std::invalid_argument naming what is wrong with A or dense; OutOfMemory;
///         std::logic_error within a parallel region of OpenMP that the call is to run on. dense is
///         untouched then.
/// Cost:   O(m·n + nnz).
/// Fences: to read the results of the check, and at the end.
template <class ExecutionSpace, SparseMatrix A, class Dense>
void to_dense(ExecutionSpace const& exec, A const& a, Dense const& dense) {
  if constexpr (impl::require_operand<ExecutionSpace, A>() &&
                impl::require_dense_result<A, Dense>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::to_dense"};
    impl::or_out_of_memory("a dense matrix", 0, [&] {
      auto const checked = impl::checked_operand(exec, impl::read_only(a), "A");
      impl::check_dense(checked.rows, dense);
      impl::write_dense(exec, checked, dense);
      exec.fence("araios: a dense matrix is complete");
    });
  }
}

/// The elements of a dense matrix that are not zero, as a sparse one. NaN is not zero.
///
/// Shapes: dense m×n in row-major or column-major order; the result m×n.
/// Pre:    `exec` reaches the memory of dense.
/// Post:   rows ascend strictly.
/// Throws: std::overflow_error naming the index type that is too narrow; std::invalid_argument
///         where dense has no memory; OutOfMemory; std::logic_error as to_dense.
/// Cost:   O(m·n), in two passes.
/// Fences: to read the number of entries, and at the end.
template <class Offset, class Ordinal, class ExecutionSpace, class Dense>
auto from_dense(ExecutionSpace const& exec, Dense const& dense) {
  if constexpr (impl::require_dense_source<ExecutionSpace, Offset, Ordinal, Dense>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::from_dense"};
    return impl::or_out_of_memory("a sparse matrix", 0, [&] {
      auto const result = impl::read_dense<Offset, Ordinal>(exec, dense);
      exec.fence("araios: a sparse matrix is complete");
      return result;
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void to_dense(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset, class Ordinal, class... Arguments>
requires impl::RefusedCall<Arguments...>
void from_dense(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
