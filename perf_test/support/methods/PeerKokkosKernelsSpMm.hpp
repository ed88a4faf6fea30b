// SPDX-License-Identifier: BSD-3-Clause
// Kokkos Kernels' product of a sparse matrix and several vectors, timed.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "problem/SpMmArrays.hpp"

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {

template <class Space, class Scalar, class Layout>
class KokkosKernelsSpMm final : public RepeatedMethod {
 public:
  explicit KokkosKernelsSpMm(std::shared_ptr<SpMmArrays<Space, Scalar, Layout> const> arrays)
      : arrays_{std::move(arrays)},
        matrix_{"A",
                arrays_->a.graph.num_rows,
                arrays_->a.graph.num_cols,
                static_cast<int>(arrays_->a.values.extent(0)),
                arrays_->a.values,
                arrays_->a.graph.row_offsets,
                arrays_->a.graph.columns} {}

  std::string library() const override { return "kokkoskernels"; }
  std::string algorithm() const override { return "spmv_of_vectors"; }

  double set_up() override {
    Stopwatch<Space> const watch{exec_};
    handle_.emplace();
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      KokkosSparse::spmv(exec_, &*handle_, "N", Scalar{1}, matrix_, arrays_->b, Scalar{0},
                         arrays_->c);
    });
  }

 private:
  using arrays_type = SpMmArrays<Space, Scalar, Layout>;
  using dense_type = typename arrays_type::dense_type;
  using matrix_type = KokkosSparse::CrsMatrix<Scalar, int, typename Space::device_type, void, int>;

  Space exec_;
  std::shared_ptr<arrays_type const> arrays_;
  matrix_type matrix_;
  std::optional<KokkosSparse::SPMVHandle<Space, matrix_type, dense_type, dense_type>> handle_;
};

}  // namespace araios::perf
