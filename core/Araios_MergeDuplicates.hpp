// SPDX-License-Identifier: BSD-3-Clause
// Public interface that adds up repeated entries of a matrix.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_CopiedMatrix.hpp>
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultMemory.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

namespace araios::inline ARAIOS_ISA {

/// The same matrix with each column once in each row, in new memory: repeated entries add up.
///
/// Shapes: A m×n, the result m×n.
/// Pre:    `exec` reaches the memory of A. Columns may be unsorted. A may be rows of a larger
///         matrix; messages count its entries from 0.
/// Post:   rows ascend strictly. Entries of a column are added in their order, so results repeat
///         bitwise, whatever the number of threads. Sums that are zero stay.
/// Throws: std::invalid_argument naming what is wrong with A; OutOfMemory; std::logic_error within
///         a parallel region of OpenMP that the call is to run on.
/// Cost:   a copy where rows ascend strictly. Otherwise sorting as sort_rows, two more passes, and
///         two 64-bit indices for each entry.
/// Fences: to read the results of the check and the number of entries, and at the end.
template <class ExecutionSpace, SparseMatrix A>
auto merge_duplicates(ExecutionSpace const& exec, A const& a) {
  if constexpr (impl::require_operand<ExecutionSpace, A>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::merge_duplicates"};
    return impl::or_out_of_memory("merged rows", 0, [&] {
      auto const checked = impl::checked_operand(exec, impl::read_only(a), "A");
      if (checked.scan.columns_increase()) return impl::copied_matrix(exec, checked, "merged rows");
      auto const merged = impl::merge_rows(exec, graph_of(checked.rows), checked.nnz);
      auto const result = impl::allocate_result<typename A::scalar_type>(exec, "merged rows",
                                                                         merged.graph, merged.nnz);
      impl::sum_merged_entries(exec, checked.rows.values, merged.entries, result.values);
      exec.fence("araios: rows are merged");
      return result;
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void merge_duplicates(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
