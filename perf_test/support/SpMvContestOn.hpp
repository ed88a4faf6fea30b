// SPDX-License-Identifier: BSD-3-Clause
// Matrix-vector products on one execution space with one offset type, and its bandwidth.
#pragma once

#include "AraiosSpMv.hpp"
#include "SpMvContest.hpp"
#include "SpaceRates.hpp"
#include "TypesOfBuild.hpp"
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include "PeerKokkosKernelsSpMv.hpp"
#endif

#include <memory>
#include <vector>

namespace araios::perf {

template <class Space, class Offset>
class SpMvContestOn final : public SpMvContest {
 public:
  SpMvContestOn(SpMvProblem const& problem, SpMvOptions const& options)
      : arrays_{std::make_shared<SpMvArrays<Space, Offset>>(problem)} {
    methods_.push_back(std::make_unique<AraiosSpMv<Space, Offset>>(arrays_));
    if constexpr (has_peers_v<Offset>) {
      if (options.with_peers) add_kokkos_kernels();
    }
  }

  void poison_result() const override { arrays_->poison_result(); }
  std::vector<double> result() const override { return arrays_->result(); }

 private:
  void add_kokkos_kernels() {
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    for (auto const algorithm : {KokkosSparse::SPMV_DEFAULT, KokkosSparse::SPMV_MERGE_PATH}) {
      methods_.push_back(std::make_unique<KokkosKernelsSpMv<Space, Offset>>(arrays_, algorithm));
    }
#endif
  }

  std::shared_ptr<SpMvArrays<Space, Offset>> arrays_;
};

template <class Space, class Offset>
std::unique_ptr<SpMvContest> make_spmv_contest_on(SpMvProblem const& problem,
                                                  SpMvOptions const& options) {
  return std::make_unique<SpMvContestOn<Space, Offset>>(problem, options);
}

template <class Space>
SpaceReport report_space_of() {
  Space const exec;
  return {exec.concurrency(), triad_gbs_of(exec)};
}

}  // namespace araios::perf
