// SPDX-License-Identifier: BSD-3-Clause
// Common parts of oneMKL's products: matrix handles, threads and errors.
#pragma once

#include "base/CrsArrays.hpp"
#include "base/ExitCode.hpp"

#include <mkl_service.h>
#include <mkl_spblas.h>

#include <string>
#include <type_traits>

namespace araios::perf {

inline void expect_success(sparse_status_t status, std::string const& step) {
  if (status == SPARSE_STATUS_SUCCESS) return;
  auto const code =
      status == SPARSE_STATUS_ALLOC_FAILED ? ExitCode::out_of_memory : ExitCode::internal_error;
  throw Failure{code, "oneMKL: " + step + " returned status " + std::to_string(status)};
}

/// Makes oneMKL run on exactly `num_threads` threads.
inline void use_mkl_threads(int num_threads) {
  mkl_set_dynamic(0);
  mkl_set_num_threads(num_threads);
}

/// Neither symmetric nor triangular.
inline matrix_descr general_matrix() {
  matrix_descr description{};
  description.type = SPARSE_MATRIX_TYPE_GENERAL;
  return description;
}

/// Owns a oneMKL handle.
class MklMatrix {
 public:
  MklMatrix() = default;
  MklMatrix(MklMatrix const&) = delete;
  MklMatrix& operator=(MklMatrix const&) = delete;
  ~MklMatrix() { reset(); }

  void reset() {
    if (handle_ != nullptr) mkl_sparse_destroy(handle_);
    handle_ = nullptr;
  }
  sparse_matrix_t get() const { return handle_; }
  sparse_matrix_t* address() { return &handle_; }

  /// Creates a handle that refers to the arrays, which are not written.
  template <class Scalar>
  void refer_to(CrsArraysOf<Scalar> const& arrays) {
    reset();
    int* const row_offsets = const_cast<int*>(arrays.row_offsets);
    auto const create = [&](auto const& function) {
      expect_success(function(&handle_, SPARSE_INDEX_BASE_ZERO, arrays.num_rows, arrays.num_cols,
                              row_offsets, row_offsets + 1, const_cast<int*>(arrays.columns),
                              const_cast<Scalar*>(arrays.values)),
                     "mkl_sparse_?_create_csr");
    };
    if constexpr (std::is_same_v<Scalar, float>) {
      create(mkl_sparse_s_create_csr);
    } else {
      create(mkl_sparse_d_create_csr);
    }
  }

 private:
  sparse_matrix_t handle_ = nullptr;
};

}  // namespace araios::perf
