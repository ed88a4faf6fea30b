// SPDX-License-Identifier: BSD-3-Clause
// Triangles on one execution space.
#pragma once

#include "measure/TrianglesContest.hpp"
#include "methods/AraiosTriangles.hpp"

#include <limits>
#include <memory>
#include <vector>

namespace araios::perf {

template <class Space>
class TrianglesContestOn final : public RepeatedContest {
 public:
  explicit TrianglesContestOn(TrianglesProblem const& problem)
      : arrays_{std::make_shared<TrianglesArrays<Space>>(problem)} {
    methods_.push_back(
        std::make_unique<AraiosTriangles<Space>>(arrays_, "prescribed", MaskKind::prescribed));
    methods_.push_back(
        std::make_unique<AraiosTriangles<Space>>(arrays_, "inside", MaskKind::inside));
    methods_.push_back(std::make_unique<AraiosPlannedTriangles<Space>>(arrays_));
  }

  void poison_result() const override { arrays_->count = std::numeric_limits<double>::quiet_NaN(); }
  std::vector<double> result() const override { return {arrays_->count}; }

 private:
  std::shared_ptr<TrianglesArrays<Space>> arrays_;
};

template <class Space>
std::unique_ptr<RepeatedContest> make_triangles_contest_on(TrianglesProblem const& problem) {
  return std::make_unique<TrianglesContestOn<Space>>(problem);
}

}  // namespace araios::perf
