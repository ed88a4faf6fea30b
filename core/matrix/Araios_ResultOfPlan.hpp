// SPDX-License-Identifier: BSD-3-Clause
// C as a numeric phase writes it, from C as a plan has allocated it.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether a C with read-only columns is one that the plan has allocated: it has the row offsets of
/// the plan, and its columns if it keeps any.
template <class Plan, class Graph>
bool is_of_plan(Plan const& plan, Graph const& graph) {
  if (graph.columns.extent(0) == 0) return true;
  auto const kept = plan.data().columns_of_c;
  return graph.row_offsets.data() == plan.row_offsets().data() &&
         (kept.extent(0) == 0 || graph.columns.data() == kept.data());
}

/// C with columns that a numeric phase can write. The holder of a C that the plan has allocated
/// cannot: other results may share them.
///
/// Throws: std::invalid_argument if C has read-only columns, and is not one of this plan.
template <class Plan, class Scalar, class Offset, class Ordinal, class Device>
CrsMatrix<Scalar, Offset, std::remove_const_t<Ordinal>, Device> writable_result(
    Plan const& plan, CrsMatrix<Scalar, Offset, Ordinal, Device> const& c) {
  if constexpr (std::is_const_v<Ordinal>) {
    using Columns = Kokkos::View<std::remove_const_t<Ordinal>*, typename Device::device_type>;
    auto const& graph = c.graph;
    ARAIOS_EXPECTS(is_of_plan(plan, graph),
                   "the columns of C are read-only, and this plan has not allocated it: take "
                   "plan.allocate or plan.allocate_writable");
    Columns const columns{const_cast<typename Columns::value_type*>(graph.columns.data()),
                          graph.columns.extent(0)};
    return {{graph.num_rows, graph.num_cols, graph.row_offsets, columns}, c.values};
  } else {
    static_cast<void>(plan);
    return c;
  }
}

/// The only C of a plan, filled by fill(plan, C).
///
/// Throws: OutOfMemory, and what fill throws. Fences: at the end.
template <class Scalar, class ExecutionSpace, class Plan, class Fill>
auto last_of_plan(ExecutionSpace const& exec, Plan const& plan, Fill const& fill) {
  return or_out_of_memory("the result of a product", 0, [&] {
    auto const c = plan.template allocate_last<Scalar>(exec, "C");
    fill(plan, c);
    exec.fence("araios: a product is complete");
    return c;
  });
}

/// Writes the columns of C that a plan keeps, unless C shares them.
template <class ExecutionSpace, class PlannedColumns, class Columns>
void copy_planned_columns(ExecutionSpace const& exec, PlannedColumns const& planned,
                          Columns const& columns) {
  if (columns.data() == planned.data()) return;
  copy_elements("araios::copy_planned_columns", exec,
                Kokkos::subview(columns, Kokkos::make_pair(std::size_t{0}, planned.size())),
                planned);
}

}  // namespace araios::inline ARAIOS_ISA::impl
