// SPDX-License-Identifier: BSD-3-Clause
// A whole call of spgemm: the strategies of the table in turn, until one applies.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpGemmReport.hpp>
#include <Araios_Workspace.hpp>
#include <one_phase/Araios_HostFacts.hpp>
#include <one_phase/Araios_OnePhaseSpGemm.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_SmallSpGemm.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <selection/Araios_Determinism.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_ProductFacts.hpp>
#include <spgemm/Araios_SpGemmNumeric.hpp>
#include <spgemm/Araios_SpGemmSymbolic.hpp>
#include <spgemm/Araios_StrategyTable.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// One whole product. The public function is spgemm.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
class WholeCall {
 public:
  using scalar_type = typename MatrixA::scalar_type;
  using ordinal_type = typename MatrixA::ordinal_type;
  using device_type = typename MatrixA::device_type;
  using result_type = CrsMatrix<scalar_type, Offset, ordinal_type, device_type>;

  WholeCall(ExecutionSpace const& exec, MatrixA const& a, MatrixB const& b,
            SpGemmOptions const& options, Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, b_{b}, options_{options}, workspace_{workspace} {}

  result_type run() {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      if (allow_one_phase(options_)) {
        facts_ = host_facts(exec_, a_, b_);
        if (selects(Strategy::small_serial)) {
          if (auto c = multiply_serially()) return *std::move(c);
        }
        if (selects(Strategy::one_phase)) {
          if (auto c = multiply_in_one_phase()) return *std::move(c);
        }
      }
    }
    return multiply_in_two_phases();
  }

  /// What ran. Pre: run() has returned.
  SpGemmReport const& report() const { return report_; }

 private:
  using Small =
      SmallSpGemm<ExecutionSpace, PlainArraysOf<MatrixA>, PlainArraysOf<MatrixB>, result_type>;

  bool selects(Strategy strategy) const {
    return select_strategy(facts_, options_).strategy == strategy;
  }

  std::optional<result_type> multiply_serially() requires(is_host_space_v<ExecutionSpace>) {
    Small small{exec_, *plain_arrays_of(a_), *plain_arrays_of(b_), workspace_};
    auto c = small.run(facts_);
    if (c) describe_one_phase(Strategy::small_serial, small.loop(), *c);
    return c;
  }

  std::optional<result_type> multiply_in_one_phase() requires(is_host_space_v<ExecutionSpace>) {
    OnePhaseSpGemm<Offset, ExecutionSpace, MatrixA, MatrixB> one_phase{
        exec_, a_, b_, sorts_rows(options_), workspace_};
    auto c = one_phase.run(facts_);
    if (!c) return c;
    describe_one_phase(Strategy::one_phase, *facts_.sampled_loop, *c);
    report_.why_loop = one_phase.why();
    return c;
  }

  void describe_one_phase(Strategy strategy, RowLoop loop, result_type const& c) {
    report_.selection.strategy = strategy;
    report_.selection.loop = loop;
    report_.why = select_strategy(facts_, options_).when;
    report_.products = *facts_.products;
    report_.nnz = static_cast<std::int64_t>(c.graph.columns.extent(0));
    report_.workspace_bytes = workspace_.bytes_in_use();
  }

  [[gnu::cold]] result_type multiply_in_two_phases() {
    auto const graph_a = graph_of(a_);
    auto const graph_b = graph_of(b_);
    SymbolicRun<Offset, ExecutionSpace, decltype(graph_of(a_)), decltype(graph_of(b_))> symbolic{
        exec_, graph_a, graph_b, options_, workspace_, facts_};
    auto const plan = symbolic.run();
    report_.workspace_bytes = workspace_.bytes_in_use();
    auto const c = plan.template allocate_last<scalar_type>(exec_, "C");
    NumericRun<ExecutionSpace, std::remove_const_t<decltype(plan)>, MatrixA, MatrixB, result_type>
        numeric{exec_, plan, a_, b_, c, workspace_};
    numeric.run(plan.options());
    describe_two_phases(plan, numeric.selection(), symbolic.facts());
    return c;
  }

  template <class Plan>
  [[gnu::cold]] void describe_two_phases(Plan const& plan, Selection const& numeric,
                                         ProductFacts const& facts) {
    report_.selection = numeric;
    report_.symbolic = plan.symbolic_selection();
    report_.why = select_strategy(facts, options_).when;
    report_.products = plan.stats().work;
    report_.nnz = plan.nnz();
    report_.workspace_bytes = std::max(report_.workspace_bytes, workspace_.bytes_in_use());
    report_.plan_bytes = plan.kept_bytes();
  }

  ExecutionSpace const& exec_;
  MatrixA const& a_;
  MatrixB const& b_;
  SpGemmOptions const& options_;
  Workspace<device_type> workspace_;
  ProductFacts facts_;
  SpGemmReport report_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
