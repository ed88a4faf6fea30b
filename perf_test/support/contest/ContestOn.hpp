// SPDX-License-Identifier: BSD-3-Clause
// A contest on one execution space with one offset type and one scalar.
#pragma once

#include "base/TypesOfBuild.hpp"
#include "measure/Contest.hpp"
#include "methods/AraiosMethod.hpp"
#include "methods/Peers.hpp"
#include "options/PeerChoice.hpp"
#include "problem/Operands.hpp"
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include "methods/PeerKokkosKernels.hpp"
#endif

#include <algorithm>
#include <memory>
#include <type_traits>

namespace araios::perf {

template <class Space, class Offset, class Scalar>
class ContestOn final : public Contest {
 public:
  ContestOn(Problem const& problem, Options const& options)
      : operands_{std::make_shared<Operands<Space, Offset, Scalar>>(problem.operands<Scalar>())},
        product_{options.product} {
    for (SpGemmOptions const& method : options.methods) {
      methods_.push_back(std::make_unique<AraiosMethod<Space, Offset, Scalar>>(
          operands_, method, options.fresh_memory));
    }
    expect_distinct(methods_);
    if constexpr (std::is_same_v<Scalar, double>) add_all_peers(problem, options);
  }

  void update_values(Problem const& problem) override {
    operands_->update_values(problem.operands<Scalar>());
  }
  int concurrency() const override { return Space{}.concurrency(); }
  SpGemmEstimate estimate() const override {
    return araios::spgemm_estimate<Scalar, Offset>(Space{}, operands_->a, operands_->b, product_);
  }

 private:
  void add_all_peers(Problem const& problem, Options const& options) {
    if constexpr (has_kokkos_kernels) {
      auto const& peers = options.peers;
      bool const wanted =
          std::find(peers.begin(), peers.end(), Peer::kokkos_kernels) != peers.end();
      if (wanted) add_kokkos_kernels(operands_, methods_);
    }
    if constexpr (std::is_same_v<Offset, int>) {
      add_peers(peer_operands(operands_), peers_of(problem, options), concurrency(), methods_);
    }
  }

  std::shared_ptr<Operands<Space, Offset, Scalar>> operands_;
  SpGemmOptions product_;
};

template <class Space, class Offset, class Scalar>
std::unique_ptr<Contest> make_contest_on(Problem const& problem, Options const& options) {
  return std::make_unique<ContestOn<Space, Offset, Scalar>>(problem, options);
}

}  // namespace araios::perf
