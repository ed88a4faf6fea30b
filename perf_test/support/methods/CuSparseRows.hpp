// SPDX-License-Identifier: BSD-3-Clause
// A sparse operand as cuSPARSE takes it, on the stream of Kokkos' execution space.
#pragma once

#include "base/CudaErrors.hpp"
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cusparse.h>

#include <cstdint>
#include <memory>
#include <type_traits>

namespace araios::perf {

template <class Scalar>
inline constexpr cudaDataType_t cuda_type = std::is_same_v<Scalar, float> ? CUDA_R_32F : CUDA_R_64F;

/// Owns an object of cuSPARSE.
template <class Pointer, auto destroy>
struct DestroyedBy {
  using pointer = Pointer;
  void operator()(Pointer owned) const { destroy(owned); }
};
template <class Pointer, auto destroy>
using Owned = std::unique_ptr<Pointer, DestroyedBy<Pointer, destroy>>;
using OwnedVector = Owned<cusparseDnVecDescr_t, cusparseDestroyDnVec>;
using OwnedMatrix = Owned<cusparseDnMatDescr_t, cusparseDestroyDnMat>;

/// A in compressed rows, and the handle for calls on it. The arrays are the caller's.
template <class Scalar>
class CuSparseRows {
 public:
  using matrix_type = CrsMatrix<Scalar, int, int, Kokkos::Cuda::device_type>;

  CuSparseRows() = default;
  CuSparseRows(Kokkos::Cuda const& exec, matrix_type const& a) {
    cusparseHandle_t handle{};
    expect_success(cusparseCreate(&handle), "cusparseCreate");
    handle_.reset(handle);
    expect_success(cusparseSetStream(handle, exec.cuda_stream()), "cusparseSetStream");
    cusparseSpMatDescr_t description{};
    expect_success(
        cusparseCreateCsr(&description, a.graph.num_rows, a.graph.num_cols,
                          static_cast<std::int64_t>(a.values.extent(0)),
                          const_cast<int*>(a.graph.row_offsets.data()), a.graph.columns.data(),
                          a.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, cuda_type<Scalar>),
        "cusparseCreateCsr");
    description_.reset(description);
  }

  cusparseHandle_t handle() const { return handle_.get(); }
  cusparseSpMatDescr_t description() const { return description_.get(); }

 private:
  Owned<cusparseHandle_t, cusparseDestroy> handle_;
  Owned<cusparseSpMatDescr_t, cusparseDestroySpMat> description_;
};

}  // namespace araios::perf
