// SPDX-License-Identifier: BSD-3-Clause
// A sparse operand as cuSPARSE takes it, on the stream of Kokkos' execution space.
#pragma once

#include "ExitCode.hpp"
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cusparse.h>

#include <cstdint>
#include <type_traits>

namespace araios::perf {

inline void expect_success(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  throw Failure{ExitCode::internal_error, cusparseGetErrorString(status)};
}

template <class Scalar>
inline constexpr cudaDataType_t cuda_type = std::is_same_v<Scalar, float> ? CUDA_R_32F : CUDA_R_64F;

/// A in compressed rows, and the handle for calls on it. The arrays are the caller's.
template <class Scalar>
class CuSparseRows {
 public:
  using matrix_type = CrsMatrix<Scalar, int, int, Kokkos::Cuda::device_type>;

  CuSparseRows(Kokkos::Cuda const& exec, matrix_type const& a) {
    expect_success(cusparseCreate(&handle_));
    expect_success(cusparseSetStream(handle_, exec.cuda_stream()));
    expect_success(cusparseCreateCsr(
        &description_, a.graph.num_rows, a.graph.num_cols,
        static_cast<std::int64_t>(a.values.extent(0)), const_cast<int*>(a.graph.row_offsets.data()),
        a.graph.columns.data(), a.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
        CUSPARSE_INDEX_BASE_ZERO, cuda_type<Scalar>));
  }
  CuSparseRows(CuSparseRows const&) = delete;
  CuSparseRows& operator=(CuSparseRows const&) = delete;
  ~CuSparseRows() {
    cusparseDestroySpMat(description_);
    cusparseDestroy(handle_);
  }

  cusparseHandle_t handle() const { return handle_; }
  cusparseSpMatDescr_t description() const { return description_; }

 private:
  cusparseHandle_t handle_{};
  cusparseSpMatDescr_t description_{};
};

}  // namespace araios::perf
