// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase of a triple product: checks, memory of the owners, and the sums.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_RapPlan.hpp>
#include <Araios_Workspace.hpp>
#include <fused/Araios_FusedPattern.hpp>
#include <fused/Araios_FusedRanges.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_HostWindows.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <fused/Araios_TableNumeric.hpp>
#include <fused/Araios_TableOwners.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <rap/Araios_RapMemory.hpp>
#include <rap/Araios_RapProducts.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// One numeric phase. The public function is rap_numeric.
template <class ExecutionSpace, class Plan, class Scalar>
class RapNumeric {
 public:
  using device_type = typename Plan::device_type;
  using ordinal_type = typename Plan::ordinal_type;
  using offset_type = typename Plan::offset_type;
  using values_type = Kokkos::View<Scalar const*, device_type>;

  RapNumeric(ExecutionSpace const& exec, Plan const& plan, Workspace<device_type> const& workspace)
      : exec_{exec}, plan_{plan}, data_{plan.data()}, workspace_{workspace} {}

  /// Checks all operands before C is written, and sums.
  template <class MatrixC, class... Matrices>
  void run(MatrixC const& c, Matrices const&... operands) {
    sum(checked_operands(c, operands...), c);
  }

  /// Checks all operands, and takes memory for two products.
  template <class MatrixC, class... Matrices>
  auto factors(MatrixC const& c, Matrices const&... operands) {
    auto const checked = checked_operands(c, operands...);
    return RapFactors<std::remove_const_t<decltype(checked)>, typename Plan::products_type>{
        exec_, checked, *plan_.products(), workspace_, data_.options.max_workspace_bytes};
  }

 private:
  /// With a given R.
  template <class MatrixC, class MatrixR, class MatrixA, class MatrixP>
  auto checked_operands(MatrixC const& c, MatrixR const& r, MatrixA const& a, MatrixP const& p) {
    workspace_.begin_call(exec_, plan_.kept_bytes());
    ARAIOS_EXPECTS(data_.is_r_given,
                   "R is given, but the plan was made for the transpose of P: leave R out, or make "
                   "a plan with R");
    auto const values_r = values_of(r, data_.r, "R");
    auto const values_a = values_of(a, data_.a, "A");
    auto const values_p = values_of(p, data_.p, "P");
    check_result(c, a, p, r);
    using Graphs = RapGraphs<typename MatrixR::graph_type, typename MatrixA::graph_type,
                             typename MatrixP::graph_type>;
    return RapOperands<Graphs, Scalar>{
        {pattern_from_zero(r), pattern_from_zero(a), pattern_from_zero(p)},
        values_r,
        values_a,
        values_p,
        {},
        false};
  }

  /// With R from P.
  template <class MatrixC, class MatrixA, class MatrixP>
  auto checked_operands(MatrixC const& c, MatrixA const& a, MatrixP const& p) {
    workspace_.begin_call(exec_, plan_.kept_bytes());
    ARAIOS_EXPECTS(!data_.is_r_given, "R is missing: the plan was made with a given R");
    using Kept = TransposedGraph<typename MatrixP::offset_type, ordinal_type, device_type>;
    auto const* const transposed = std::any_cast<Kept>(&data_.transposed);
    ARAIOS_EXPECTS(transposed != nullptr,
                   "P.row_offsets has another type than in the symbolic phase, and the plan keeps "
                   "its transpose: make a new plan");
    auto const values_a = values_of(a, data_.a, "A");
    auto const values_p = values_of(p, data_.p, "P");
    check_result(c, a, p);
    using GraphR = decltype(graph_of(transposed->graph));
    using Graphs = RapGraphs<GraphR, typename MatrixA::graph_type, typename MatrixP::graph_type>;
    return RapOperands<Graphs, Scalar>{
        {graph_of(transposed->graph), pattern_from_zero(a), pattern_from_zero(p)},
        values_p,
        values_a,
        values_p,
        transposed->entries,
        data_.options.conjugate};
  }

  template <class Matrix>
  values_type values_of(Matrix const& operand, PlannedPattern const& planned,
                        std::string const& name) const {
    return planned_values(exec_, operand, planned, data_.options.check_reuse, name);
  }

  /// The pattern with offsets from 0, also of rows of a larger matrix.
  template <class Matrix>
  auto pattern_from_zero(Matrix const& operand) const {
    LaterEntries const later = later_entries(exec_, operand.graph);
    return later.begins_later() ? graph_from_zero(exec_, operand.graph, later) : operand.graph;
  }

  template <class MatrixC, class... Operands>
  void check_result(MatrixC const& c, Operands const&... operands) const {
    check_planned_result(exec_, plan_, c);
    auto const overlaps = [&](auto const& operand) {
      return overlaps_operand(c.values, operand) || overlaps_operand(c.graph.columns, operand);
    };
    ARAIOS_EXPECTS(!(overlaps(operands) || ...),
                   "C shares memory with R, A or P: a triple product cannot be formed in place");
  }

  template <class Operands, class MatrixC>
  void sum(Operands const& operands, MatrixC const& c) {
    auto const mismatch = workspace_.flag(WorkspaceFlag::mismatch);
    mismatch() = 0;
    if (data_.num_rows > 0) sum_rows(operands, c.values, mismatch);
    exec_.fence("araios: a triple product is summed");
    ARAIOS_EXPECTS(mismatch() == 0,
                   "the pattern of R, A or P is not the one that the plan was made for: make a new "
                   "plan");
    copy_planned_columns(exec_, data_.columns_of_c, c.graph.columns);
  }

  using Pattern = FusedPattern<offset_type, ordinal_type, device_type>;
  using Flag = Kokkos::View<int, Kokkos::SharedHostPinnedSpace>;

  Pattern pattern() const {
    return {data_.bundles, data_.news, data_.row_offsets, data_.columns_of_c};
  }

  template <class Operands, class Values>
  void sum_rows(Operands const& operands, Values const& values, Flag const& mismatch) {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      if (data_.sums == RapSums::windows && windows_fit()) {
        return sum_by_windows(operands, values, mismatch);
      }
    }
    sum_by_tables(operands, values, mismatch);
  }

  /// Bytes of R·A, about those of A·P.
  std::size_t intermediate_bytes() const {
    auto const entries = data_.counts.is_direct ? data_.counts.products : data_.counts.intermediate;
    return static_cast<std::size_t>(entries) * (sizeof(Scalar) + sizeof(ordinal_type));
  }
  OwnerBudget budget() const {
    return {affordable_owner_bytes(intermediate_bytes()), data_.options.max_workspace_bytes};
  }

  std::int64_t list_size() const {
    return data_.counts.is_direct ? 0 : data_.counts.max_intermediate + 1;
  }
  std::size_t window_bytes() const {
    return static_cast<std::size_t>(window_elements(data_.counts)) * sizeof(Scalar) +
           static_cast<std::size_t>(list_size()) * sizeof(ordinal_type);
  }
  bool windows_fit() const {
    return workspace_.bytes_in_use() + sizeof(std::int64_t) + window_bytes() <=
           data_.options.max_workspace_bytes;
  }

  template <class Operands, class Values>
  void sum_by_windows(Operands const& operands, Values const& values, Flag const& mismatch) {
    switch (lanes_for_rows(data_.counts.rows_together)) {
      case 1:
        return data_.counts.is_direct ? run_windows<1, true>(operands, values, mismatch)
                                      : run_windows<1, false>(operands, values, mismatch);
      case tuning::fused_few_rows_together:
        return run_windows<tuning::fused_few_rows_together, false>(operands, values, mismatch);
      default:
        return run_windows<tuning::fused_max_rows_together, false>(operands, values, mismatch);
    }
  }

  template <int lanes, bool is_direct, class Operands, class Values>
  void run_windows(Operands const& operands, Values const& values, Flag const& mismatch) {
    auto const& counts = data_.counts;
    std::size_t const cap = data_.options.max_workspace_bytes;
    auto const next =
        workspace_.template take<std::int64_t>(exec_, WorkspaceSlot::next_range, 1, cap);
    clear("araios::clear_next_range", exec_, next);
    int const owners = num_fused_owners(exec_, data_.bundles.count, window_bytes(),
                                        workspace_.bytes_in_use(), budget());
    auto const of_owners = [owners](std::int64_t count) {
      return static_cast<std::size_t>(count) * static_cast<std::size_t>(owners);
    };
    std::size_t const sum_bytes = of_owners(window_elements(counts)) * sizeof(Scalar);
    auto const sums =
        take_zero_bytes(workspace_, exec_, WorkspaceSlot::pool_memory, sum_bytes, cap);
    auto const lists = workspace_.template take<ordinal_type>(exec_, WorkspaceSlot::sort_memory,
                                                              of_owners(list_size()), cap);
    using Next = Kokkos::View<std::int64_t*, device_type>;
    FusedRanges<Next> const ranges{
        data_.bundles.count, num_words(),
        std::min<std::int64_t>(owners * tuning::fused_ranges_of_owner, data_.bundles.count),
        data_.news.begins};
    WindowMemory<Scalar, ordinal_type> const memory{
        reinterpret_cast<Scalar*>(sums.data()), lists.data(),
        is_direct ? 0 : window_of(counts.fine_span), window_of(counts.coarse_span), list_size()};
    take_ranges("araios::rap_numeric::sum_by_windows", exec_, owners, ranges.num_ranges, next,
                SumFusedWindows<lanes, is_direct, Operands, Pattern>{
                    {operands}, pattern(), ranges, memory, values.data(), mismatch.data()});
    exec_.fence("araios: windows are zero again");
    if (mismatch() == 0) workspace_.leave_zero_bytes(WorkspaceSlot::pool_memory, sum_bytes);
  }

  std::int64_t num_words() const {
    return data_.news.begins(static_cast<std::size_t>(data_.bundles.count));
  }

  template <class Operands, class Values>
  void sum_by_tables(Operands const& operands, Values const& values, Flag const& mismatch) {
    bool const is_direct = data_.counts.is_direct;
    using Shape = TableShape<ordinal_type, Scalar>;
    Shape const shape{is_direct ? 1 : table_slots(data_.counts.max_intermediate), true,
                      list_size()};
    TableMemory<ExecutionSpace, device_type> const tables{
        exec_, workspace_, data_.bundles.count, shape.bytes(), shape.clean_bytes(), budget()};
    using Form = SumFusedTables<Operands, Pattern, Shape, Values>;
    form_by_tables("araios::rap_numeric::sum_by_tables", exec_,
                   lanes_of_owner(exec_, operands.graphs.a, data_.a.nnz),
                   FormByTables<MemoryPool<device_type>, Form>{
                       tables.pool(), data_.bundles.count, tables.num_owners(),
                       Form{operands, pattern(), shape, is_direct, data_.a_ascends, data_.p_ascends,
                            values, mismatch}});
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  typename Plan::data_type const& data_;
  Workspace<device_type> workspace_;
};

/// Runs a numeric phase of read-only operands: of A and P, or of R, A and P. Throws: as
/// rap_numeric.
template <class Scalar, class ExecutionSpace, class Plan, class C, class... Operands>
void numeric_rap(ExecutionSpace const& exec, Plan const& plan,
                 Workspace<typename Plan::device_type> const& workspace, C const& c,
                 Operands const&... operands) {
  using Use = typename Workspace<typename Plan::device_type>::Use;
  using Numeric = RapNumeric<ExecutionSpace, Plan, Scalar>;
  Kokkos::Profiling::ScopedRegion const region{"araios::rap_numeric"};
  or_out_of_memory("a triple product", 0, [&] {
    if (plan.products() == nullptr) {
      Use const use{exec, workspace};
      return Numeric{exec, plan, workspace}.run(writable_result(plan, c), operands...);
    }
    // The products use the workspace themselves.
    auto const factors = [&] {
      Use const use{exec, workspace};
      return Numeric{exec, plan, workspace}.factors(writable_result(plan, c), operands...);
    }();
    auto const result = writable_result(plan, c);
    factors.multiply(exec, workspace, result.values);
    copy_planned_columns(exec, plan.data().columns_of_c, result.graph.columns);
    exec.fence("araios: a triple product is complete");
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
