// SPDX-License-Identifier: BSD-3-Clause
// The public calls behind their checks of types. Their functions are not inline, so that a program
// that links the library instantiates none of what they call.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmEstimate.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <Araios_SpGemmReport.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <spgemm/Araios_EstimateRun.hpp>
#include <spgemm/Araios_LessMemory.hpp>
#include <spgemm/Araios_SpGemmNumeric.hpp>
#include <spgemm/Araios_SpGemmSymbolic.hpp>
#include <spgemm/Araios_WholeCall.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// spgemm_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
struct SymbolicCall {
  using device_type = typename GraphA::device_type;
  using plan_type = SpGemmPlan<Offset, typename GraphA::ordinal_type, device_type>;

  static plan_type run(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                       SpGemmOptions const& options, Workspace<device_type> const& workspace);
};

template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
auto SymbolicCall<Offset, ExecutionSpace, GraphA, GraphB>::run(
    ExecutionSpace const& exec, GraphA const& a, GraphB const& b, SpGemmOptions const& options,
    Workspace<device_type> const& workspace) -> plan_type {
  typename Workspace<device_type>::Use const use{exec, workspace};
  auto const call = [&](GraphA const& rows_of_a, GraphB const& rows_of_b) {
    return with_less_memory(exec, options, workspace, 0, [&](SpGemmOptions const& capped) {
      return SymbolicRun<Offset, ExecutionSpace, GraphA, GraphB>{exec, rows_of_a, rows_of_b, capped,
                                                                 workspace}
          .run();
    });
  };
  return with_rows_from_zero(exec, a, b, false, call);
}

/// spgemm_numeric, with a C that can be written.
template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
struct NumericCall {
  using device_type = typename Plan::device_type;

  static void run(ExecutionSpace const& exec, Plan const& plan, MatrixA const& a, MatrixB const& b,
                  MatrixC const& c, Workspace<device_type> const& workspace);
};

template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
void NumericCall<ExecutionSpace, Plan, MatrixA, MatrixB, MatrixC>::run(
    ExecutionSpace const& exec, Plan const& plan, MatrixA const& a, MatrixB const& b,
    MatrixC const& c, Workspace<device_type> const& workspace) {
  typename Workspace<device_type>::Use const use{exec, workspace};
  auto const call = [&](MatrixA const& rows_of_a, MatrixB const& rows_of_b) {
    NumericRun<ExecutionSpace, Plan, MatrixA, MatrixB, MatrixC> phase{exec,      plan, rows_of_a,
                                                                      rows_of_b, c,    workspace};
    with_less_memory(exec, plan.options(), workspace, plan.kept_bytes(),
                     [&](SpGemmOptions const& capped) { phase.run(capped); });
  };
  // Rows of a larger matrix have arrays for more entries than they have.
  bool const may_begin_later = std::cmp_greater(a.graph.columns.extent(0), plan.stats().nnz_a) ||
                               std::cmp_greater(b.graph.columns.extent(0), plan.stats().nnz_b);
  with_rows_from_zero(exec, a, b, may_begin_later, call);
}

/// spgemm. The report may be null.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
struct ProductCall {
  using device_type = typename MatrixA::device_type;
  using call_type = WholeCall<Offset, ExecutionSpace, MatrixA, MatrixB>;
  using result_type = typename call_type::result_type;

  static result_type run(ExecutionSpace const& exec, MatrixA const& a, MatrixB const& b,
                         SpGemmOptions const& options, Workspace<device_type> const& workspace,
                         SpGemmReport* report);
};

template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
auto ProductCall<Offset, ExecutionSpace, MatrixA, MatrixB>::run(
    ExecutionSpace const& exec, MatrixA const& a, MatrixB const& b, SpGemmOptions const& options,
    Workspace<device_type> const& workspace, SpGemmReport* report) -> result_type {
  Kokkos::Profiling::ScopedRegion const region{"araios::spgemm"};
  typename Workspace<device_type>::Use const use{exec, workspace};
  // Real values that are to be conjugated stay, and leave every strategy open.
  SpGemmOptions asked = options;
  asked.conjugate_a = asked.conjugate_a && has_conjugates_v<typename MatrixA::scalar_type>;
  asked.conjugate_b = asked.conjugate_b && has_conjugates_v<typename MatrixB::scalar_type>;
  auto const multiply = [&](MatrixA const& rows_of_a, MatrixB const& rows_of_b) {
    return with_less_memory(exec, asked, workspace, 0, [&](SpGemmOptions const& capped) {
      call_type call{exec, rows_of_a, rows_of_b, capped, workspace};
      auto c = call.run();
      if (report != nullptr) *report = call.report();
      return c;
    });
  };
  return with_rows_from_zero(exec, a, b, false, multiply);
}

/// spgemm_estimate.
template <class Scalar, class Offset, class ExecutionSpace, class GraphA, class GraphB>
struct EstimateCall {
  static SpGemmEstimate run(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                            SpGemmOptions const& options);
};

template <class Scalar, class Offset, class ExecutionSpace, class GraphA, class GraphB>
SpGemmEstimate EstimateCall<Scalar, Offset, ExecutionSpace, GraphA, GraphB>::run(
    ExecutionSpace const& exec, GraphA const& a, GraphB const& b, SpGemmOptions const& options) {
  expect_callable<ExecutionSpace>();
  Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_estimate"};
  auto const call = [&](GraphA const& rows_of_a, GraphB const& rows_of_b) {
    EstimateRun<Scalar, Offset, ExecutionSpace, GraphA, GraphB> estimate{exec, rows_of_a, rows_of_b,
                                                                         options};
    return or_out_of_memory("the estimate", 0, [&] { return estimate.run(); });
  };
  return with_rows_from_zero(exec, a, b, false, call);
}

}  // namespace araios::inline ARAIOS_ISA::impl
