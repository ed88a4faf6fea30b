// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's products of a sparse matrix with a dense vector or matrix, on plain host arrays.
#include "methods/PeerMklDense.hpp"

#include "methods/MklMatrix.hpp"

#include <string>
#include <type_traits>

namespace araios::perf {
namespace {

/// The expected number of calls told to oneMKL: enough to amortize any preparation.
constexpr int expected_calls = 1000;
constexpr auto plain = SPARSE_OPERATION_NON_TRANSPOSE;

/// A product by A's handle, which is optimized unless the product is to run on plain arrays.
template <class Operands>
class MklProductByHandle : public RepeatedPeer {
 public:
  MklProductByHandle(Operands const& operands, int num_threads,
                     MklHandle handle = MklHandle::optimized)
      : operands_{operands}, handle_{handle}, num_threads_{num_threads} {}

  std::string library() const override { return "mkl"; }

  void set_up() override {
    use_mkl_threads(num_threads_);
    a_.refer_to(operands_.a);
    if (handle_ == MklHandle::plain) return;
    give_hint();
    expect_success(mkl_sparse_optimize(a_.get()), "mkl_sparse_optimize");
  }

 protected:
  /// Tells oneMKL which product follows.
  virtual void give_hint() = 0;

  Operands operands_;
  MklMatrix a_;
  MklHandle handle_;

 private:
  int num_threads_;
};

class MklSpMv final : public MklProductByHandle<VectorOperands> {
 public:
  using MklProductByHandle::MklProductByHandle;

  std::string algorithm() const override {
    return handle_ == MklHandle::optimized ? "mv" : "mv_plain";
  }

  void multiply() override {
    expect_success(
        mkl_sparse_d_mv(plain, 1, a_.get(), general_matrix(), operands_.x, 0, operands_.y),
        "mkl_sparse_d_mv");
  }

 private:
  void give_hint() override {
    expect_success(mkl_sparse_set_mv_hint(a_.get(), plain, general_matrix(), expected_calls),
                   "mkl_sparse_set_mv_hint");
  }
};

template <class Scalar>
class MklSpMm final : public MklProductByHandle<DenseOperands<Scalar>> {
 public:
  using MklProductByHandle<DenseOperands<Scalar>>::MklProductByHandle;

  std::string algorithm() const override { return "mm"; }

  void multiply() override {
    auto const call = [this](auto const& function) {
      expect_success(
          function(plain, 1, a_.get(), general_matrix(), layout(), operands_.b,
                   operands_.num_columns, operands_.b_stride, 0, operands_.c, operands_.c_stride),
          "mkl_sparse_?_mm");
    };
    if constexpr (std::is_same_v<Scalar, float>) {
      call(mkl_sparse_s_mm);
    } else {
      call(mkl_sparse_d_mm);
    }
  }

 private:
  using MklProductByHandle<DenseOperands<Scalar>>::a_;
  using MklProductByHandle<DenseOperands<Scalar>>::operands_;

  sparse_layout_t layout() const {
    return operands_.is_row_major ? SPARSE_LAYOUT_ROW_MAJOR : SPARSE_LAYOUT_COLUMN_MAJOR;
  }

  void give_hint() override {
    expect_success(mkl_sparse_set_mm_hint(a_.get(), plain, general_matrix(), layout(),
                                          operands_.num_columns, expected_calls),
                   "mkl_sparse_set_mm_hint");
  }
};

}  // namespace

std::unique_ptr<RepeatedPeer> make_mkl_spmv(VectorOperands const& operands, int num_threads,
                                            MklHandle handle) {
  return std::make_unique<MklSpMv>(operands, num_threads, handle);
}

template <class Scalar>
std::unique_ptr<RepeatedPeer> make_mkl_spmm(DenseOperands<Scalar> const& operands,
                                            int num_threads) {
  return std::make_unique<MklSpMm<Scalar>>(operands, num_threads);
}

template std::unique_ptr<RepeatedPeer> make_mkl_spmm(DenseOperands<float> const&, int);
template std::unique_ptr<RepeatedPeer> make_mkl_spmm(DenseOperands<double> const&, int);

}  // namespace araios::perf
