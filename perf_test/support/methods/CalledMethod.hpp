// SPDX-License-Identifier: BSD-3-Clause
// A repeated method that is made of two functions.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"

#include <functional>
#include <string>
#include <utility>

namespace araios::perf {

template <class Space>
class CalledMethod final : public RepeatedMethod {
 public:
  /// Names in tables.
  struct Name {
    std::string library;
    std::string algorithm;
  };

  /// Without a function for it, there is no set-up.
  CalledMethod(Name name, std::function<void()> set_up, std::function<void()> call)
      : name_{std::move(name)}, set_up_{std::move(set_up)}, call_{std::move(call)} {}

  std::string library() const override { return name_.library; }
  std::string algorithm() const override { return name_.algorithm; }

  double set_up() override { return set_up_ ? ms_of_calls(exec_, 1, set_up_) : 0; }
  double multiply(int calls) override { return ms_of_calls(exec_, calls, call_); }

 private:
  Space exec_;
  Name name_;
  std::function<void()> set_up_;
  std::function<void()> call_;
};

}  // namespace araios::perf
