// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's matrix-vector products, timed.
#pragma once

#include "CuSparseRows.hpp"
#include "RepeatedMethod.hpp"
#include "SpMvArrays.hpp"
#include "Timing.hpp"

#include <Kokkos_Core.hpp>

#include <cusparse.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace araios::perf {

/// One of cuSPARSE's algorithms for A in compressed rows; its set-up takes the buffer and runs the
/// preprocessing.
class CuSparseSpMv final : public RepeatedMethod {
 public:
  using arrays_type = SpMvArrays<Kokkos::Cuda, int>;

  CuSparseSpMv(std::shared_ptr<arrays_type const> arrays, cusparseSpMVAlg_t algorithm,
               std::string name)
      : arrays_{std::move(arrays)},
        algorithm_{algorithm},
        name_{std::move(name)},
        a_{exec_, arrays_->a},
        x_{describe(arrays_->x)},
        y_{describe(arrays_->y)} {}
  ~CuSparseSpMv() override {
    cusparseDestroyDnVec(y_);
    cusparseDestroyDnVec(x_);
  }

  std::string library() const override { return "cusparse"; }
  std::string algorithm() const override { return name_; }

  double set_up() override {
    Stopwatch<Kokkos::Cuda> const watch{exec_};
    std::size_t bytes = 0;
    expect_success(cusparseSpMV_bufferSize(a_.handle(), no_transpose, &alpha_, a_.description(), x_,
                                           &beta_, y_, CUDA_R_64F, algorithm_, &bytes));
    buffer_ = Kokkos::View<std::byte*, Kokkos::CudaSpace>("cusparse.buffer", bytes);
#if CUSPARSE_VERSION >= 12300  // CUDA 12.4, the first release that has it
    expect_success(cusparseSpMV_preprocess(a_.handle(), no_transpose, &alpha_, a_.description(), x_,
                                           &beta_, y_, CUDA_R_64F, algorithm_, buffer_.data()));
#endif
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      expect_success(cusparseSpMV(a_.handle(), no_transpose, &alpha_, a_.description(), x_, &beta_,
                                  y_, CUDA_R_64F, algorithm_, buffer_.data()));
    });
  }

 private:
  static constexpr cusparseOperation_t no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;

  static cusparseDnVecDescr_t describe(decltype(arrays_type::x) const& vector) {
    cusparseDnVecDescr_t description{};
    expect_success(cusparseCreateDnVec(&description, static_cast<std::int64_t>(vector.extent(0)),
                                       vector.data(), CUDA_R_64F));
    return description;
  }

  Kokkos::Cuda exec_;
  std::shared_ptr<arrays_type const> arrays_;
  cusparseSpMVAlg_t algorithm_;
  std::string name_;
  double alpha_ = 1;
  double beta_ = 0;
  CuSparseRows<double> a_;
  cusparseDnVecDescr_t x_;
  cusparseDnVecDescr_t y_;
  Kokkos::View<std::byte*, Kokkos::CudaSpace> buffer_;
};

}  // namespace araios::perf
