// SPDX-License-Identifier: BSD-3-Clause
// The calls for one combination of types, behind virtual calls.
#pragma once

#include "Types.hpp"
#include "araios.h"
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpMvOptions.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// A plan whose types are hidden. Its calls throw.
struct araios_plan {
  struct Size {
    std::int64_t num_rows;
    std::int64_t num_cols;
    std::int64_t num_entries;
  };

  araios_plan() = default;
  araios_plan(araios_plan const&) = delete;
  araios_plan& operator=(araios_plan const&) = delete;
  virtual ~araios_plan() = default;

  virtual araios_c::Types types() const = 0;
  virtual Size size() const = 0;
  virtual araios_matrix allocate() const = 0;
  virtual void numeric(araios_matrix const& a, araios_matrix const& b,
                       araios_matrix const& c) const = 0;
};

namespace araios_c {

/// A matrix and its factor in a sum.
struct Term {
  void const* factor;
  araios_matrix const& matrix;
};

/// Products and sums of sparse matrices of the same three types. They throw.
class Products {
 public:
  Products() = default;
  Products(Products const&) = delete;
  Products& operator=(Products const&) = delete;
  virtual ~Products() = default;

  virtual araios_matrix multiply(araios_matrix const& a, araios_matrix const& b,
                                 araios::SpGemmOptions const& options) const = 0;
  virtual std::unique_ptr<araios_plan> plan(araios_matrix const& a, araios_matrix const& b,
                                            araios::SpGemmOptions const& options) const = 0;
  virtual araios_bounds estimate(araios_matrix const& a, araios_matrix const& b,
                                 araios::SpGemmOptions const& options) const = 0;
  virtual araios_matrix add(Term const& a, Term const& b) const = 0;
};

/// The vectors and factors of y = alpha·op(A)·x + beta·y.
struct Vectors {
  void const* alpha;
  void const* x;
  void const* beta;
  void* y;
};

/// The dense matrices and factors of C = alpha·op(A)·B + beta·C, which have the scalar of A.
struct DenseMatrices {
  void const* alpha;
  araios_dense const& b;
  void const* beta;
  araios_dense const& c;
};

/// Products of a sparse matrix with vectors and dense matrices. They throw.
class DenseProducts {
 public:
  DenseProducts() = default;
  DenseProducts(DenseProducts const&) = delete;
  DenseProducts& operator=(DenseProducts const&) = delete;
  virtual ~DenseProducts() = default;

  virtual void spmv(araios_matrix const& a, Vectors const& vectors,
                    araios::SpMvOptions const& options) const = 0;
  virtual void spmm(araios_matrix const& a, DenseMatrices const& dense,
                    araios::SpMvOptions const& options) const = 0;
};

/// Matrix Market files of matrices of these types. They throw.
class MatrixFiles {
 public:
  MatrixFiles() = default;
  MatrixFiles(MatrixFiles const&) = delete;
  MatrixFiles& operator=(MatrixFiles const&) = delete;
  virtual ~MatrixFiles() = default;

  virtual araios_matrix read(std::string const& path, std::int32_t base) const = 0;
  virtual void write(std::string const& path, araios_matrix const& a) const = 0;
};

/// All that the library does with matrices of some types.
struct CallsOfTypes {
  Types types;
  Products const& products;
  DenseProducts const& dense;
  MatrixFiles const* files;  ///< null where the library was built without Matrix Market files
};

/// All that the library was built with; in a generated file.
std::vector<CallsOfTypes> const& all_calls();

}  // namespace araios_c
