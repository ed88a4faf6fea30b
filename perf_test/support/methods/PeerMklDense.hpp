// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's products of a sparse matrix with a dense vector or matrix, on plain host arrays.
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
  bool is_row_major = true;           ///< of B and C; else column-major
  int b_stride = 0;                   ///< elements from one row (or column) of B to the next
  int c_stride = 0;                   ///< the same of C
  std::shared_ptr<void const> owner;  ///< of the arrays
};

/// How oneMKL prepares a matrix before its first product.
enum class MklHandle {
  plain,      ///< not at all: the product runs on the arrays as they are
  optimized,  ///< many calls are announced; oneMKL may keep its own format
};

/// y = A·x by mkl_sparse_d_mv on num_threads threads.
///
/// Throws: set_up() and multiply(): Failure (out_of_memory or internal_error) if oneMKL fails.
std::unique_ptr<RepeatedPeer> make_mkl_spmv(VectorOperands const& operands, int num_threads,
                                            MklHandle handle);

/// C = A·B by mkl_sparse_s_mm or mkl_sparse_d_mm on num_threads threads. Scalar: float or double.
///
/// Throws: set_up() and multiply(): Failure (out_of_memory or internal_error) if oneMKL fails.
template <class Scalar>
std::unique_ptr<RepeatedPeer> make_mkl_spmm(DenseOperands<Scalar> const& operands, int num_threads);

}  // namespace araios::perf
