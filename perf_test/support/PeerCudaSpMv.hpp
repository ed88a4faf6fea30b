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

/// One of cuSPARSE's algorithms for A in compressed rows; its set-up takes the buffer and, from
/// CUDA 12.4 on, runs the preprocessing.
class CuSparseSpMv final : public RepeatedMethod {
 public:
  using arrays_type = SpMvArrays<Kokkos::Cuda, int>;

  CuSparseSpMv(std::shared_ptr<arrays_type const> arrays, cusparseSpMVAlg_t algorithm,
               std::string name)
      : arrays_{std::move(arrays)}, algorithm_{algorithm}, name_{std::move(name)} {}

  std::string library() const override { return "cusparse"; }
  std::string algorithm() const override { return name_; }

  double set_up() override {
    Stopwatch<Kokkos::Cuda> const watch{exec_};
    a_ = {exec_, arrays_->a};
    x_ = describe(arrays_->x);
    y_ = describe(arrays_->y);
    std::size_t bytes = 0;
    expect_success(
        cusparseSpMV_bufferSize(a_.handle(), no_transpose, &alpha_, a_.description(), x_.get(),
                                &beta_, y_.get(), CUDA_R_64F, algorithm_, &bytes),
        "cusparseSpMV_bufferSize");
    buffer_ = Kokkos::View<std::byte*, Kokkos::CudaSpace>("cusparse.buffer", bytes);
#if CUSPARSE_VERSION >= 12300  // CUDA 12.4, the first release that has it
    expect_success(
        cusparseSpMV_preprocess(a_.handle(), no_transpose, &alpha_, a_.description(), x_.get(),
                                &beta_, y_.get(), CUDA_R_64F, algorithm_, buffer_.data()),
        "cusparseSpMV_preprocess");
#endif
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      expect_success(cusparseSpMV(a_.handle(), no_transpose, &alpha_, a_.description(), x_.get(),
                                  &beta_, y_.get(), CUDA_R_64F, algorithm_, buffer_.data()),
                     "cusparseSpMV");
    });
  }

 private:
  static constexpr cusparseOperation_t no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;

  static OwnedVector describe(decltype(arrays_type::x) const& vector) {
    cusparseDnVecDescr_t description{};
    expect_success(cusparseCreateDnVec(&description, static_cast<std::int64_t>(vector.extent(0)),
                                       vector.data(), CUDA_R_64F),
                   "cusparseCreateDnVec");
    return OwnedVector{description};
  }

  Kokkos::Cuda exec_;
  std::shared_ptr<arrays_type const> arrays_;
  cusparseSpMVAlg_t algorithm_;
  std::string name_;
  double alpha_ = 1;
  double beta_ = 0;
  CuSparseRows<double> a_;
  OwnedVector x_;
  OwnedVector y_;
  Kokkos::View<std::byte*, Kokkos::CudaSpace> buffer_;
};

}  // namespace araios::perf
