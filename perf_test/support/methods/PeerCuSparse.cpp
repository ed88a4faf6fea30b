// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's products of sparse matrices.
#include "methods/PeerCuSparse.hpp"

#include "methods/CuSparseProduct.hpp"

#include <utility>

namespace araios::perf {
namespace {

constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr double one = 1;
constexpr double zero = 0;

/// cusparseSpGEMM, which computes pattern and values in one call sequence.
class WholeProduct final : public CuSparseProduct {
 public:
  WholeProduct(PeerOperands const& operands, cusparseSpGEMMAlg_t kind, std::string name)
      : CuSparseProduct{operands}, kind_{kind}, name_{std::move(name)} {}

  std::string algorithm() const override { return name_; }
  std::string contender() const override { return library(); }

  void multiply() override {
    begin();
    DeviceBuffer work, products;
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
  /// The share of the products that ALG2 and ALG3 process in one chunk; the value of NVIDIA's
  /// sample.
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
    DeviceBuffer buffer;
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

/// cusparseSpGEMMreuse: computes the pattern of C once, and its values repeatedly.
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
    for (DeviceBuffer& buffer : kept_) buffer.reset();
  }

 private:
  static constexpr auto kind = CUSPARSE_SPGEMM_DEFAULT;

  void find_pattern() {
    DeviceBuffer work, counts, products;
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

  DeviceBuffer kept_[2];  // buffers 4 and 5 of its manual, which compute() reads
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
