// SPDX-License-Identifier: BSD-3-Clause
// Kokkos Kernels' products of matrices of blocks, timed.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "problem/BlockElements.hpp"
#include "problem/BlocksArrays.hpp"

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_BsrMatrix.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {

template <class Space>
using KokkosKernelsBlocks =
    KokkosSparse::Experimental::BsrMatrix<double, int, typename Space::device_type, void, int>;

/// A matrix of square blocks that shares the arrays of this library's.
template <class Space>
KokkosKernelsBlocks<Space> kokkos_kernels_blocks(
    typename BlocksOperand<Space>::blocks_type const& a) {
  auto const& graph = a.graph;
  using Offsets = typename KokkosKernelsBlocks<Space>::row_map_type::non_const_type;
  Offsets const offsets("A.row_offsets", graph.row_offsets.extent(0));
  Kokkos::deep_copy(offsets, graph.row_offsets);
  return {"A",      graph.num_rows, graph.num_cols, static_cast<int>(graph.columns.extent(0)),
          a.values, offsets,        graph.columns,  a.block_rows};
}

/// C = A·A by block_spgemm_symbolic and block_spgemm_numeric with SPGEMM_KK; once made, C and its
/// handle may serve the numeric phase alone.
template <class Space>
class KokkosKernelsBlockProduct final : public RepeatedMethod {
 public:
  /// `reuse`: set-up is the symbolic phase, and calls are the numeric one.
  KokkosKernelsBlockProduct(std::shared_ptr<BlocksArrays<Space>> arrays, bool reuse)
      : arrays_{std::move(arrays)},
        reuse_{reuse},
        a_{kokkos_kernels_blocks<Space>(arrays_->a.blocks)} {}

  std::string library() const override { return "kokkoskernels"; }
  std::string algorithm() const override { return "blocks"; }

  double set_up() override {
    return reuse_ ? ms_of_calls(exec_, 1, [this] { symbolic(); }) : 0;
  }

  double multiply(int calls) override {
    double const ms = ms_of_calls(exec_, calls, [this] {
      arrays_->result = {};
      if (!reuse_) symbolic();
      KokkosSparse::block_spgemm_numeric(held_->handle, a_, false, a_, false, held_->c);
    });
    keep();
    return ms;
  }

 private:
  using memory_space = typename Space::memory_space;
  struct Held {
    KokkosKernels::Experimental::KokkosKernelsHandle<int, int, double, Space, memory_space,
                                                     memory_space>
        handle;
    KokkosKernelsBlocks<Space> c;
  };

  void symbolic() {
    held_.emplace();
    held_->handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
    KokkosSparse::block_spgemm_symbolic(held_->handle, a_, false, a_, false, held_->c);
  }

  /// Blocks of a row of C may lie in any order.
  void keep() {
    arrays_->result = {[c = held_->c] {
                         return elements_of_blocks(c.numCols(), c.graph.row_map, c.graph.entries,
                                                   c.values, {c.blockDim(), c.blockDim()});
                       },
                       true, false};
  }

  Space exec_;
  std::shared_ptr<BlocksArrays<Space>> arrays_;
  bool reuse_;
  KokkosKernelsBlocks<Space> a_;
  std::optional<Held> held_;
};

/// y = A·x; set-up creates the handle.
template <class Space>
class KokkosKernelsBlockVector final : public RepeatedMethod {
 public:
  using vector_type = Kokkos::View<double*, typename Space::device_type>;

  KokkosKernelsBlockVector(typename BlocksOperand<Space>::blocks_type const& a, vector_type x,
                           vector_type y)
      : a_{kokkos_kernels_blocks<Space>(a)}, x_{std::move(x)}, y_{std::move(y)} {}

  std::string library() const override { return "kokkoskernels"; }
  std::string algorithm() const override { return "blocks"; }

  double set_up() override {
    return ms_of_calls(exec_, 1, [this] { handle_.emplace(); });
  }
  double multiply(int calls) override {
    return ms_of_calls(exec_, calls,
                       [this] { KokkosSparse::spmv(exec_, &*handle_, "N", 1.0, a_, x_, 0.0, y_); });
  }

 private:
  Space exec_;
  KokkosKernelsBlocks<Space> a_;
  vector_type x_;
  vector_type y_;
  std::optional<
      KokkosSparse::SPMVHandle<Space, KokkosKernelsBlocks<Space>, vector_type, vector_type>>
      handle_;
};

}  // namespace araios::perf
