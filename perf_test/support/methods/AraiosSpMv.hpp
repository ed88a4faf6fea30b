// SPDX-License-Identifier: BSD-3-Clause
// This library's matrix-vector product, timed.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "problem/SpMvArrays.hpp"
#include <Araios_SpMv.hpp>
#include <Araios_Workspace.hpp>

#include <memory>
#include <string>
#include <utility>

namespace araios::perf {

/// Set-up prepares only the workspace that is kept between calls.
template <class Space, class Offset>
class AraiosSpMv final : public RepeatedMethod {
 public:
  explicit AraiosSpMv(std::shared_ptr<SpMvArrays<Space, Offset> const> arrays)
      : arrays_{std::move(arrays)} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return "merge_path"; }

  double set_up() override {
    Stopwatch<Space> const watch{exec_};
    workspace_ = {};
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      spmv(exec_, 1.0, arrays_->a, arrays_->x, 0.0, arrays_->y, workspace_);
    });
  }

 private:
  Space exec_;
  std::shared_ptr<SpMvArrays<Space, Offset> const> arrays_;
  Workspace<typename Space::device_type> workspace_;
};

}  // namespace araios::perf
