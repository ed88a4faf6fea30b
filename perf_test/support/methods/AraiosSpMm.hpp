// SPDX-License-Identifier: BSD-3-Clause
// This library's sparse × dense products, timed.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "problem/SpMmArrays.hpp"
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_Workspace.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

namespace araios::perf {

/// A by rows. Set-up prepares only the workspace that is kept between calls.
template <class Space, class Scalar, class Layout>
class AraiosRowsSpMm final : public RepeatedMethod {
 public:
  AraiosRowsSpMm(std::shared_ptr<SpMmArrays<Space, Scalar, Layout> const> arrays,
                 araios::SpMmOptions const& options)
      : arrays_{std::move(arrays)}, options_{options} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return "rows"; }

  double set_up() override {
    Stopwatch<Space> const watch{exec_};
    workspace_ = {};
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      spmm(exec_, Scalar{1}, arrays_->a, arrays_->b, Scalar{0}, arrays_->c, options_, workspace_);
    });
  }

 private:
  Space exec_;
  std::shared_ptr<SpMmArrays<Space, Scalar, Layout> const> arrays_;
  araios::SpMmOptions options_;
  Workspace<typename Space::device_type> workspace_;
};

/// A in groups of rows. Set-up converts it, from rows or from a dense matrix.
template <class Space, class Scalar, class Layout>
class AraiosGroupsSpMm final : public RepeatedMethod {
 public:
  AraiosGroupsSpMm(std::shared_ptr<SpMmArrays<Space, Scalar, Layout> const> arrays,
                   int rows_per_group, bool from_dense, araios::SpMmOptions const& options)
      : arrays_{std::move(arrays)},
        rows_per_group_{rows_per_group},
        from_dense_{from_dense},
        options_{options} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override {
    return fmt::format("groups_of_{}{}", rows_per_group_, from_dense_ ? "_from_dense" : "");
  }

  double set_up() override {
    using Dense = typename SpMmArrays<Space, Scalar, Layout>::dense_type;
    Dense const dense = from_dense_ ? arrays_->dense_a() : Dense{};
    Stopwatch<Space> const watch{exec_};
    groups_ = from_dense_ ? to_grouped_coo<int, int>(exec_, dense, rows_per_group_)
                          : to_grouped_coo(exec_, arrays_->a, rows_per_group_);
    workspace_ = {};
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      spmm(exec_, Scalar{1}, groups_, arrays_->b, Scalar{0}, arrays_->c, options_, workspace_);
    });
  }

 private:
  Space exec_;
  std::shared_ptr<SpMmArrays<Space, Scalar, Layout> const> arrays_;
  int rows_per_group_;
  bool from_dense_;
  araios::SpMmOptions options_;
  GroupedCoo<Scalar, int, int, typename Space::device_type> groups_;
  Workspace<typename Space::device_type> workspace_;
};

}  // namespace araios::perf
