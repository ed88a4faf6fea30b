// SPDX-License-Identifier: BSD-3-Clause
// Public interface that copies listed rows of a matrix.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_ListedRows.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// Listed rows of a matrix in new memory: row i of the result is row rows(i) of A.
///
/// Shapes: A m×n; rows: a view of one dimension of integers beside A; the result has as many rows
///         as it has elements, and n columns.
/// Offset: of the result; by default that of A.
/// Pre:    `exec` reaches the memory of A. Rows come in any order and may repeat. A may be rows of
/// a
///         larger matrix; messages count its entries from 0.
/// Post:   entries of each row keep their order, repeated ones too.
/// Throws: std::invalid_argument naming the first index that is no row, or what is wrong with A;
///         std::overflow_error when the number of rows does not fit the ordinal, or that of entries
///         Offset; OutOfMemory; std::logic_error within a parallel region of OpenMP that the call
///         is to run on.
/// Cost:   a pass over A for its check, and one over the result.
/// Fences: to read the results of the checks and the number of entries, and at the end.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, class Rows>
auto extract_rows(ExecutionSpace const& exec, A const& a, Rows const& rows) {
  if constexpr (impl::require_operand<ExecutionSpace, A>() && impl::require_row_list<A, Rows>()) {
    using OffsetOfResult = impl::offset_of_c<Offset, A, A>;
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::extract_rows"};
    return impl::or_out_of_memory("extracted rows", 0, [&] {
      auto const checked = impl::checked_operand(exec, impl::read_only(a), "A");
      auto const result = impl::copy_listed_rows<OffsetOfResult>(exec, checked.rows, rows);
      exec.fence("araios: rows are extracted");
      return result;
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void extract_rows(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
