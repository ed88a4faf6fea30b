// SPDX-License-Identifier: BSD-3-Clause
// This library's product, timed as a whole call and phase by phase.
#pragma once

#include "base/Timing.hpp"
#include "measure/Method.hpp"
#include "problem/Operands.hpp"
#include <Araios_SpGemm.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {

template <class Space, class Offset, class Scalar = double>
class AraiosMethod final : public Method {
 public:
  using device_type = typename Space::device_type;

  /// With `fresh_memory` every timed call allocates a new workspace and frees it.
  AraiosMethod(std::shared_ptr<Operands<Space, Offset, Scalar> const> operands,
               SpGemmOptions const& options, bool fresh_memory)
      : operands_{std::move(operands)}, options_{options}, fresh_memory_{fresh_memory} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return std::string{name_of(options_.method)}; }
  std::string contender() const override { return library() + " " + algorithm(); }

  /// Times the whole call, and both phases in a separate call: a whole call may run without phases.
  CallTimes multiply() override {
    CallTimes times;
    times.noreuse_ms = multiply_whole();
    multiply_by_phases(options_, times);
    return times;
  }

  /// The plan uses replay where possible, unless the command line forbids it.
  void multiply_to_reuse() override {
    SpGemmOptions options = options_;
    options.replay = options.replay.value_or(true);
    whole_.reset();
    CallTimes times;
    multiply_by_phases(options, times);
  }

  double multiply_again() override {
    Stopwatch<Space> const call{exec_};
    spgemm_numeric(exec_, held_->plan, operands_->a, operands_->b, held_->c, workspace_of_call());
    return call.elapsed_ms_of_waiting_call();
  }

  MethodReport report() const override {
    auto const& plan = held_->plan;
    return {algorithm(),
            to_string(report_),
            to_string(plan.symbolic_selection()),
            to_string(plan.numeric_selection()),
            plan.stats(),
            workspace_bytes_,
            plan.kept_bytes()};
  }
  AnyHostResult result() const override { return on_host(whole_ ? *whole_ : held_->c); }
  std::optional<AnyHostResult> result_of_phases() const override {
    if (!whole_) return std::nullopt;
    return on_host(held_->c);
  }
  void release() override {
    whole_.reset();
    held_.reset();
  }

 private:
  using plan_type = SpGemmPlan<Offset, int, device_type>;
  using matrix_type = CrsMatrix<Scalar, Offset, int, device_type>;
  struct Held {
    plan_type plan;
    typename plan_type::template result_type<Scalar> c;
  };

  template <class Matrix>
  static AnyHostResult on_host(Matrix const& c) {
    return host_result(c.graph.num_rows, c.graph.num_cols, c.graph.row_offsets, c.graph.columns,
                       c.values);
  }

  /// Returns milliseconds.
  double multiply_whole() {
    Stopwatch<Space> const call{exec_};
    whole_.emplace(
        spgemm<Offset>(exec_, operands_->a, operands_->b, options_, workspace_of_call(), &report_));
    return call.elapsed_ms();
  }

  void multiply_by_phases(SpGemmOptions const& options, CallTimes& times) {
    Workspace<device_type> const workspace = workspace_of_call();
    Stopwatch<Space> phase{exec_};
    auto plan = spgemm_symbolic<Offset>(exec_, operands_->a, operands_->b, options, workspace);
    times.symbolic_ms = phase.elapsed_ms();
    auto c = plan.template allocate<Scalar>(exec_, "C");
    phase.restart();
    spgemm_numeric(exec_, plan, operands_->a, operands_->b, c, workspace);
    times.numeric_ms = phase.elapsed_ms_of_waiting_call();
    workspace_bytes_ = workspace.bytes();
    held_.emplace(Held{plan_type{plan.data(), workspace_of_call()}, std::move(c)});
  }

  Workspace<device_type> workspace_of_call() const {
    return fresh_memory_ ? Workspace<device_type>{} : workspace_;
  }

  Space exec_;
  std::shared_ptr<Operands<Space, Offset, Scalar> const> operands_;
  SpGemmOptions options_;
  bool fresh_memory_;
  Workspace<device_type> workspace_;
  std::size_t workspace_bytes_ = 0;
  SpGemmReport report_;               ///< of the whole call
  std::optional<matrix_type> whole_;  ///< C of the whole call
  std::optional<Held> held_;          ///< state of the phases for reuse
};

}  // namespace araios::perf
