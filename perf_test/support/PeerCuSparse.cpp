// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's products of sparse matrices.
#include "PeerCuSparse.hpp"

#include "ExitCode.hpp"

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr double one = 1;
constexpr double zero = 0;

void expect_success(cudaError_t error, std::string const& step) {
  if (error == cudaSuccess) return;
  auto const code =
      error == cudaErrorMemoryAllocation ? ExitCode::out_of_memory : ExitCode::internal_error;
  throw Failure{code, "CUDA: " + step + ": " + cudaGetErrorString(error)};
}

void expect_success(cusparseStatus_t status, std::string const& step) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  bool const lacks_memory =
      status == CUSPARSE_STATUS_ALLOC_FAILED || status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  throw Failure{lacks_memory ? ExitCode::out_of_memory : ExitCode::internal_error,
                "cuSPARSE: " + step + ": " + cusparseGetErrorString(status)};
}

/// Memory of the device, from cudaMalloc.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer const&) = delete;
  Buffer& operator=(Buffer const&) = delete;
  ~Buffer() { reset(); }

  /// At least a byte, because a null pointer asks cuSPARSE for a size.
  void allocate(std::size_t bytes) {
    reset();
    expect_success(cudaMalloc(&data_, std::max(bytes, std::size_t{1})),
                   "cudaMalloc of " + std::to_string(bytes) + " bytes");
  }
  void reset() {
    cudaFree(data_);
    data_ = nullptr;
  }
  template <class T = void>
  T* data() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
};

cusparseConstSpMatDescr_t describe(CrsArrays const& a) {
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
  /// Begins a call: no C but its row offsets.
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

  /// Takes memory for C, once its size is known.
  void allocate_result() {
    std::int64_t num_rows = 0, num_cols = 0;
    expect_success(cusparseSpMatGetSize(c_, &num_rows, &num_cols, &num_entries_),
                   "cusparseSpMatGetSize");
    columns_.allocate(size() * sizeof(int));
    values_.allocate(size() * sizeof(double));
    expect_success(cusparseCsrSetPointers(c_, row_offsets_.data(), columns_.data(), values_.data()),
                   "cusparseCsrSetPointers");
  }

  /// Ends a timed step: the device has done it.
  static void finish() { expect_success(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

  void allocate(Buffer& buffer, std::size_t bytes) {
    buffer.allocate(bytes);
    workspace_bytes_ += bytes;
  }

  cusparseHandle_t handle_ = nullptr;
  cusparseConstSpMatDescr_t a_ = nullptr, b_ = nullptr;
  cusparseSpMatDescr_t c_ = nullptr;
  cusparseSpGEMMDescr_t state_ = nullptr;

 private:
  template <class T>
  static void copy_to_host(Buffer const& from, T* to, std::size_t size) {
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
    for (Buffer* const buffer : {&row_offsets_, &columns_, &values_}) buffer->reset();
  }

  PeerOperands operands_;
  Buffer row_offsets_, columns_, values_;
  std::int64_t num_entries_ = 0;
  std::size_t workspace_bytes_ = 0;
};

/// cusparseSpGEMM, which computes pattern and values at once.
class WholeProduct final : public CuSparseProduct {
 public:
  WholeProduct(PeerOperands const& operands, cusparseSpGEMMAlg_t kind, std::string name)
      : CuSparseProduct{operands}, kind_{kind}, name_{std::move(name)} {}

  std::string algorithm() const override { return name_; }
  std::string contender() const override { return library(); }

  void multiply() override {
    begin();
    Buffer work, products;
    std::size_t bytes = 0;
    estimate_work(bytes, nullptr);
    allocate(work, bytes);
    estimate_work(bytes, work.data());
    if (kind_ == CUSPARSE_SPGEMM_ALG2 || kind_ == CUSPARSE_SPGEMM_ALG3) {
      bytes = estimate_memory();
    } else {
      compute(bytes, nullptr);
    }
    allocate(products, bytes);
    compute(bytes, products.data());
    allocate_result();
    expect_success(cusparseSpGEMM_copy(handle_, plain, plain, &one, a_, b_, &zero, c_, CUDA_R_64F,
                                       kind_, state_),
                   "cusparseSpGEMM_copy");
    finish();
  }

 private:
  /// Share of the products that ALG2 and ALG3 work on at once; the value of NVIDIA's sample.
  static constexpr float chunk_fraction = 0.2F;

  void estimate_work(std::size_t& bytes, void* buffer) {
    expect_success(cusparseSpGEMM_workEstimation(handle_, plain, plain, &one, a_, b_, &zero, c_,
                                                 CUDA_R_64F, kind_, state_, &bytes, buffer),
                   "cusparseSpGEMM_workEstimation");
  }

  /// The bytes that compute() needs.
  std::size_t estimate_memory() {
    std::size_t bytes = 0, compute_bytes = 0;
    auto const estimate = [&](void* buffer, std::size_t* result) {
      expect_success(
          cusparseSpGEMM_estimateMemory(handle_, plain, plain, &one, a_, b_, &zero, c_, CUDA_R_64F,
                                        kind_, state_, chunk_fraction, &bytes, buffer, result),
          "cusparseSpGEMM_estimateMemory");
    };
    Buffer buffer;
    estimate(nullptr, nullptr);
    allocate(buffer, bytes);
    estimate(buffer.data(), &compute_bytes);
    return compute_bytes;
  }

  void compute(std::size_t& bytes, void* buffer) {
    expect_success(cusparseSpGEMM_compute(handle_, plain, plain, &one, a_, b_, &zero, c_,
                                          CUDA_R_64F, kind_, state_, &bytes, buffer),
                   "cusparseSpGEMM_compute");
  }

  cusparseSpGEMMAlg_t kind_;
  std::string name_;
};

/// cusparseSpGEMMreuse: the pattern of C once, its values as often as they change.
class ReusableProduct final : public CuSparseProduct {
 public:
  using CuSparseProduct::CuSparseProduct;

  std::string algorithm() const override { return "reuse"; }
  bool can_reuse() const override { return true; }

  void multiply() override {
    begin();
    find_pattern();
    compute();
    finish();
  }
  void multiply_again() override {
    compute();
    finish();
  }

  void release() override {
    CuSparseProduct::release();
    for (Buffer& buffer : kept_) buffer.reset();
  }

 private:
  static constexpr auto kind = CUSPARSE_SPGEMM_DEFAULT;

  void find_pattern() {
    Buffer work, counts, products;
    std::size_t bytes[3] = {};
    auto const estimate = [&] {
      expect_success(cusparseSpGEMMreuse_workEstimation(handle_, plain, plain, a_, b_, c_, kind,
                                                        state_, bytes, work.data()),
                     "cusparseSpGEMMreuse_workEstimation");
    };
    estimate();
    allocate(work, bytes[0]);
    estimate();
    auto const count = [&] {
      expect_success(cusparseSpGEMMreuse_nnz(handle_, plain, plain, a_, b_, c_, kind, state_,
                                             &bytes[0], counts.data(), &bytes[1], products.data(),
                                             &bytes[2], kept_[0].data()),
                     "cusparseSpGEMMreuse_nnz");
    };
    count();
    allocate(counts, bytes[0]);
    allocate(products, bytes[1]);
    allocate(kept_[0], bytes[2]);
    count();
    allocate_result();
    auto const copy = [&] {
      expect_success(cusparseSpGEMMreuse_copy(handle_, plain, plain, a_, b_, c_, kind, state_,
                                              bytes, kept_[1].data()),
                     "cusparseSpGEMMreuse_copy");
    };
    copy();
    allocate(kept_[1], bytes[0]);
    copy();
  }

  void compute() {
    expect_success(cusparseSpGEMMreuse_compute(handle_, plain, plain, &one, a_, b_, &zero, c_,
                                               CUDA_R_64F, kind, state_),
                   "cusparseSpGEMMreuse_compute");
  }

  Buffer kept_[2];  // the buffers 4 and 5 of its manual, which compute() reads
};

}  // namespace

void add_cusparse(PeerOperands const& operands, PeerProducts& products) {
  using Kind = std::pair<cusparseSpGEMMAlg_t, char const*>;
  for (auto const& [kind, name] :
       {Kind{CUSPARSE_SPGEMM_DEFAULT, "default"}, Kind{CUSPARSE_SPGEMM_ALG1, "alg1"},
        Kind{CUSPARSE_SPGEMM_ALG2, "alg2"}, Kind{CUSPARSE_SPGEMM_ALG3, "alg3"}}) {
    products.push_back(std::make_unique<WholeProduct>(operands, kind, name));
  }
  products.push_back(std::make_unique<ReusableProduct>(operands));
}

std::string cusparse_version() {
  return std::to_string(CUSPARSE_VER_MAJOR) + "." + std::to_string(CUSPARSE_VER_MINOR) + "." +
         std::to_string(CUSPARSE_VER_PATCH);
}

}  // namespace araios::perf
