// SPDX-License-Identifier: BSD-3-Clause
// Products of a sparse matrix of one combination of types with vectors and dense matrices, all
// given as arrays of the caller.
#pragma once

#include "Arrays.hpp"
#include "DenseArrays.hpp"
#include "OverlapCheck.hpp"
#include "Products.hpp"
#include "araios.h"
#include <Araios_SpMm.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_SpMvOptions.hpp>

#include <Kokkos_Core.hpp>

namespace araios_c {

template <class Scalar, class Offset, class Ordinal>
class DenseProductsOf final : public DenseProducts {
  using Operand = OperandOf<Scalar, Offset, Ordinal>;

 public:
  void spmv(araios_matrix const& a, Vectors const& vectors,
            araios::SpMvOptions const& options) const override {
    Space const exec;
    auto const matrix = Operand::matrix(exec, a, "A");
    bool const transposes = options.transpose_a;
    auto const x = view_of<Scalar const>(vectors.x, transposes ? a.num_rows : a.num_cols, "x");
    auto const y = view_of<Scalar>(vectors.y, transposes ? a.num_cols : a.num_rows, "y");
    auto const alpha = factor_at<Scalar>(vectors.alpha, "alpha");
    auto const beta = factor_at<Scalar>(vectors.beta, "beta");
    ArraysOfCaller{a, matrix}.expect_apart(y, "y", "A");
    araios::spmv(exec, alpha, matrix, x, beta, y, options);
    exec.fence();
  }

  void spmm(araios_matrix const& a, DenseMatrices const& dense,
            araios::SpMvOptions const& options) const override {
    Space const exec;
    auto const matrix = Operand::matrix(exec, a, "A");
    auto const alpha = factor_at<Scalar>(dense.alpha, "alpha");
    auto const beta = factor_at<Scalar>(dense.beta, "beta");
    araios::SpMmOptions of_spmm;
    of_spmm.transpose_a = options.transpose_a;
    of_spmm.conjugate_a = options.conjugate_a;
    of_spmm.deterministic = options.deterministic;
    with_dense<Scalar const>(dense.b, "B", [&](auto const& b) {
      with_dense<Scalar>(dense.c, "C", [&](auto const& c) {
        ArraysOfCaller{a, matrix}.expect_apart(c, "C", "A");
        araios::spmm(exec, alpha, matrix, b, beta, c, of_spmm);
      });
    });
    exec.fence();
  }
};

}  // namespace araios_c
