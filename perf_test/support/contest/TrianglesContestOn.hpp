// SPDX-License-Identifier: BSD-3-Clause
// Triangles on one execution space.
#pragma once

#include "PeersOfBuild.hpp"
#include "base/CrsArrays.hpp"
#include "measure/TrianglesContest.hpp"
#include "methods/AraiosTriangles.hpp"
#include "methods/PeerGraphBlasTriangles.hpp"
#include "methods/RepeatedPeerMethod.hpp"
#include "methods/TrianglesPeers.hpp"
#include "options/PeerChoice.hpp"
#include <platform/Araios_Lanes.hpp>

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

template <class Space>
class TrianglesContestOn final : public TrianglesContest {
 public:
  TrianglesContestOn(TrianglesProblem const& problem, TrianglesOptions const& options)
      : problem_{problem}, arrays_{std::make_shared<TrianglesArrays<Space>>(problem)} {
    methods_.push_back(
        std::make_unique<AraiosTriangles<Space>>(arrays_, "prescribed", MaskKind::prescribed));
    methods_.push_back(
        std::make_unique<AraiosTriangles<Space>>(arrays_, "inside", MaskKind::inside));
    methods_.push_back(std::make_unique<AraiosPlannedTriangles<Space>>(arrays_));
    for (Peer const peer : peers_of(problem, options)) add(peer);
  }

  void poison_result() const override { arrays_->count = std::numeric_limits<double>::quiet_NaN(); }
  std::string difference() const override {
    // Not by braces alone, which nvcc leaves out.
    return problem_.difference_from_reference(std::vector<double>(1, arrays_->count));
  }
  double count() const override { return arrays_->count; }

 private:
  void add(Peer peer) {
    if constexpr (peers_of_build::graphblas && impl::is_host_space_v<Space>) {
      if (peer != Peer::graphblas) return;
      TrianglesOperands const operands{arrays_of(arrays_->lower), &arrays_->count, arrays_};
      for (auto& method : make_graphblas_triangles(operands, Space{}.concurrency())) {
        methods_.push_back(std::make_unique<RepeatedPeerMethod<Space>>(std::move(method)));
      }
    }
  }

  TrianglesProblem const& problem_;
  std::shared_ptr<TrianglesArrays<Space>> arrays_;
};

template <class Space>
std::unique_ptr<TrianglesContest> make_triangles_contest_on(TrianglesProblem const& problem,
                                                            TrianglesOptions const& options) {
  return std::make_unique<TrianglesContestOn<Space>>(problem, options);
}

}  // namespace araios::perf
