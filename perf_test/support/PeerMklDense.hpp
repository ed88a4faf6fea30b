// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's products of a sparse matrix with a dense vector or matrix, on plain arrays of a host.
#pragma once

#include "CrsArrays.hpp"
#include "RepeatedPeer.hpp"

#include <memory>

namespace araios::perf {

/// y = A·x.
struct VectorOperands {
  CrsArrays a;
  double const* x = nullptr;
  double* y = nullptr;
  std::shared_ptr<void const> owner;  ///< of the arrays
};

/// C = A·B.
template <class Scalar>
struct DenseOperands {
  CrsArraysOf<Scalar> a;
  Scalar const* b = nullptr;
  Scalar* c = nullptr;
  int num_columns = 0;  ///< of B and C
  bool is_row_major = true;
  int b_stride = 0;  ///< elements from a row of B to the next, or from a column
  int c_stride = 0;
  std::shared_ptr<void const> owner;  ///< of the arrays
};

/// mkl_sparse_d_mv on as many threads.
std::unique_ptr<RepeatedPeer> make_mkl_spmv(VectorOperands const& operands, int num_threads);

/// mkl_sparse_s_mm or mkl_sparse_d_mm on as many threads. Scalar: float or double.
template <class Scalar>
std::unique_ptr<RepeatedPeer> make_mkl_spmm(DenseOperands<Scalar> const& operands, int num_threads);

}  // namespace araios::perf
