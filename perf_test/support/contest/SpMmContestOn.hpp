// SPDX-License-Identifier: BSD-3-Clause
// Sparse × dense products on one execution space with one scalar.
#pragma once

#include "PeersOfBuild.hpp"
#include "base/CrsArrays.hpp"
#include "base/TypesOfBuild.hpp"
#include "measure/SpMmContest.hpp"
#include "methods/AraiosSpMm.hpp"
#include "methods/PeerMklDense.hpp"
#include "methods/RepeatedPeerMethod.hpp"
#include "methods/SpMmPeers.hpp"
#include "options/PeerChoice.hpp"
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include "methods/PeerKokkosKernelsSpMm.hpp"
#endif
#ifdef ARAIOS_HAVE_CUDA_LIBRARIES
#include "methods/PeerCudaSpMm.hpp"
#endif
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::perf {

template <class Space, class Scalar, class Layout>
class SpMmContestOn final : public RepeatedContest {
 public:
  SpMmContestOn(SpMmProblem const& problem, SpMmOptions const& options)
      : problem_{problem}, arrays_{std::make_shared<SpMmArrays<Space, Scalar, Layout>>(problem)} {
    methods_.push_back(
        std::make_unique<AraiosRowsSpMm<Space, Scalar, Layout>>(arrays_, options.product));
    methods_.push_back(std::make_unique<AraiosGroupsSpMm<Space, Scalar, Layout>>(
        arrays_, options.rows_per_group, options.from_dense, options.product));
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
    if (peer == Peer::cusparse) add_cuda_libraries();
  }

  void add_kokkos_kernels() {
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    if constexpr (has_dense_peer_v<Space, Scalar>) {
      methods_.push_back(std::make_unique<KokkosKernelsSpMm<Space, Scalar, Layout>>(arrays_));
    }
#endif
  }

  void add_mkl() {
    if constexpr (peers_of_build::mkl && impl::is_host_space_v<Space>) {
      methods_.push_back(std::make_unique<RepeatedPeerMethod<Space>>(
          make_mkl_spmm(dense_operands(), Space{}.concurrency())));
    }
  }

  DenseOperands<Scalar> dense_operands() const {
    constexpr bool is_row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;
    auto const stride_of = [](auto const& dense) {
      return static_cast<int>(dense.stride(is_row_major ? 0 : 1));
    };
    auto const& [a, b, c] = *arrays_;
    return {arrays_of(a), b.data(),     c.data(),     static_cast<int>(b.extent(1)),
            is_row_major, stride_of(b), stride_of(c), arrays_};
  }

  void add_cuda_libraries() {
#ifdef ARAIOS_HAVE_CUDA_LIBRARIES
    if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
      for (auto const& [algorithm, name] : {std::pair{CUSPARSE_SPMM_CSR_ALG1, "csr_alg1"},
                                            {CUSPARSE_SPMM_CSR_ALG2, "csr_alg2"},
                                            {CUSPARSE_SPMM_CSR_ALG3, "csr_alg3"}}) {
        methods_.push_back(
            std::make_unique<CuSparseSpMm<Scalar, Layout>>(arrays_, algorithm, name));
      }
      if (arrays_->dense_a_elements() <= most_dense_elements) {
        methods_.push_back(std::make_unique<CuBlasSpMm<Scalar, Layout>>(arrays_));
      }
    }
#endif
  }

  /// The largest dense A, in elements, that dense products are timed with; they cannot compete
  /// beyond.
  static constexpr std::int64_t most_dense_elements = std::int64_t{1} << 28;

  SpMmProblem const& problem_;
  std::shared_ptr<SpMmArrays<Space, Scalar, Layout>> arrays_;
};

template <class Space, class Scalar>
std::unique_ptr<RepeatedContest> make_spmm_contest_on(SpMmProblem const& problem,
                                                      SpMmOptions const& options) {
  if (options.layout == DenseLayout::row) {
    return std::make_unique<SpMmContestOn<Space, Scalar, Kokkos::LayoutRight>>(problem, options);
  }
  return std::make_unique<SpMmContestOn<Space, Scalar, Kokkos::LayoutLeft>>(problem, options);
}

}  // namespace araios::perf
