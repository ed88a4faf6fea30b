// SPDX-License-Identifier: BSD-3-Clause
// Checks that operands and results are those that a plan was made for.
#pragma once

#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_Fingerprint.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <matrix/Araios_UnfilledColumns.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// What a plan knows of the pattern of an operand.
struct PlannedPattern {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::uint64_t fingerprint = 0;  ///< only where it is checked

  bool operator==(PlannedPattern const&) const = default;
};

/// Checks the shape of an operand, and that it has the planned number of entries from `first` on.
///
/// Throws: std::invalid_argument. Fences: once, to read the last offset.
template <class ExecutionSpace, class Graph>
void check_planned_size(ExecutionSpace const& exec, Graph const& graph, std::int64_t first,
                        PlannedPattern const& planned, std::string const& name) {
  std::int64_t const nnz = planned.nnz;
  std::int64_t const found = num_entries(exec, graph) - first;
  ARAIOS_EXPECTS(
      graph.num_rows == planned.num_rows && graph.num_cols == planned.num_cols && found == nnz,
      name + " is " + std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols) +
          " with " + std::to_string(found) + " entries, the plan was made for " +
          std::to_string(planned.num_rows) + "×" + std::to_string(planned.num_cols) + " with " +
          std::to_string(nnz) + ": make a new plan");
  ARAIOS_EXPECTS(std::cmp_less_equal(nnz, graph.columns.extent(0)),
                 name + ".columns has " + std::to_string(graph.columns.extent(0)) +
                     " elements, expected at least " + std::to_string(nnz));
  expect_filled(graph, name.c_str());
}

/// Checks the fingerprint of a pattern. Throws: std::invalid_argument. Fences: twice.
template <class ExecutionSpace, class Graph>
void check_fingerprint(ExecutionSpace const& exec, Graph const& graph,
                       PlannedPattern const& planned, std::string const& name) {
  ARAIOS_EXPECTS(
      fingerprint(exec, graph, planned.nnz) == planned.fingerprint,
      "the pattern of " + name + " is not the one that the plan was made for: make a new plan");
}

/// Checks that C has the row offsets of its plan, and room for its entries.
///
/// Throws: std::invalid_argument. Fences: twice, unless C shares the row offsets of the plan.
template <class ExecutionSpace, class Plan, class Matrix>
void check_planned_result(ExecutionSpace const& exec, Plan const& plan, Matrix const& c) {
  auto const& graph = c.graph;
  check_shape(graph, "C");
  ARAIOS_EXPECTS(graph.num_rows == plan.num_rows() && graph.num_cols == plan.num_cols(),
                 "C is " + std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols) +
                     ", the plan is for " + std::to_string(plan.num_rows()) + "×" +
                     std::to_string(plan.num_cols()));
  ARAIOS_EXPECTS(std::cmp_greater_equal(graph.columns.extent(0), plan.nnz()),
                 "C.columns has " + std::to_string(graph.columns.extent(0)) +
                     " elements, expected at least " + std::to_string(plan.nnz()));
  check_num_values(c, plan.nnz(), "C");
  auto const& given = graph.row_offsets;
  auto const planned = plan.row_offsets();
  ARAIOS_EXPECTS(given.data() == planned.data() || given.extent(0) == 0 ||
                     fingerprint_of_view(exec, given, given.extent(0)) ==
                         fingerprint_of_view(exec, planned, planned.extent(0)),
                 "C.row_offsets differ from those of the plan: allocate C from the plan or copy "
                 "plan.row_offsets()");
}

/// Whether an array that is written shares memory with an operand.
template <class Written, class Matrix>
bool overlaps_operand(Written const& written, Matrix const& operand) {
  return views_overlap(written, operand.values) || views_overlap(written, operand.graph.columns) ||
         views_overlap(written, operand.graph.row_offsets);
}

/// Throws: std::invalid_argument where C and an operand share memory.
template <class Matrix, class Operand>
void check_apart(Matrix const& c, Operand const& operand, std::string const& name) {
  ARAIOS_EXPECTS(
      !overlaps_operand(c.values, operand) && !overlaps_operand(c.graph.columns, operand),
      "C shares memory with " + name + ", expected memory of its own");
}

/// What a plan knows of an operand that it has checked. Fences: twice with `keeps_fingerprint`.
template <class ExecutionSpace, class Graph>
PlannedPattern planned_pattern(ExecutionSpace const& exec, CheckedOperand<Graph> const& checked,
                               bool keeps_fingerprint) {
  auto const& graph = checked.rows;
  return {graph.num_rows, graph.num_cols, checked.nnz,
          keeps_fingerprint ? fingerprint(exec, graph, checked.nnz) : 0};
}

/// The entries of an operand, which may be rows of a larger matrix, once its pattern has been
/// compared with the planned one: by its fingerprint where `compares_fingerprint` is set.
///
/// Throws: std::invalid_argument; OutOfMemory. Fences: to read the first and the last offset, and
///         twice to compare fingerprints.
template <class ExecutionSpace, class Graph>
LaterEntries planned_entries(ExecutionSpace const& exec, Graph const& graph,
                             PlannedPattern const& planned, bool compares_fingerprint,
                             std::string const& name) {
  check_shape(graph, name);
  LaterEntries const later = later_entries(exec, graph);
  check_planned_size(exec, graph, static_cast<std::int64_t>(later.begin), planned, name);
  if (compares_fingerprint) {
    check_fingerprint(exec, later.begins_later() ? graph_from_zero(exec, graph, later) : graph,
                      planned, name);
  }
  return later;
}

/// The values of the entries of an operand whose pattern has been compared with the planned one.
///
/// Throws, Fences: as planned_entries.
template <class ExecutionSpace, class Matrix>
auto planned_values(ExecutionSpace const& exec, Matrix const& operand,
                    PlannedPattern const& planned, bool compares_fingerprint,
                    std::string const& name) {
  std::size_t const begin =
      planned_entries(exec, operand.graph, planned, compares_fingerprint, name).begin;
  check_num_values(operand, static_cast<std::int64_t>(begin) + planned.nnz, name);
  return Kokkos::subview(operand.values,
                         std::pair{begin, begin + static_cast<std::size_t>(planned.nnz)});
}

}  // namespace araios::inline ARAIOS_ISA::impl
