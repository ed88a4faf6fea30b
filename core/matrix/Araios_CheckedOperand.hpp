// SPDX-License-Identifier: BSD-3-Clause
// An operand whose shape, offsets and columns have been checked.
#pragma once

#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A matrix or a graph that has been checked, and what the check found.
template <class Operand>
struct CheckedOperand {
  Operand rows;  ///< its entries count from 0, also where it is rows of a larger matrix
  std::int64_t nnz;
  RowScan scan;
};

/// Checks that a matrix has at least `nnz` values. Throws: std::invalid_argument.
template <class Matrix>
void check_num_values(Matrix const& matrix, std::int64_t nnz, std::string const& name) {
  ARAIOS_EXPECTS(std::cmp_greater_equal(matrix.values.extent(0), nnz),
                 name + ".values has " + std::to_string(matrix.values.extent(0)) +
                     " elements, expected at least " + std::to_string(nnz));
  ARAIOS_EXPECTS(matrix.values.data() != nullptr || nnz == 0, name + ".values has no memory");
}

/// Checks an operand, which messages call `name`. Offsets of rows of a larger matrix are counted
/// anew; messages about entries count from the first of them.
///
/// Throws: std::invalid_argument; OutOfMemory.
/// Fences: twice on hosts; on devices once more, and again for rows of a larger matrix.
template <class ExecutionSpace, class Operand>
CheckedOperand<Operand> checked_operand(ExecutionSpace const& exec, Operand const& given,
                                        std::string const& name) {
  using Graph = decltype(graph_of(given));
  check_shape(pattern_of(given), name);
  LaterEntries const entries = later_entries(exec, pattern_of(given));
  CheckedOperand<Operand> checked{
      entries.begins_later() ? rows_from_zero(exec, given, entries) : given, 0, {}};
  Graph const graph = graph_of(checked.rows);
  Kokkos::View<typename Graph::ordinal_type*, typename Graph::device_type> const not_counted;
  checked.scan = scan_rows(exec, graph, not_counted);
  expect_valid(exec, graph, checked.scan, name);
  checked.nnz = num_entries(exec, graph);
  if constexpr (requires { given.values; }) check_num_values(checked.rows, checked.nnz, name);
  return checked;
}

/// The same for a graph that may share its memory with `other`, which has been checked.
template <class ExecutionSpace, class Graph, class Other>
CheckedOperand<Graph> checked_operand(ExecutionSpace const& exec, Graph const& given,
                                      std::string const& name, Other const& other,
                                      CheckedOperand<Other> const& checked_other) {
  if constexpr (std::is_same_v<Graph, Other>) {
    if (is_same_graph(given, other)) return checked_other;
  }
  return checked_operand(exec, given, name);
}

}  // namespace araios::inline ARAIOS_ISA::impl
