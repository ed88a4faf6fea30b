// SPDX-License-Identifier: BSD-3-Clause
// Common parts of both kinds of cuSPARSE products: the operands, C and device memory.
#pragma once

#include "base/CudaErrors.hpp"
#include "methods/PeerProduct.hpp"

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// Device memory from CUDA's stream-ordered allocator. As the drivers let it keep freed memory, it
/// is much faster than cudaMalloc.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer const&) = delete;
  DeviceBuffer& operator=(DeviceBuffer const&) = delete;
  ~DeviceBuffer() { reset(); }

  /// Allocates at least one byte, because a null pointer asks cuSPARSE for a size.
  void allocate(std::size_t bytes) {
    reset();
    expect_success(cudaMallocAsync(&data_, std::max(bytes, std::size_t{1}), stream),
                   "cudaMallocAsync of " + std::to_string(bytes) + " bytes");
  }
  void reset() {
    if (data_ != nullptr) cudaFreeAsync(data_, stream);
    data_ = nullptr;
  }
  void* data() const { return data_; }

 private:
  static constexpr cudaStream_t stream = nullptr;  ///< the stream of cuSPARSE

  void* data_ = nullptr;
};

inline cusparseConstSpMatDescr_t describe(CrsArrays const& a) {
  cusparseConstSpMatDescr_t description = nullptr;
  expect_success(cusparseCreateConstCsr(&description, a.num_rows, a.num_cols, a.num_entries,
                                        a.row_offsets, a.columns, a.values, CUSPARSE_INDEX_32I,
                                        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
                 "cusparseCreateConstCsr");
  return description;
}

/// The operands as cuSPARSE describes them, C, and the memory that both kinds of calls need.
class CuSparseProduct : public PeerProduct {
 public:
  explicit CuSparseProduct(PeerOperands operands) : operands_{std::move(operands)} {}
  ~CuSparseProduct() override {
    free_result();
    cusparseDestroySpMat(a_);
    cusparseDestroySpMat(b_);
    if (handle_ != nullptr) cusparseDestroy(handle_);
  }

  std::string library() const override { return "cusparse"; }

  void prepare() override {
    if (handle_ != nullptr) return;
    expect_success(cusparseCreate(&handle_), "cusparseCreate");
    a_ = describe(operands_.a);
    b_ = describe(operands_.b);
  }

  std::size_t workspace_bytes() const override { return workspace_bytes_; }
  std::int64_t num_entries() const override { return num_entries_; }
  void copy_result(std::int64_t* row_offsets, int* columns, double* values) const override {
    std::vector<int> narrow_offsets(num_offsets());
    copy_to_host(row_offsets_, narrow_offsets.data(), num_offsets());
    std::copy(narrow_offsets.begin(), narrow_offsets.end(), row_offsets);
    copy_to_host(columns_, columns, size());
    copy_to_host(values_, values, size());
  }

  void release() override { free_result(); }

 protected:
  /// Begins a call: C has its row offsets only.
  void begin() {
    free_result();
    workspace_bytes_ = 0;
    row_offsets_.allocate(num_offsets() * sizeof(int));
    expect_success(cusparseCreateCsr(&c_, operands_.a.num_rows, operands_.b.num_cols, 0,
                                     row_offsets_.data(), nullptr, nullptr, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
                   "cusparseCreateCsr");
    expect_success(cusparseSpGEMM_createDescr(&state_), "cusparseSpGEMM_createDescr");
  }

  /// Allocates C, once its size is known.
  void allocate_result() {
    std::int64_t num_rows = 0, num_cols = 0;
    expect_success(cusparseSpMatGetSize(c_, &num_rows, &num_cols, &num_entries_),
                   "cusparseSpMatGetSize");
    columns_.allocate(size() * sizeof(int));
    values_.allocate(size() * sizeof(double));
    expect_success(cusparseCsrSetPointers(c_, row_offsets_.data(), columns_.data(), values_.data()),
                   "cusparseCsrSetPointers");
  }

  /// Ends a timed step: waits for the device.
  static void finish() { expect_success(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

  void allocate(DeviceBuffer& buffer, std::size_t bytes) {
    buffer.allocate(bytes);
    workspace_bytes_ += bytes;
  }

  cusparseHandle_t handle_ = nullptr;
  cusparseConstSpMatDescr_t a_ = nullptr, b_ = nullptr;
  cusparseSpMatDescr_t c_ = nullptr;
  cusparseSpGEMMDescr_t state_ = nullptr;

 private:
  template <class T>
  static void copy_to_host(DeviceBuffer const& from, T* to, std::size_t size) {
    expect_success(cudaMemcpy(to, from.data(), size * sizeof(T), cudaMemcpyDeviceToHost),
                   "cudaMemcpy of C");
  }

  std::size_t num_offsets() const { return static_cast<std::size_t>(operands_.a.num_rows) + 1; }
  std::size_t size() const { return static_cast<std::size_t>(num_entries_); }

  void free_result() {
    if (state_ != nullptr) cusparseSpGEMM_destroyDescr(state_);
    state_ = nullptr;
    if (c_ != nullptr) cusparseDestroySpMat(c_);
    c_ = nullptr;
    for (DeviceBuffer* const buffer : {&row_offsets_, &columns_, &values_}) buffer->reset();
  }

  PeerOperands operands_;
  DeviceBuffer row_offsets_, columns_, values_;
  std::int64_t num_entries_ = 0;
  std::size_t workspace_bytes_ = 0;
};

}  // namespace araios::perf
