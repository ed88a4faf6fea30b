// SPDX-License-Identifier: BSD-3-Clause
// Common parts of cuSPARSE's products of a sparse matrix with a dense vector or matrix.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "methods/CuSparseRows.hpp"

#include <Kokkos_Core.hpp>

#include <cusparse.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace araios::perf {

/// One of cuSPARSE's algorithms for A in compressed rows. Set-up allocates the buffer and runs the
/// preprocessing. Arrays is SpMvArrays or SpMmArrays in CUDA memory, with int offsets.
///
/// Throws: set_up() and multiply(): Failure (out_of_memory or internal_error) if cuSPARSE fails.
template <class Arrays, class Algorithm>
class CuSparseProductByHandle : public RepeatedMethod {
 public:
  using arrays_type = Arrays;
  using scalar_type = typename decltype(Arrays::a)::scalar_type;

  CuSparseProductByHandle(std::shared_ptr<Arrays const> arrays, Algorithm algorithm,
                          std::string name)
      : arrays_{std::move(arrays)}, algorithm_{algorithm}, name_{std::move(name)} {}

  std::string library() const override { return "cusparse"; }
  std::string algorithm() const override { return name_; }

  double set_up() override {
    Stopwatch<Kokkos::Cuda> const watch{exec_};
    a_ = {exec_, arrays_->a};
    describe_dense_operands();
    buffer_ = Kokkos::View<std::byte*, Kokkos::CudaSpace>("cusparse.buffer", buffer_bytes());
    preprocess();
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] { multiply_once(); });
  }

 protected:
  static constexpr cusparseOperation_t no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;

  virtual void describe_dense_operands() = 0;
  /// The size of the product's buffer, after the dense operands have been described.
  virtual std::size_t buffer_bytes() = 0;
  virtual void preprocess() = 0;
  virtual void multiply_once() = 0;

  void* buffer() const { return buffer_.data(); }

  std::shared_ptr<Arrays const> arrays_;
  Algorithm algorithm_;
  scalar_type alpha_{1};
  scalar_type beta_{0};
  CuSparseRows<scalar_type> a_;

 private:
  Kokkos::Cuda exec_;
  std::string name_;
  Kokkos::View<std::byte*, Kokkos::CudaSpace> buffer_;
};

}  // namespace araios::perf
