// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's matrix-vector products, timed.
#pragma once

#include "methods/CuSparseProductByHandle.hpp"
#include "methods/CuSparseRows.hpp"
#include "problem/SpMvArrays.hpp"

#include <Kokkos_Core.hpp>

#include <cusparse.h>

#include <cstddef>
#include <cstdint>

namespace araios::perf {

/// y = A·x, A m×n; y is overwritten. Preprocessing needs CUDA 12.4.
class CuSparseSpMv final
    : public CuSparseProductByHandle<SpMvArrays<Kokkos::Cuda, int>, cusparseSpMVAlg_t> {
 public:
  using CuSparseProductByHandle::CuSparseProductByHandle;

 private:
  void describe_dense_operands() override {
    x_ = describe(arrays_->x);
    y_ = describe(arrays_->y);
  }

  std::size_t buffer_bytes() override {
    std::size_t bytes = 0;
    call(cusparseSpMV_bufferSize, "cusparseSpMV_bufferSize", &bytes);
    return bytes;
  }

  void preprocess() override {
#if CUSPARSE_VERSION >= 12300  // CUDA 12.4, the first release that has it
    call(cusparseSpMV_preprocess, "cusparseSpMV_preprocess", buffer());
#endif
  }

  void multiply_once() override { call(cusparseSpMV, "cusparseSpMV", buffer()); }

  /// Calls a cuSPARSE function of the product; they differ in the last argument only.
  template <class Function, class LastArgument>
  void call(Function const& function, char const* name, LastArgument last) {
    expect_success(function(a_.handle(), no_transpose, &alpha_, a_.description(), x_.get(), &beta_,
                            y_.get(), CUDA_R_64F, algorithm_, last),
                   name);
  }

  static OwnedVector describe(decltype(arrays_type::x) const& vector) {
    cusparseDnVecDescr_t description{};
    expect_success(cusparseCreateDnVec(&description, static_cast<std::int64_t>(vector.extent(0)),
                                       vector.data(), CUDA_R_64F),
                   "cusparseCreateDnVec");
    return OwnedVector{description};
  }

  OwnedVector x_;
  OwnedVector y_;
};

}  // namespace araios::perf
