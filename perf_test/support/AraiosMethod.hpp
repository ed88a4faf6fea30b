// SPDX-License-Identifier: BSD-3-Clause
// This library's product, timed phase by phase.
#pragma once

#include "Method.hpp"
#include "Operands.hpp"
#include "Timing.hpp"
#include <Araios_SpGemm.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {

template <class Space, class Offset>
class AraiosMethod final : public Method {
 public:
  using device_type = typename Space::device_type;

  /// With `fresh_memory` every timed call takes a new workspace and frees it.
  AraiosMethod(std::shared_ptr<Operands<Space, Offset> const> operands,
               SpGemmOptions const& options, bool fresh_memory)
      : operands_{std::move(operands)}, options_{options}, fresh_memory_{fresh_memory} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return std::string{name_of(options_.method)}; }
  std::string contender() const override { return library() + " " + algorithm(); }

  CallTimes multiply() override { return multiply(options_); }

  /// The plan replays where it can, unless the command line says otherwise.
  CallTimes multiply_to_reuse() override {
    SpGemmOptions options = options_;
    options.replay = options.replay.value_or(true);
    return multiply(options);
  }

  double multiply_again() override {
    Stopwatch<Space> const call{exec_};
    spgemm_numeric(exec_, held_->plan, operands_->a, operands_->b, held_->c, workspace_of_call());
    return call.elapsed_ms();
  }

  MethodReport report() const override {
    auto const& plan = held_->plan;
    return {algorithm(),
            to_string(plan.symbolic_selection()),
            to_string(plan.numeric_selection()),
            plan.stats(),
            workspace_bytes_,
            plan.kept_bytes()};
  }
  HostResult result() const override {
    auto const& graph = held_->c.graph;
    return host_result(graph.num_rows, graph.num_cols, graph.row_offsets, graph.columns,
                       held_->c.values);
  }
  void release() override { held_.reset(); }

 private:
  using plan_type = SpGemmPlan<Offset, int, device_type>;
  struct Held {
    plan_type plan;
    CrsMatrix<double, Offset, int, device_type> c;
  };

  CallTimes multiply(SpGemmOptions const& options) {
    CallTimes times;
    Stopwatch<Space> call{exec_};
    {
      Workspace<device_type> const workspace = workspace_of_call();
      // Both phases return when their device has ended them: no fence of ours prolongs the call.
      Kokkos::Timer phase;
      auto plan = spgemm_symbolic<Offset>(exec_, operands_->a, operands_->b, options, workspace);
      times.symbolic_ms = 1e3 * phase.seconds();
      auto c = plan.template allocate<double>(exec_, "C");
      phase.reset();
      spgemm_numeric(exec_, plan, operands_->a, operands_->b, c, workspace);
      times.numeric_ms = 1e3 * phase.seconds();
      workspace_bytes_ = workspace.bytes();
      // The plan would keep a fresh workspace alive beyond the timed region.
      held_.emplace(Held{plan_type{plan.data(), workspace_of_call()}, std::move(c)});
    }
    times.noreuse_ms = call.elapsed_ms();
    return times;
  }

  Workspace<device_type> workspace_of_call() const {
    return fresh_memory_ ? Workspace<device_type>{} : workspace_;
  }

  Space exec_;
  std::shared_ptr<Operands<Space, Offset> const> operands_;
  SpGemmOptions options_;
  bool fresh_memory_;
  Workspace<device_type> workspace_;
  std::size_t workspace_bytes_ = 0;
  std::optional<Held> held_;
};

}  // namespace araios::perf
