// SPDX-License-Identifier: BSD-3-Clause
// Products of blocks on one execution space.
#pragma once

#include "base/TypesOfBuild.hpp"
#include "measure/BlocksContest.hpp"
#include "methods/AraiosBlocks.hpp"
#include "methods/BlocksPeers.hpp"
#include "options/PeerChoice.hpp"
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include "methods/PeerKokkosKernelsBlocks.hpp"
#endif

#include <memory>
#include <string>
#include <vector>

namespace araios::perf {

/// Whether Kokkos Kernels multiplies blocks on a space, and the options ask for it.
template <class Space>
bool takes_kokkos_kernels(BlocksProblem const& problem, BlocksOptions const& options) {
  return has_kokkos_kernels && is_default_space_v<Space> && !peers_of(problem, options).empty();
}

/// C = A·A or C = R·A·P.
template <class Space>
class SparseBlocksContest final : public RepeatedContest {
 public:
  SparseBlocksContest(BlocksProblem const& problem, BlocksOptions const& options,
                      BlocksProduct product)
      : problem_{problem},
        product_{product},
        arrays_{std::make_shared<BlocksArrays<Space>>(problem)} {
    if (product == BlocksProduct::square) add_square_calls<Space>(arrays_, methods_);
    if (product == BlocksProduct::square_reuse) add_square_phases<Space>(arrays_, methods_);
    if (product == BlocksProduct::triple) add_triple_calls<Space>(arrays_, methods_);
    if (product == BlocksProduct::triple_reuse) add_triple_phases<Space>(arrays_, methods_);
    if (!is_triple() && takes_kokkos_kernels<Space>(problem, options)) add_peer();
  }

  void poison_result() const override { arrays_->poison_result(); }
  std::string difference() const override {
    SparseResult const& result = arrays_->result;
    if (!result.on_host) return "no result";
    HostResult const c = result.on_host();
    return is_triple() ? problem_.difference_from_triple(c, result.is_filled)
                       : problem_.difference_from_square(c, result.is_filled, result.is_sorted);
  }

 private:
  bool is_triple() const {
    return product_ == BlocksProduct::triple || product_ == BlocksProduct::triple_reuse;
  }

  void add_peer() {
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    if constexpr (is_default_space_v<Space>) {
      methods_.push_back(std::make_unique<KokkosKernelsBlockProduct<Space>>(
          arrays_, product_ == BlocksProduct::square_reuse));
    }
#endif
  }

  BlocksProblem const& problem_;
  BlocksProduct product_;
  SharedBlocks<Space> arrays_;
};

/// y = A·x.
template <class Space>
class BlocksVectorContest final : public RepeatedContest {
 public:
  BlocksVectorContest(BlocksProblem const& problem, BlocksOptions const& options)
      : problem_{problem}, arrays_{std::make_shared<SpMvArrays<Space, int>>(problem.vectors())} {
    auto const shape = problem.shape_of_a();
    auto const blocks = to_blocks(Space{}, arrays_->a, shape.rows, shape.cols);
    methods_.push_back(own_call<Space>(
        "blocks", [of = arrays_, blocks] { block_spmv(Space{}, 1.0, blocks, of->x, 0.0, of->y); }));
    methods_.push_back(own_call<Space>(
        "scalar", [of = arrays_, workspace = Workspace<typename Space::device_type>{}] {
          spmv(Space{}, 1.0, of->a, of->x, 0.0, of->y, workspace);
        }));
    if (takes_kokkos_kernels<Space>(problem, options)) add_peer(blocks);
  }

  void poison_result() const override { arrays_->poison_result(); }
  std::string difference() const override {
    return problem_.vectors().difference_from_reference(arrays_->result());
  }

 private:
  void add_peer([[maybe_unused]] typename BlocksOperand<Space>::blocks_type const& blocks) {
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    if constexpr (is_default_space_v<Space>) {
      methods_.push_back(
          std::make_unique<KokkosKernelsBlockVector<Space>>(blocks, arrays_->x, arrays_->y));
    }
#endif
  }

  BlocksProblem const& problem_;
  std::shared_ptr<SpMvArrays<Space, int>> arrays_;
};

/// C = A·B with dense B and C, row by row.
template <class Space>
class BlocksDenseContest final : public RepeatedContest {
 public:
  using arrays_type = SpMmArrays<Space, double, Kokkos::LayoutRight>;

  explicit BlocksDenseContest(BlocksProblem const& problem)
      : problem_{problem}, arrays_{std::make_shared<arrays_type>(problem.dense())} {
    auto const shape = problem.shape_of_a();
    auto const blocks = to_blocks(Space{}, arrays_->a, shape.rows, shape.cols);
    methods_.push_back(own_call<Space>(
        "blocks", [of = arrays_, blocks] { block_spmm(Space{}, 1.0, blocks, of->b, 0.0, of->c); }));
    methods_.push_back(own_call<Space>(
        "scalar", [of = arrays_, workspace = Workspace<typename Space::device_type>{}] {
          spmm(Space{}, 1.0, of->a, of->b, 0.0, of->c, araios::SpMmOptions{}, workspace);
        }));
  }

  void poison_result() const override { arrays_->poison_result(); }
  std::string difference() const override {
    return problem_.dense().difference_from_reference(arrays_->result());
  }

 private:
  BlocksProblem const& problem_;
  std::shared_ptr<arrays_type> arrays_;
};

template <class Space>
std::unique_ptr<RepeatedContest> make_blocks_contest_on(BlocksProblem const& problem,
                                                        BlocksOptions const& options,
                                                        BlocksProduct product) {
  if (product == BlocksProduct::vector) {
    return std::make_unique<BlocksVectorContest<Space>>(problem, options);
  }
  if (product == BlocksProduct::dense) {
    return std::make_unique<BlocksDenseContest<Space>>(problem);
  }
  return std::make_unique<SparseBlocksContest<Space>>(problem, options, product);
}

}  // namespace araios::perf
