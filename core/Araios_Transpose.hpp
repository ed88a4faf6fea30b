// SPDX-License-Identifier: BSD-3-Clause
// Public interface of the transpose, plain or conjugate, in one call or in two phases.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_TransposePlan.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA {

/// What a transpose does with complex values.
enum class TransposeKind {
  plain,     ///< leaves them as they are
  conjugate  ///< conjugates them
};

namespace impl {

/// A plan for the transpose of a checked graph.
template <class ExecutionSpace, class Graph>
auto transpose_plan(ExecutionSpace const& exec, CheckedOperand<Graph> const& a,
                    PlanOptions const& options) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  auto const transposed = transpose_alone(exec, a.rows, a.nnz);
  TransposePlanData<Offset, Ordinal, Device> data;
  data.num_rows = transposed.graph.num_rows;
  data.num_cols = transposed.graph.num_cols;
  data.nnz = a.nnz;
  data.row_offsets = transposed.graph.row_offsets;
  data.columns_of_c = transposed.graph.columns;
  data.a = planned_pattern(exec, a, options.check_reuse);
  data.options = options;
  data.entries = transposed.entries;
  return TransposePlan<Offset, Ordinal, Device>{data};
}

/// Moves the value of each entry, changed.
template <class From, class To, class Change>
struct MoveValue {
  From from;
  To to;
  Change change;

  template <class Offset>
  KOKKOS_FUNCTION void operator()(Offset entry, Offset place) const {
    to(place) = change(from(entry));
  }
};

/// The transpose of a checked matrix, with changed values. Hosts move the values on the way;
/// devices gather them, once rows are sorted.
template <class ExecutionSpace, class Matrix, class Change>
auto transposed_matrix(ExecutionSpace const& exec, CheckedOperand<Matrix> const& a,
                       Change const& change) {
  using Scalar = typename Matrix::scalar_type;
  using Device = typename Matrix::device_type;
  using Result =
      CrsMatrix<Scalar, typename Matrix::offset_type, typename Matrix::ordinal_type, Device>;
  auto const values =
      allocate_touched<Scalar, Device>(exec, "C.values", static_cast<std::size_t>(a.nnz));
  auto const& graph = a.rows.graph;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    auto const cursors = allocate_cursors(exec, device_traits(exec), graph, a.nnz);
    return Result{scatter_transposed(
                      exec, graph, a.nnz, cursors,
                      MoveValue<decltype(a.rows.values), Kokkos::View<Scalar*, Device>, Change>{
                          a.rows.values, values, change}),
                  values};
  } else {
    auto const transposed = transpose_alone(exec, graph, a.nnz);
    gather_elements(exec, a.rows.values, transposed.entries, values, change);
    return Result{transposed.graph, values};
  }
}

}  // namespace impl

/// Symbolic phase of C = Aᵀ: checks the pattern of A, and finds that of C.
///
/// Shapes: A m×n, a matrix or a graph; the plan describes C n×m.
/// Pre:    `exec` reaches the memory of A. Columns may be unsorted and may repeat. A may be rows of
///         a larger matrix; messages count its entries from 0.
/// Post:   rows of C are sorted. Repeated entries of A stay, in their order.
/// Throws: std::invalid_argument naming what is wrong with A; OutOfMemory; std::logic_error within
///         a parallel region of OpenMP that the call is to run on.
/// Cost:   O(m + n + nnz) on hosts; on devices also the sorting of the rows of C. The plan keeps
/// the
///         pattern of C and an offset for each entry.
/// Fences: to read the results of the checks, and at the end.
/// Source: Gustavson 1978 (ACM TOMS 4(3)); deviation: several parts of the rows in parallel.
template <class ExecutionSpace, SparsePattern A>
auto transpose_symbolic(ExecutionSpace const& exec, A const& a, PlanOptions const& options = {}) {
  if constexpr (impl::require_operand<ExecutionSpace, A>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::transpose_symbolic"};
    return impl::or_out_of_memory("a transpose", 0, [&] {
      auto const plan =
          impl::transpose_plan(exec, impl::checked_operand(exec, graph_of(a), "A"), options);
      exec.fence("araios: the plan of a transpose is complete");
      return plan;
    });
  }
}

/// Numeric phase of C = Aᵀ: values of C, and its columns unless C shares those of the plan. It may
/// run any number of times, also by several threads with one plan.
///
/// Shapes: A m×n, C n×m with the row offsets of the plan; columns and values of C hold at least
///         plan.nnz() elements.
/// Pre:    C shares no memory with A. If its columns are read-only, this plan or a copy of it has
///         allocated C.
/// Post:   `kind` conjugates complex values or not; real values stay.
/// Throws: std::invalid_argument: shapes, another number of entries than planned, read-only columns
///         of another origin, shared memory; with options.check_reuse another pattern. OutOfMemory;
///         std::logic_error as transpose_symbolic. C is untouched then.
/// Cost:   O(nnz), no memory.
/// Fences: to read the first and the last offset of A, and to compare fingerprints.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix C>
void transpose_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, C const& c,
                       TransposeKind kind = TransposeKind::plain) {
  if constexpr (impl::require_operand<ExecutionSpace, A>() && impl::require_result<C, A, Plan>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::transpose_numeric"};
    impl::or_out_of_memory("a transpose", 0, [&] {
      auto const& data = plan.data();
      auto const given = impl::read_only(a);
      auto const values = impl::planned_values(exec, given, data.a, data.options.check_reuse, "A");
      auto const result = impl::writable_result(plan, c);
      impl::check_planned_result(exec, plan, result);
      ARAIOS_EXPECTS(!impl::overlaps_operand(result.values, given) &&
                         !impl::overlaps_operand(result.graph.columns, given),
                     "C shares memory with A: a transpose cannot be formed in place");
      impl::with_change<typename A::scalar_type>(
          kind == TransposeKind::conjugate, [&](auto const& change) {
            impl::gather_elements(exec, values, data.entries, result.values, change);
          });
      impl::copy_planned_columns(exec, data.columns_of_c, result.graph.columns);
    });
  }
}

/// C = Aᵀ, or its conjugate, in new memory.
///
/// Post:   as transpose_symbolic and transpose_numeric. The result is that of any number of
/// threads. Throws: as transpose_symbolic. Cost:   as transpose_symbolic, with an offset for each
/// entry as temporary memory. Fences: as transpose_symbolic.
template <class ExecutionSpace, SparseMatrix A>
auto transpose(ExecutionSpace const& exec, A const& a, TransposeKind kind = TransposeKind::plain) {
  if constexpr (impl::require_operand<ExecutionSpace, A>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::transpose"};
    return impl::or_out_of_memory("a transpose", 0, [&] {
      auto const checked = impl::checked_operand(exec, impl::read_only(a), "A");
      auto const c = impl::with_change<typename A::scalar_type>(
          kind == TransposeKind::conjugate,
          [&](auto const& change) { return impl::transposed_matrix(exec, checked, change); });
      exec.fence("araios: a transpose is complete");
      return c;
    });
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void transpose_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void transpose_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void transpose(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
