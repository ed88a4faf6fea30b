// SPDX-License-Identifier: BSD-3-Clause
// The calls of the library for matrices of one combination of types, given as arrays of the caller.
#pragma once

#include "Arrays.hpp"
#include "PlanOf.hpp"
#include "Products.hpp"
#include "Results.hpp"
#include "Types.hpp"
#include "araios.h"
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpMv.hpp>
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace araios_c {

template <class Scalar, class Offset, class Ordinal>
class ProductsOf final : public Products {
  using Operand = OperandOf<Scalar, Offset, Ordinal>;

 public:
  Types types() const override { return types_of_v<Scalar, Offset, Ordinal>; }

  araios_matrix multiply(araios_matrix const& a, araios_matrix const& b,
                         araios::SpGemmOptions const& options) const override {
    Space const exec;
    auto const operand_a = Operand::matrix(exec, a, "A");
    auto const operand_b = Operand::matrix(exec, b, "B");
    auto const c = araios::spgemm(exec, operand_a, operand_b, options);
    auto const& graph = c.graph;
    auto const num_entries = static_cast<std::int64_t>(graph.columns.extent(0));
    expect_offsets_fit<Offset>(num_entries, a.base);
    if (a.base != 0) {
      auto* const columns = graph.columns.data();
      shift_indices<Ordinal>(exec, {columns, columns, static_cast<Ordinal>(a.base)}, num_entries);
    }
    auto const row_offsets =
        copy_of_row_offsets<Offset>(exec, graph.row_offsets, graph.num_rows, a.base);
    exec.fence();
    return hand_over(c, row_offsets, a.base);
  }

  std::unique_ptr<araios_plan> plan(araios_matrix const& a, araios_matrix const& b,
                                    araios::SpGemmOptions const& options) const override {
    Space const exec;
    auto const graph_a = Operand::graph(exec, a, "A");
    auto const graph_b = Operand::graph(exec, b, "B");
    auto const made = araios::spgemm_symbolic(exec, graph_a, graph_b, options);
    exec.fence();
    return std::make_unique<PlanOf<Scalar, Offset, Ordinal>>(made, a.base);
  }

  void spmv(araios_matrix const& a, Vectors const& vectors) const override {
    Space const exec;
    auto const matrix = Operand::matrix(exec, a, "A");
    auto const x = view_of<Scalar const>(vectors.x, a.num_cols, "x");
    auto const y = view_of<Scalar>(vectors.y, a.num_rows, "y");
    auto const alpha = factor(vectors.alpha, "alpha");
    auto const beta = factor(vectors.beta, "beta");
    araios::spmv(exec, alpha, matrix, x, beta, y);
    exec.fence();
  }

 private:
  /// A scalar of the caller, at any address.
  static Scalar factor(void const* from, std::string const& name) {
    ARAIOS_EXPECTS(from != nullptr, name + " is null, expected a scalar of A's type");
    Scalar value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
};

}  // namespace araios_c
