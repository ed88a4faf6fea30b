// SPDX-License-Identifier: BSD-3-Clause
// Public interface of sorted rows: sorts the rows of a matrix in place, and asks whether they are.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_SortedEntries.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA {

/// How the columns of each row ascend.
enum class RowOrder {
  ascending,          ///< columns may repeat
  strictly_ascending  ///< no column repeats
};

namespace impl {

/// Counts the columns that are below the one before them in their row.
template <class Graph>
struct CountDescents {
  Graph graph;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& descents) const {
    auto const end = graph.row_offsets(row + 1);
    for (auto entry = graph.row_offsets(row); entry + 1 < end; ++entry) {
      if (graph.columns(entry + 1) < graph.columns(entry)) ++descents;
    }
  }
};

/// Whether rows of a checked graph ascend, where columns may repeat. Fences: once.
template <class ExecutionSpace, class Graph>
bool has_ascending_rows(ExecutionSpace const& exec, Graph const& graph) {
  std::int64_t descents = 0;
  reduce_range("araios::is_sorted", exec, std::int64_t{graph.num_rows}, most_steps(graph),
               CountDescents<Graph>{graph}, Kokkos::Sum<std::int64_t>(descents));
  return descents == 0;
}

/// Puts the elements of an array in another order, by way of `copy`.
template <class ExecutionSpace, class Places, class View>
void reorder(ExecutionSpace const& exec, Places const& places, View const& elements,
             View const& copy) {
  gather_elements(exec, elements, places, copy);
  Kokkos::deep_copy(exec, Kokkos::subview(elements, std::pair{std::size_t{0}, places.extent(0)}),
                    copy);
}

/// Sorts the rows of a checked matrix. All memory is there before anything is written.
template <class ExecutionSpace, class Matrix>
void sort_checked_rows(ExecutionSpace const& exec, Matrix const& a, std::int64_t nnz) {
  using Device = typename Matrix::device_type;
  auto const size = static_cast<std::size_t>(nnz);
  auto const order = allocate_view<std::int64_t, Device>(
      uninitialized_at_once(exec, "araios::sort_rows.order"), size);
  auto const columns = allocate_view<typename Matrix::ordinal_type, Device>(
      uninitialized_at_once(exec, "araios::sort_rows.columns"), size);
  auto const values = allocate_view<typename Matrix::scalar_type, Device>(
      uninitialized_at_once(exec, "araios::sort_rows.values"), size);
  sort_entries(exec, graph_of(a), order);
  reorder(exec, order, a.graph.columns, columns);
  reorder(exec, order, a.values, values);
  exec.fence("araios: rows are sorted");
}

}  // namespace impl

/// Sorts the columns of each row in place, and their values with them.
///
/// Shapes: A m×n with columns and values that are not const.
/// Pre:    `exec` reaches the memory of A. A may be rows of a larger matrix; messages count its
///         entries from 0.
/// Post:   rows ascend. Entries of one column keep their order, so the result is the same in each
///         run. Row offsets stay.
/// Throws: std::invalid_argument naming what is wrong with A; OutOfMemory; std::logic_error within
///         a parallel region of OpenMP that the call is to run on. A is untouched then.
/// Cost:   a pass over A where rows ascend strictly. Otherwise O(nnz · log(longest row))
///         comparisons, on devices O(nnz · log²), and a copy of the entries with an index for each.
/// Fences: to read the results of the check, and at the end.
template <class ExecutionSpace, SparseMatrix A>
void sort_rows(ExecutionSpace const& exec, A const& a) {
  if constexpr (impl::require_operand<ExecutionSpace, A>() && impl::require_writable<A>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::sort_rows"};
    impl::or_out_of_memory("sorted rows", 0, [&] {
      auto const checked = impl::checked_operand(exec, a, "A");
      if (!checked.scan.columns_increase()) {
        impl::sort_checked_rows(exec, checked.rows, checked.nnz);
      }
    });
  }
}

/// Whether all rows of a matrix or a graph are in order.
///
/// Pre:    `exec` reaches the memory of A, which may be rows of a larger matrix.
/// Throws: as sort_rows.
/// Cost:   a pass over A; a second one where columns may repeat, and rows do not ascend strictly.
/// Fences: to read the results.
template <class ExecutionSpace, SparsePattern A>
auto is_sorted(ExecutionSpace const& exec, A const& a, RowOrder order = RowOrder::ascending) {
  if constexpr (impl::require_operand<ExecutionSpace, A>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::is_sorted"};
    return impl::or_out_of_memory("the order of rows", 0, [&] {
      auto const checked = impl::checked_operand(exec, graph_of(a), "A");
      return checked.scan.columns_increase() ||
             (order == RowOrder::ascending && impl::has_ascending_rows(exec, checked.rows));
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void sort_rows(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void is_sorted(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
