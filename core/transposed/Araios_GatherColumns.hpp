// SPDX-License-Identifier: BSD-3-Clause
// Products by a transpose whose sums have a fixed order on devices: rows of the transposed pattern
// gather their values.
#pragma once

#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Sums a column of A.
template <class Operands, class Transposed, class Values>
struct GatherColumn {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;
  Transposed transposed;
  Values values;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t column) const {
    auto const& rows = transposed.graph;
    auto const begin = static_cast<std::int64_t>(rows.row_offsets(column));
    auto const size = static_cast<std::int64_t>(rows.row_offsets(column + 1)) - begin;
    for (std::int64_t j = 0; j < operands.width(); ++j) {
      auto const sum =
          lanes.template sum<scalar_type>(size, [&](std::int64_t i, scalar_type& partial) {
            partial += operands.change(values(transposed.entries(begin + i))) *
                       operands.x(rows.columns(begin + i), j);
          });
      lanes.single([&]() { operands.store(column, j, operands.alpha * sum); });
    }
  }
};

/// The product by the transposed pattern of A, which is made for this call.
///
/// Throws: std::invalid_argument naming what is wrong with the pattern of A; OutOfMemory.
/// Fences: to check A, and at the end.
template <class ExecutionSpace, class Operands, class Matrix>
void gather_columns(ExecutionSpace const& exec, Operands const& operands, Matrix const& a) {
  auto const checked = checked_operand(exec, a, "A");
  auto const transposed = transpose_alone(exec, graph_of(checked.rows), checked.nnz);
  for_each_row("araios::transposed::gather", exec, rows_by_entries(transposed.graph, checked.nnz),
               GatherColumn<Operands, decltype(transposed), decltype(checked.rows.values)>{
                   operands, transposed, checked.rows.values});
  exec.fence("araios: a transposed pattern is freed");
}

}  // namespace araios::inline ARAIOS_ISA::impl
