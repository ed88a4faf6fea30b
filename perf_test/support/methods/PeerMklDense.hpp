// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's products of a sparse matrix with a dense vector or matrix, on plain arrays of a host.
#pragma once

#include "base/CrsArrays.hpp"
#include "methods/RepeatedPeer.hpp"

#include <memory>

namespace araios::perf {

/// y = A·x, A m×n.
struct VectorOperands {
  CrsArrays a;
  double const* x = nullptr;          ///< n elements
  double* y = nullptr;                ///< m elements; each product overwrites them
  std::shared_ptr<void const> owner;  ///< of the arrays
};

/// C = A·B, A m×k, B k×n.
template <class Scalar>
struct DenseOperands {
  CrsArraysOf<Scalar> a;
  Scalar const* b = nullptr;
  Scalar* c = nullptr;                ///< each product overwrites all of it
  int num_columns = 0;                ///< n, of B and C
  bool is_row_major = true;           ///< B and C are; else column-major
  int b_stride = 0;                   ///< elements from a row of B to the next, or from a column
  int c_stride = 0;                   ///< the same of C
  std::shared_ptr<void const> owner;  ///< of the arrays
};

/// What oneMKL does with a matrix before its first product.
enum class MklHandle {
  plain,      ///< nothing: the product runs on the arrays as they are
  optimized,  ///< many calls are announced, and oneMKL may keep a format of its own
};

/// y = A·x by mkl_sparse_d_mv on as many threads.
///
/// set_up() and multiply() throw: Failure (out_of_memory or internal_error) where oneMKL fails.
std::unique_ptr<RepeatedPeer> make_mkl_spmv(VectorOperands const& operands, int num_threads,
                                            MklHandle handle);

/// C = A·B by mkl_sparse_s_mm or mkl_sparse_d_mm on as many threads. Scalar: float or double.
///
/// set_up() and multiply() throw: Failure (out_of_memory or internal_error) where oneMKL fails.
template <class Scalar>
std::unique_ptr<RepeatedPeer> make_mkl_spmm(DenseOperands<Scalar> const& operands, int num_threads);

}  // namespace araios::perf
