// SPDX-License-Identifier: BSD-3-Clause
// Kokkos Kernels' matrix-vector products, timed.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "problem/SpMvArrays.hpp"

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {

/// One of Kokkos Kernels' methods; its set-up creates the handle. The first call adds to the
/// handle, but is untimed, so this cost is not in the average.
template <class Space, class Offset>
class KokkosKernelsSpMv final : public RepeatedMethod {
 public:
  KokkosKernelsSpMv(std::shared_ptr<SpMvArrays<Space, Offset> const> arrays,
                    KokkosSparse::SPMVAlgorithm algorithm)
      : arrays_{std::move(arrays)},
        algorithm_{algorithm},
        matrix_{"A",
                arrays_->a.graph.num_rows,
                arrays_->a.graph.num_cols,
                static_cast<Offset>(arrays_->a.values.extent(0)),
                arrays_->a.values,
                arrays_->a.graph.row_offsets,
                arrays_->a.graph.columns} {}

  std::string library() const override { return "kokkoskernels"; }
  std::string algorithm() const override {
    return KokkosSparse::get_spmv_algorithm_name(algorithm_);
  }

  double set_up() override {
    Stopwatch<Space> const watch{exec_};
    handle_.emplace(algorithm_);
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      KokkosSparse::spmv(exec_, &*handle_, "N", 1.0, matrix_, arrays_->x, 0.0, arrays_->y);
    });
  }

 private:
  using device_type = typename Space::device_type;
  using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, Offset>;
  using vector_type = Kokkos::View<double*, device_type>;

  Space exec_;
  std::shared_ptr<SpMvArrays<Space, Offset> const> arrays_;
  KokkosSparse::SPMVAlgorithm algorithm_;
  matrix_type matrix_;
  std::optional<KokkosSparse::SPMVHandle<Space, matrix_type, vector_type, vector_type>> handle_;
};

}  // namespace araios::perf
