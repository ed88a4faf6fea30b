// SPDX-License-Identifier: BSD-3-Clause
// The checks of a product with a vector, before any work.
#pragma once

#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Checks the first and the last offset, on hosts. On devices the call would have to wait for them.
template <class ExecutionSpace, class Matrix>
void check_spmv_offsets(ExecutionSpace const& exec, Matrix const& a) {
  exec.fence("araios::spmv");
  auto const num_rows = static_cast<std::size_t>(a.graph.num_rows);
  auto const first = a.graph.row_offsets(0);
  auto const last = a.graph.row_offsets(num_rows);
  check_ends(first, last, a.graph.columns.extent(0), {"A", "row_offsets", num_rows, "columns"});
  check_ends(first, last, a.values.extent(0), {"A", "row_offsets", num_rows, "values"});
  expect_filled(a.graph, "A");
}

template <class Vector>
void check_vector(Vector const& vector, std::string const& name, std::int64_t expected,
                  std::string const& of) {
  ARAIOS_EXPECTS(std::cmp_equal(vector.extent(0), expected),
                 name + " has " + std::to_string(vector.extent(0)) + " elements, expected " +
                     std::to_string(expected) + ", the number of " + of + " of A");
  ARAIOS_EXPECTS(vector.data() != nullptr || expected == 0, name + " has no memory");
}

/// Throws: std::invalid_argument naming what is wrong with A, x or y.
/// Fences: on hosts.
template <class ExecutionSpace, class Matrix, class X, class Y>
void check_spmv_operands(ExecutionSpace const& exec, Matrix const& a, X const& x, Y const& y,
                         bool is_transposed) {
  check_shape(a.graph, "A");
  ARAIOS_EXPECTS(a.values.data() != nullptr || a.values.extent(0) == 0, "A.values has no memory");
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (a.graph.num_rows > 0) check_spmv_offsets(exec, a);
  }
  auto const& across = is_transposed ? a.graph.num_rows : a.graph.num_cols;
  auto const& along = is_transposed ? a.graph.num_cols : a.graph.num_rows;
  check_vector(x, "x", across, is_transposed ? "rows" : "columns");
  check_vector(y, "y", along, is_transposed ? "columns" : "rows");
  ARAIOS_EXPECTS(!views_overlap(y, x),
                 "y shares memory with x: the product cannot be formed in place");
  ARAIOS_EXPECTS(!views_overlap(y, a.values) && !views_overlap(y, a.graph.columns) &&
                     !views_overlap(y, a.graph.row_offsets),
                 "y shares memory with A: the product cannot be formed in place");
}

}  // namespace araios::inline ARAIOS_ISA::impl
