// SPDX-License-Identifier: BSD-3-Clause
// Another library's product on plain host arrays as a repeated method of a contest.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "methods/RepeatedPeer.hpp"

#include <memory>
#include <string>
#include <utility>

namespace araios::perf {

template <class Space>
class RepeatedPeerMethod final : public RepeatedMethod {
 public:
  explicit RepeatedPeerMethod(std::unique_ptr<RepeatedPeer> peer) : peer_{std::move(peer)} {}

  std::string library() const override { return peer_->library(); }
  std::string algorithm() const override { return peer_->algorithm(); }

  double set_up() override {
    return ms_of_calls(exec_, 1, [this] { peer_->set_up(); });
  }
  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] { peer_->multiply(); });
  }

 private:
  Space exec_;
  std::unique_ptr<RepeatedPeer> peer_;
};

}  // namespace araios::perf
