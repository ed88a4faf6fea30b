// SPDX-License-Identifier: BSD-3-Clause
// Kokkos Kernels' product, called as Trilinos calls it, timed phase by phase.
#pragma once

#include "base/Timing.hpp"
#include "measure/Method.hpp"
#include "problem/Operands.hpp"

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// One of Kokkos Kernels' methods. Its numeric phase sorts the rows of C itself.
template <class Space, class Offset>
class KokkosKernelsMethod final : public Method {
 public:
  using device_type = typename Space::device_type;

  KokkosKernelsMethod(std::shared_ptr<Operands<Space, Offset> const> operands,
                      std::string algorithm)
      : operands_{std::move(operands)}, algorithm_{std::move(algorithm)} {}

  std::string library() const override { return "kokkoskernels"; }
  std::string algorithm() const override { return algorithm_; }
  std::string contender() const override { return library(); }

  CallTimes multiply() override {
    CallTimes times;
    Stopwatch<Space> const call{exec_};
    held_.emplace();
    // Trilinos chooses chunks of 16 rows.
    held_->handle.create_spgemm_handle(KokkosSparse::StringToSPGEMMAlgorithm(algorithm_));
    held_->handle.set_team_work_size(16);
    held_->handle.set_dynamic_scheduling(true);
    Stopwatch<Space> phase{exec_};
    symbolic();
    times.symbolic_ms = phase.elapsed_ms();
    allocate();
    phase.restart();
    numeric();
    times.numeric_ms = phase.elapsed_ms();
    times.noreuse_ms = call.elapsed_ms();
    return times;
  }

  double multiply_again() override {
    Stopwatch<Space> const call{exec_};
    numeric();
    return call.elapsed_ms();
  }

  MethodReport report() const override { return {algorithm_, "", "", "", std::nullopt, 0}; }
  AnyHostResult result() const override {
    return host_result(num_rows(), num_cols(), held_->row_offsets, held_->columns, held_->values);
  }
  void release() override { held_.reset(); }

 private:
  using memory_space = typename Space::memory_space;
  using handle_type = KokkosKernels::Experimental::KokkosKernelsHandle<Offset, int, double, Space,
                                                                       memory_space, memory_space>;
  struct Held {
    handle_type handle;
    Kokkos::View<Offset*, device_type> row_offsets;
    Kokkos::View<int*, device_type> columns;
    Kokkos::View<double*, device_type> values;
  };

  int num_rows() const { return operands_->a.graph.num_rows; }
  int num_cols() const { return operands_->b.graph.num_cols; }

  template <class View>
  static View uninitialized(std::string const& label, std::size_t size) {
    return View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size);
  }

  void symbolic() {
    auto const& a = operands_->a.graph;
    auto const& b = operands_->b.graph;
    held_->row_offsets = uninitialized<Kokkos::View<Offset*, device_type>>(
        "C.row_offsets", static_cast<std::size_t>(num_rows()) + 1);
    KokkosSparse::Experimental::spgemm_symbolic(&held_->handle, num_rows(), b.num_rows, num_cols(),
                                                a.row_offsets, a.columns, false, b.row_offsets,
                                                b.columns, false, held_->row_offsets);
  }

  void allocate() {
    auto const size = static_cast<std::size_t>(held_->handle.get_spgemm_handle()->get_c_nnz());
    held_->columns = uninitialized<Kokkos::View<int*, device_type>>("C.columns", size);
    held_->values = uninitialized<Kokkos::View<double*, device_type>>("C.values", size);
  }

  void numeric() {
    auto const& a = operands_->a;
    auto const& b = operands_->b;
    KokkosSparse::Experimental::spgemm_numeric(
        &held_->handle, num_rows(), b.graph.num_rows, num_cols(), a.graph.row_offsets,
        a.graph.columns, a.values, false, b.graph.row_offsets, b.graph.columns, b.values, false,
        held_->row_offsets, held_->columns, held_->values);
  }

  Space exec_;
  std::shared_ptr<Operands<Space, Offset> const> operands_;
  std::string algorithm_;
  std::optional<Held> held_;
};

/// Adds the methods of Kokkos Kernels, of which the best represents it. Its default on hosts is
/// left out: that is a serial method for debugging.
template <class Space, class Offset>
void add_kokkos_kernels(std::shared_ptr<Operands<Space, Offset>> const& operands,
                        std::vector<std::unique_ptr<Method>>& methods) {
  for (char const* const algorithm : {"SPGEMM_KK", "SPGEMM_KK_MEMORY", "SPGEMM_KK_DENSE"}) {
    methods.push_back(std::make_unique<KokkosKernelsMethod<Space, Offset>>(operands, algorithm));
  }
}

}  // namespace araios::perf
