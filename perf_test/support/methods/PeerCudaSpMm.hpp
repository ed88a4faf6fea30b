// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's libraries, timed: cuSPARSE's sparse × dense products and cuBLAS' dense product.
#pragma once

#include "base/ExitCode.hpp"
#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "methods/CuSparseProductByHandle.hpp"
#include "methods/CuSparseRows.hpp"
#include "problem/SpMmArrays.hpp"

#include <Kokkos_Core.hpp>

#include <cublas_v2.h>
#include <cusparse.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::perf {

inline void expect_success(cublasStatus_t status, std::string const& step) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Failure{
      status == CUBLAS_STATUS_ALLOC_FAILED ? ExitCode::out_of_memory : ExitCode::internal_error,
      "cuBLAS: " + step + ": " + cublasGetStatusString(status)};
}

/// C = A·B, A m×k, B k×n; C is overwritten. Scalar is float or double; Layout, that of B and C, is
/// Kokkos::LayoutRight or LayoutLeft.
template <class Scalar, class Layout>
class CuSparseSpMm final
    : public CuSparseProductByHandle<SpMmArrays<Kokkos::Cuda, Scalar, Layout>, cusparseSpMMAlg_t> {
  using Base = CuSparseProductByHandle<SpMmArrays<Kokkos::Cuda, Scalar, Layout>, cusparseSpMMAlg_t>;

 public:
  using Base::Base;

 private:
  using Base::a_;
  using Base::algorithm_;
  using Base::alpha_;
  using Base::arrays_;
  using Base::beta_;
  using Base::buffer;
  using Base::no_transpose;

  void describe_dense_operands() override {
    b_ = describe(arrays_->b);
    c_ = describe(arrays_->c);
  }

  std::size_t buffer_bytes() override {
    std::size_t bytes = 0;
    call(cusparseSpMM_bufferSize, "cusparseSpMM_bufferSize", &bytes);
    return bytes;
  }

  void preprocess() override { call(cusparseSpMM_preprocess, "cusparseSpMM_preprocess", buffer()); }

  void multiply_once() override { call(cusparseSpMM, "cusparseSpMM", buffer()); }

  /// Calls a cuSPARSE function of the product; they differ in the last argument only.
  template <class Function, class LastArgument>
  void call(Function const& function, char const* name, LastArgument last) {
    expect_success(function(a_.handle(), no_transpose, no_transpose, &alpha_, a_.description(),
                            b_.get(), &beta_, c_.get(), cuda_type<Scalar>, algorithm_, last),
                   name);
  }

  static OwnedMatrix describe(typename Base::arrays_type::dense_type const& dense) {
    constexpr bool is_row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;
    cusparseDnMatDescr_t description{};
    expect_success(cusparseCreateDnMat(
                       &description, static_cast<std::int64_t>(dense.extent(0)),
                       static_cast<std::int64_t>(dense.extent(1)),
                       static_cast<std::int64_t>(dense.stride(is_row_major ? 0 : 1)), dense.data(),
                       cuda_type<Scalar>, is_row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL),
                   "cusparseCreateDnMat");
    return OwnedMatrix{description};
  }

  OwnedMatrix b_;
  OwnedMatrix c_;
};

/// cuBLAS on a dense A; its set-up is the conversion.
template <class Scalar, class Layout>
class CuBlasSpMm final : public RepeatedMethod {
 public:
  using arrays_type = SpMmArrays<Kokkos::Cuda, Scalar, Layout>;

  explicit CuBlasSpMm(std::shared_ptr<arrays_type const> arrays) : arrays_{std::move(arrays)} {}

  std::string library() const override { return "cublas"; }
  std::string algorithm() const override { return "gemm"; }

  double set_up() override {
    Stopwatch<Kokkos::Cuda> const watch{exec_};
    cublasHandle_t handle{};
    expect_success(cublasCreate(&handle), "cublasCreate");
    handle_.reset(handle);
    expect_success(cublasSetStream(handle, exec_.cuda_stream()), "cublasSetStream");
    dense_ = arrays_->dense_a();
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] { gemm(); });
  }

 private:
  /// Row-major operands are transposed column-major ones: Cᵀ = Bᵀ·Aᵀ.
  void gemm() {
    constexpr bool is_row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;
    auto const& left = is_row_major ? arrays_->b : dense_;
    auto const& right = is_row_major ? dense_ : arrays_->b;
    auto const leading = [](auto const& view) {
      return static_cast<int>(view.stride(is_row_major ? 0 : 1));
    };
    auto const m = static_cast<int>(arrays_->c.extent(is_row_major ? 1 : 0));
    auto const n = static_cast<int>(arrays_->c.extent(is_row_major ? 0 : 1));
    auto const k = static_cast<int>(arrays_->b.extent(0));
    auto const call = [&](auto const& function) {
      expect_success(function(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha_,
                              left.data(), leading(left), right.data(), leading(right), &beta_,
                              arrays_->c.data(), leading(arrays_->c)),
                     "cublasGemm");
    };
    if constexpr (std::is_same_v<Scalar, float>) {
      call(cublasSgemm);
    } else {
      call(cublasDgemm);
    }
  }

  Kokkos::Cuda exec_;
  std::shared_ptr<arrays_type const> arrays_;
  Scalar alpha_{1};
  Scalar beta_{0};
  Owned<cublasHandle_t, cublasDestroy> handle_;
  typename arrays_type::dense_type dense_;
};

}  // namespace araios::perf
