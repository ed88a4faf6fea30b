// SPDX-License-Identifier: BSD-3-Clause
// The checks of a triple product, before any work.
#pragma once

#include <Araios_RapOptions.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

template <class GraphA, class GraphP>
void check_right_factors(GraphA const& a, GraphP const& p) {
  check_shape(a, "A");
  check_shape(p, "P");
  ARAIOS_EXPECTS(a.num_cols == p.num_rows, "A is " + shape_of(a) + " and P is " + shape_of(p) +
                                               ": A·P needs as many columns of A as rows of P");
}

/// Checks the shapes of graphs, with R from P. Throws: std::invalid_argument.
template <class GraphA, class GraphP>
void check_rap_shapes(RapOptions const&, GraphA const& a, GraphP const& p) {
  check_right_factors(a, p);
  ARAIOS_EXPECTS(a.num_rows == p.num_rows,
                 "A is " + shape_of(a) + " and P is " + shape_of(p) +
                     ": the transpose of P times A needs as many rows of A as of P");
}

/// The same with a given R.
template <class GraphA, class GraphP, class GraphR>
void check_rap_shapes(RapOptions const& options, GraphA const& a, GraphP const& p,
                      GraphR const& r) {
  ARAIOS_EXPECTS(!options.conjugate,
                 "options.conjugate is set, but R is given: leave R out, or conjugate it");
  check_shape(r, "R");
  check_right_factors(a, p);
  ARAIOS_EXPECTS(r.num_cols == a.num_rows, "R is " + shape_of(r) + " and A is " + shape_of(a) +
                                               ": R·A needs as many columns of R as rows of A");
}

/// Checks read-only matrices under their own names: products call theirs A and B.
///
/// Throws: std::invalid_argument; OutOfMemory. Fences: to read the results of the checks.
template <class ExecutionSpace, class A, class P, class... R>
void check_triple(ExecutionSpace const& exec, RapOptions const& options, A const& a, P const& p,
                  R const&... r) {
  check_rap_shapes(options, a.graph, p.graph, r.graph...);
  (checked_operand(exec, r, "R"), ...);
  checked_operand(exec, a, "A");
  checked_operand(exec, p, "P");
}

}  // namespace araios::inline ARAIOS_ISA::impl
