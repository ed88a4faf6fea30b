// SPDX-License-Identifier: BSD-3-Clause
// Matrix-vector products on one execution space with one offset type, and its bandwidth.
#pragma once

#include "PeersOfBuild.hpp"
#include "base/CrsArrays.hpp"
#include "measure/SpMvContest.hpp"
#include "measure/SpaceRates.hpp"
#include "methods/AraiosSpMv.hpp"
#include "methods/PeerMklDense.hpp"
#include "methods/RepeatedPeerMethod.hpp"
#include "methods/SpMvPeers.hpp"
#include "options/PeerChoice.hpp"
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include "methods/PeerKokkosKernelsSpMv.hpp"
#endif
#ifdef ARAIOS_HAVE_CUDA_LIBRARIES
#include "methods/PeerCudaSpMv.hpp"
#endif
#include <platform/Araios_Lanes.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::perf {

template <class Space, class Offset>
class SpMvContestOn final : public RepeatedContest {
 public:
  SpMvContestOn(SpMvProblem const& problem, SpMvOptions const& options)
      : problem_{problem}, arrays_{std::make_shared<SpMvArrays<Space, Offset>>(problem)} {
    methods_.push_back(std::make_unique<AraiosSpMv<Space, Offset>>(arrays_));
    for (Peer const peer : peers_of(problem, options)) add(peer);
  }

  void poison_result() const override { arrays_->poison_result(); }
  std::string difference() const override {
    return problem_.difference_from_reference(arrays_->result());
  }

 private:
  void add(Peer peer) {
    if (peer == Peer::kokkos_kernels) add_kokkos_kernels();
    if (peer == Peer::mkl) add_mkl();
    if (peer == Peer::cusparse) add_cusparse();
  }

  void add_kokkos_kernels() {
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    for (auto const algorithm : {KokkosSparse::SPMV_DEFAULT, KokkosSparse::SPMV_MERGE_PATH}) {
      methods_.push_back(std::make_unique<KokkosKernelsSpMv<Space, Offset>>(arrays_, algorithm));
    }
#endif
  }

  void add_mkl() {
    if constexpr (peers_of_build::mkl && impl::is_host_space_v<Space> &&
                  std::is_same_v<Offset, int>) {
      VectorOperands const operands{arrays_of(arrays_->a), arrays_->x.data(), arrays_->y.data(),
                                    arrays_};
      for (MklHandle const handle : {MklHandle::optimized, MklHandle::plain}) {
        methods_.push_back(std::make_unique<RepeatedPeerMethod<Space>>(
            make_mkl_spmv(operands, Space{}.concurrency(), handle)));
      }
    }
  }

  void add_cusparse() {
#ifdef ARAIOS_HAVE_CUDA_LIBRARIES
    if constexpr (std::is_same_v<SpMvArrays<Space, Offset>, CuSparseSpMv::arrays_type>) {
      for (auto const& [algorithm, name] :
           {std::pair{CUSPARSE_SPMV_CSR_ALG1, "csr_alg1"}, {CUSPARSE_SPMV_CSR_ALG2, "csr_alg2"}}) {
        methods_.push_back(std::make_unique<CuSparseSpMv>(arrays_, algorithm, name));
      }
    }
#endif
  }

  SpMvProblem const& problem_;
  std::shared_ptr<SpMvArrays<Space, Offset>> arrays_;
};

template <class Space, class Offset>
std::unique_ptr<RepeatedContest> make_spmv_contest_on(SpMvProblem const& problem,
                                                      SpMvOptions const& options) {
  return std::make_unique<SpMvContestOn<Space, Offset>>(problem, options);
}

template <class Space>
SpaceReport report_space_of() {
  Space const exec;
  return {exec.concurrency(), triad_gbs_of(exec)};
}

}  // namespace araios::perf
