// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase: computes the entries of C from a plan and the values of A and B.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <bins/Araios_BinnedPhase.hpp>
#include <grouped/Araios_BhSparsePhase.hpp>
#include <grouped/Araios_GroupedPhase.hpp>
#include <grouped/Araios_RbSparsePhase.hpp>
#include <host_simd/Araios_WriteCombiningBuffer.hpp>
#include <matrix/Araios_ConjugateElements.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <pattern/Araios_PatternNumeric.hpp>
#include <pattern/Araios_ScatterNumeric.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_ReplayKernel.hpp>
#include <rowwise/Araios_LaunchTeams.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <selection/Araios_SelectionTuning.hpp>
#include <selection/Araios_StrategyRegions.hpp>
#include <sort/Araios_SortRows.hpp>
#include <spgemm/Araios_NumericChecks.hpp>
#include <spgemm/Araios_PhaseMemory.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace araios::inline ARAIOS_ISA::impl {

// Members for hosts or devices alone are templates: Clang before 16 takes no notice of their
// constraints where it instantiates the class explicitly.

/// One numeric phase: its plan, operands and temporaries. The public function is spgemm_numeric.
template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
class NumericRun {
 public:
  using ordinal_type = typename Plan::ordinal_type;
  using offset_type = typename Plan::offset_type;
  using device_type = typename Plan::device_type;
  using scalar_type = typename MatrixC::scalar_type;

  NumericRun(ExecutionSpace const& exec, Plan const& plan, MatrixA const& a, MatrixB const& b,
             MatrixC const& c, Workspace<device_type> const& workspace)
      : exec_{exec}, plan_{plan}, a_{a}, b_{b}, c_{c}, workspace_{workspace} {}

  /// Fills C. The options are those of the plan, but for the cap.
  void run(SpGemmOptions const& options);

  /// The selection that filled C: that of the variant that fits the memory cap. Pre: run() has
  /// returned.
  Selection const& selection() const { return selection_; }

 private:
  using GraphA = decltype(graph_of(std::declval<MatrixA>()));
  using GraphB = decltype(graph_of(std::declval<MatrixB>()));
  using Products = RowProducts<GraphA, GraphB>;
  using NumericPhase = Numeric<Products, scalar_type, offset_type>;
  using Values = Kokkos::View<scalar_type const*, device_type>;

  /// op(A) or op(B): the operand as given, or the plan's transposed pattern with gathered values.
  template <class Graph>
  using Operand =
      CrsMatrix<scalar_type const, typename Graph::offset_type, ordinal_type const, device_type>;

  using OperandA = Operand<GraphA>;
  using OperandB = Operand<GraphB>;

  NumericChecks<ExecutionSpace, Plan, MatrixA, MatrixB, MatrixC> checks() const {
    return {exec_, plan_, a_, b_, c_};
  }

  /// Whether kernels compare the operands with the plan. On devices those of replay and of bins do,
  /// without check_reuse and for operands that are not transposed.
  bool kernels_check_patterns() const {
    if constexpr (is_host_space_v<ExecutionSpace>) return false;
    return (replays() || goes_by_bins()) && !options_.check_reuse && !options_.transpose_a &&
           !options_.transpose_b && checks().has_planned_shapes();
  }

  /// Whether this call has the threads that the plan was made for.
  bool has_planned_threads() const {
    DeviceTraits const& planned = plan_.data().device;
    return planned.is_host == is_host_space_v<ExecutionSpace> &&
           planned.concurrency == exec_.concurrency();
  }

  DeviceTraits traits_of_call() const {
    return has_planned_threads() ? plan_.data().device : device_traits(exec_);
  }

  /// The plan's selection, or a new one if the plan was made for another number of threads.
  Selection selection_on(DeviceTraits const& device) const {
    auto const& data = plan_.data();
    if (has_planned_threads()) return data.numeric_selection;
    auto selection = select_method(device, data.stats, options_, PhaseKind::numeric, false);
    selection.groups = data.numeric_selection.groups;
    return selection;
  }

  /// What an operand is asked for.
  struct Op {
    bool transposes;
    bool conjugates;

    bool takes_copy() const { return transposes || conjugates; }
  };
  Op op_of_a() const { return {options_.transpose_a, conjugates(options_.conjugate_a)}; }
  Op op_of_b() const { return {options_.transpose_b, conjugates(options_.conjugate_b)}; }
  static bool conjugates(bool is_asked) { return has_conjugates_v<scalar_type> && is_asked; }

  std::size_t gathered_bytes() const {
    std::int64_t const gathered = (op_of_a().takes_copy() ? plan_.stats().nnz_a : 0) +
                                  (op_of_b().takes_copy() ? plan_.stats().nnz_b : 0);
    return static_cast<std::size_t>(gathered) * sizeof(scalar_type);
  }

  /// The transposed pattern that the plan keeps of an operand with the pattern type Graph.
  template <class Graph>
  static auto kept_transpose(std::any const& kept, std::string const& name) {
    using Kept = TransposedGraph<typename Graph::offset_type, ordinal_type, device_type>;
    auto const* const transposed = std::any_cast<Kept>(&kept);
    ARAIOS_EXPECTS(transposed != nullptr,
                   name +
                       ".row_offsets has another type than in the symbolic phase, and the plan "
                       "keeps its transpose: make a new plan");
    return *transposed;
  }

  template <class Graph, class Matrix>
  Operand<Graph> transposed(Matrix const& given, bool conjugates, std::any const& kept,
                            WorkspaceSlot slot, std::string const& name) {
    auto const kept_graph = kept_transpose<Graph>(kept, name);
    auto const gathered = workspace_.template take<scalar_type>(
        exec_, slot, kept_graph.entries.extent(0), max_bytes());
    with_change<scalar_type>(conjugates, [&](auto const& change) {
      gather_elements(exec_, Values{given.values}, kept_graph.entries, gathered, change);
    });
    return {kept_graph.graph, gathered};
  }

  template <class Graph, class Matrix>
  Operand<Graph> conjugated(Matrix const& given, std::int64_t nnz, WorkspaceSlot slot) {
    auto const size = static_cast<std::size_t>(nnz);
    auto const copy = workspace_.template take<scalar_type>(exec_, slot, size, max_bytes());
    conjugate_into(exec_, Kokkos::subview(given.values, std::pair{std::size_t{0}, size}), copy);
    return {graph_of(given), copy};
  }

  OperandA operand_a() {
    auto const op = op_of_a();
    constexpr auto slot = WorkspaceSlot::transposed_a_values;
    if (op.transposes) {
      return transposed<GraphA>(a_, op.conjugates, plan_.data().transposed_a, slot, "A");
    }
    if (op.conjugates) return conjugated<GraphA>(a_, plan_.stats().nnz_a, slot);
    return {graph_of(a_), a_.values};
  }
  OperandB operand_b() {
    auto const op = op_of_b();
    constexpr auto slot = WorkspaceSlot::transposed_b_values;
    if (op.transposes) {
      return transposed<GraphB>(b_, op.conjugates, plan_.data().transposed_b, slot, "B");
    }
    if (op.conjugates) return conjugated<GraphB>(b_, plan_.stats().nnz_b, slot);
    return {graph_of(b_), b_.values};
  }

  /// Both operands, and the flag that kernels raise when a row is not the planned one.
  struct Operands {
    OperandA a;
    OperandB b;
    Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  };

  Operands operands() {
    auto const mismatch = workspace_.flag(WorkspaceFlag::mismatch);
    mismatch() = 0;
    return {operand_a(), operand_b(), mismatch};
  }
  PlannedEntries planned_entries() const { return {plan_.stats().nnz_a, plan_.stats().nnz_b}; }

  /// Waits for kernels that compare operands with the plan. Throws: std::invalid_argument.
  void expect_planned_rows(Operands const& operands) const {
    exec_.fence("araios: kernels have compared the operands with the plan");
    if (operands.mismatch() == 0) return;
    if (kernels_check_patterns()) checks().check_patterns();
    ARAIOS_EXPECTS(
        false,
        "a row of C has other entries than planned: the pattern of A or B is not the one "
        "that the plan was made for; C is incomplete");
  }

  NumericPhase phase(Operands const& operands,
                     Kokkos::View<std::byte*, device_type> const& sort_memory,
                     std::size_t sort_bytes_of_owner) const {
    return {Products{operands.a.graph, operands.b.graph},
            operands.a.values,
            operands.b.values,
            plan_.row_offsets(),
            c_.graph.columns,
            c_.values,
            operands.mismatch,
            planned_entries(),
            sort_memory,
            sort_bytes_of_owner};
  }

  std::size_t max_bytes() const { return options_.max_workspace_bytes; }

  void compute() {
    if (replays()) return replay();
    if constexpr (!is_host_space_v<ExecutionSpace>) {
      if (goes_by_bins()) return compute_by_bins();
    }
    compute_all_rows();
  }

  bool replays() const { return plan_.numeric_selection().replay == ReplayState::replays; }
  bool goes_by_bins() const {
    return !is_host_space_v<ExecutionSpace> && plan_.numeric_selection().bins.has_value();
  }

  /// Nothing is copied to the host: kernels compare the operands with the plan before they write.
  template <class Space = ExecutionSpace>
  void replay() requires(!is_host_space_v<Space>) {
    auto const& data = plan_.data();
    Operands const given = operands();
    ReplayOperands<Products, scalar_type> const replayed{
        Products{given.a.graph, given.b.graph}, given.a.values, given.b.values,    c_.values,
        data.replay.row_marks.elements,         given.mismatch, planned_entries(), data.stats.nnz_c,
        std::max(data.stats.m, data.stats.k)};
    std::visit(
        [&](auto const& lists) {
          gather_entries(exec_, workspace_, SelectionBasis{data.device, data.stats, options_},
                         replayed, lists);
        },
        data.replay.lists);
    expect_planned_rows(given);
    copy_columns();
  }

  template <class Space = ExecutionSpace>
  void replay() requires(is_host_space_v<Space>) {
    Operands const given = operands();
    run_scatter_numeric(given);
    expect_planned_rows(given);
    copy_columns();
  }

  template <class Space = ExecutionSpace>
  void run_scatter_numeric(Operands const& given) requires(is_host_space_v<Space>) {
    ProblemStats const& stats = plan_.stats();
    DeviceTraits const device = traits_of_call();
    Selection selection = selection_on(device);
    auto const ranges = take_row_ranges(exec_, workspace_, selection, selection.team_size,
                                        plan_.num_rows(), max_bytes());
    std::size_t sums = PoolShape::chunk_bytes_for(
        placed_bytes<scalar_type>(stats.max_row_size * tuning::bundle_max_rows));
    // Bundles need memory for sums. If the cap leaves no room for it, rows are summed one by one.
    BundleKinds steps = bundles_at_places(stats);
    if (!steps.has_any() || sums + sizeof(int) > max_bytes() - workspace_.bytes_in_use()) {
      steps = {};
      sums = 0;
    }
    auto const pool =
        take_pool(exec_, device, workspace_, selection, ChunkBytes{sums, 0}, max_bytes());
    ScatterNumeric<ExecutionSpace, OperandA, OperandB, offset_type> const kernel{
        {steps, pool, ranges},
        given.a,
        given.b,
        plan_.data().scatter_map,
        plan_.row_offsets(),
        c_.values,
        given.mismatch,
        staging_pays<ordinal_type, scalar_type>(stats.nnz_c, stats.m)};
    run_by_threads(exec_, selection, kernel, "araios::spgemm_numeric::run_scatter_numeric");
  }

  void copy_columns() const {
    copy_planned_columns(exec_, plan_.data().columns_of_c, c_.graph.columns);
  }

  template <class Space = ExecutionSpace>
  void compute_by_bins() requires(!is_host_space_v<Space>) {
    auto const& data = plan_.data();
    Operands const given = operands();
    BinnedPhase{exec_,
                workspace_,
                SelectionBasis{data.device, data.stats, options_},
                phase(given, {}, 0),
                {data.bins, {}, *data.numeric_selection.bins},
                "araios::spgemm_numeric::fill_rows::"}
        .run();
    expect_planned_rows(given);
  }

  void compute_all_rows() {
    auto const& data = plan_.data();
    DeviceTraits const device = traits_of_call();
    PhaseVariants const variants = numeric_variants<ExecutionSpace, ordinal_type, scalar_type>(
        device, data.stats, options_, selection_on(device),
        workspace_.bytes_in_use() + gathered_bytes());
    PhaseVariant const variant = best_variant_within(variants, device, max_bytes());
    selection_ = variant.selection;
    Operands const given = operands();
    if (variant.selection.records_pattern) {
      run_pattern_numeric(device, variant, given);
    } else {
      fill_rows(device, variant, given);
    }
    expect_planned_rows(given);
  }

  [[gnu::cold]] void fill_rows(DeviceTraits const& device, PhaseVariant const& variant,
                               Operands const& given) {
    auto const sort_memory = workspace_.template take<std::byte>(exec_, WorkspaceSlot::sort_memory,
                                                                 variant.sort_bytes, max_bytes());
    Selection& selection = selection_;
    auto const filling = phase(given, sort_memory,
                               variant.sort_bytes / static_cast<std::size_t>(device.concurrency));
    if (selection.groups) {
      fill_groups(device, variant, selection, filling);
    } else {
      run_phase(exec_, workspace_, SelectionBasis{device, plan_.stats(), options_}, selection,
                filling, variant.shape);
    }
    if (variant.sort_bytes == 0 && sorts_rows(options_) && !comes_sorted(device, options_.method)) {
      sort_rows(exec_, selection.team_size, selection.vector_length, plan_.row_offsets(),
                c_.graph.columns, c_.values);
    }
  }

  [[gnu::cold]] void fill_groups(DeviceTraits const& device, PhaseVariant const& variant,
                                 Selection& selection, NumericPhase const& filling) {
    auto const& groups = plan_.data().groups;
    GroupedPhase<ExecutionSpace, NumericPhase> const grouped{
        exec_,    workspace_,         device,
        variant,  selection,          filling,
        options_, plan_.data().stats, "araios::spgemm_numeric::fill_rows::"};
    if (selection.groups->method == MethodKind::bhsparse) return BhSparsePhase{grouped}.run(groups);
    RbSparsePhase run{grouped};
    // First, since it may run out of memory, and C must then be untouched.
    run.run_global(groups);
    run.run_tables(groups);
  }

  void run_pattern_numeric(DeviceTraits const& device, PhaseVariant const& variant,
                           Operands const& given) {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      if (plan_.num_rows() == 0) return;
      Selection& selection = selection_;
      auto const ranges = take_row_ranges(exec_, workspace_, selection, selection.team_size,
                                          plan_.num_rows(), max_bytes());
      auto const pool =
          take_zero_pool(exec_, device, workspace_, selection, variant.chunk_bytes, max_bytes());
      auto const& recorded = plan_.data().recorded;
      BundleKinds const steps = bundles_at_columns(plan_.stats(), device.concurrency);
      PatternNumeric<ExecutionSpace, OperandA, OperandB, offset_type> const kernel{
          {steps, pool, ranges},
          given.a,
          given.b,
          recorded.rows.elements,
          recorded.columns.elements,
          plan_.row_offsets(),
          c_.graph.columns,
          c_.values,
          given.mismatch,
          num_sums_of_columns(plan_.stats(), steps),
          stages_pattern(steps)};
      run_by_threads(exec_, selection, kernel, "araios::spgemm_numeric::run_pattern_numeric");
    }
  }

  /// Whether values and columns of C are staged for non-temporal stores. Shifted rows that are
  /// summed one by one are not: summing them takes less time than staging. Nor are long rows in
  /// bundles. A long row outside of a bundle is staged piece by piece.
  bool stages_pattern(BundleKinds const& steps) const {
    ProblemStats const& stats = plan_.stats();
    bool const are_alone = frequent_bundles(stats, 0).shifted && !steps.shifted;
    if (are_alone) return false;
    return steps.has_any() ? staging_pays<ordinal_type, scalar_type>(stats.nnz_c, stats.m)
                           : exceeds_llc<ordinal_type, scalar_type>(stats.nnz_c);
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  MatrixA const& a_;
  MatrixB const& b_;
  MatrixC const& c_;
  Workspace<device_type> workspace_;
  SpGemmOptions options_;
  Selection selection_;
};

// Not inline: a file that declares an instance of the class extern compiles none of its kernels.
template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
void NumericRun<ExecutionSpace, Plan, MatrixA, MatrixB, MatrixC>::run(
    SpGemmOptions const& options) {
  Kokkos::Profiling::ScopedRegion const region{
      replays() ? numeric_regions().replay()
                : numeric_regions().of(plan_.numeric_selection().strategy)};
  options_ = options;
  plan_.data().running.end_before(exec_);
  workspace_.begin_call(exec_, plan_.kept_bytes());
  if (!kernels_check_patterns()) checks().check_patterns();
  checks().check_values();
  checks().check_result();
  selection_ = plan_.numeric_selection();
  compute();
}

}  // namespace araios::inline ARAIOS_ISA::impl
