// SPDX-License-Identifier: BSD-3-Clause
// Operands of the C++ Sparse BLAS as matrices of Araios: by the lines that they store, or turned.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_Transpose.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sparse_blas/Araios_BlasErrors.hpp>
#include <sparse_blas/Araios_BlasOperand.hpp>
#include <sparse_blas/Araios_Conjugate.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Gives `values` another size, unless it has that one. Throws: OutOfMemory.
template <class ExecutionSpace, class Values>
void resize_values(ExecutionSpace const& exec, std::size_t size, Values& values) {
  if (values.extent(0) == size) return;
  values = allocate_view<typename Values::value_type, typename Values::device_type>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::sparse_blas.values"), size);
}

/// The arrays of an operand as compressed rows: the matrix itself, or its transpose where the view
/// is by columns.
template <class ExecutionSpace, class Operand>
auto as_stored(Operand const& operand) {
  using Device = typename ExecutionSpace::device_type;
  auto const graph = stored_graph<Device>(operand.view);
  using Graph = std::remove_const_t<decltype(graph)>;
  return CrsMatrix<typename Operand::scalar_type const, typename Graph::offset_type,
                   typename Graph::ordinal_type const, Device>{graph,
                                                               stored_values<Device>(operand.view)};
}

/// The same with conjugated values if the operand asks for them, which lie in `copy` then.
///
/// Throws: OutOfMemory.
template <class ExecutionSpace, class Operand, class Copy>
auto stored_matrix(ExecutionSpace const& exec, Operand const& operand, Copy& copy) {
  auto matrix = as_stored<ExecutionSpace>(operand);
  if constexpr (Operand::is_conjugated) {
    resize_values(exec, matrix.values.extent(0), copy);
    conjugate_into(exec, matrix.values, copy);
    matrix.values = copy;
  }
  return matrix;
}

/// A plan for the transpose of what a view stores.
///
/// Throws: std::invalid_argument that names what is wrong with the view, as `name`; OutOfMemory.
template <class ExecutionSpace, class View>
auto plan_turned(ExecutionSpace const& exec, View const& view, char const* name,
                 PlanOptions const& options) {
  return with_note(note_of_columns(View::is_by_columns), [&] {
    return transpose_plan(
        exec, checked_operand(exec, stored_graph<typename ExecutionSpace::device_type>(view), name),
        options);
  });
}

/// The pattern that a plan keeps.
template <class Plan>
auto graph_of_plan(Plan const& plan) {
  return CrsGraph<typename Plan::offset_type, typename Plan::ordinal_type const,
                  typename Plan::device_type>{plan.num_rows(), plan.num_cols(), plan.row_offsets(),
                                              plan.columns()};
}

/// The transpose of what an operand stores, with values in `copy`, conjugated if it asks for that.
///
/// Throws: std::invalid_argument if the operand, as `name`, has another pattern than planned;
///         OutOfMemory.
template <class ExecutionSpace, class Plan, class Operand, class Copy>
auto turned_matrix(ExecutionSpace const& exec, Plan const& plan, Operand const& operand,
                   std::string const& name, Copy& copy) {
  auto const& data = plan.data();
  auto const given = as_stored<ExecutionSpace>(operand);
  auto const values = planned_values(exec, given, data.a, data.options.check_reuse, name);
  resize_values(exec, data.entries.extent(0), copy);
  using Change = std::conditional_t<Operand::is_conjugated, ConjugateElement, SameElement>;
  gather_elements(exec, values, data.entries, copy, Change{});
  return std::remove_const_t<decltype(given)>{graph_of_plan(plan), copy};
}

}  // namespace araios::inline ARAIOS_ISA::impl
