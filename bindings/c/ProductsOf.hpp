// SPDX-License-Identifier: BSD-3-Clause
// Products and sums of sparse matrices of one combination of types, given as arrays of the caller.
#pragma once

#include "Arrays.hpp"
#include "PlanOf.hpp"
#include "Products.hpp"
#include "Results.hpp"
#include "araios.h"
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmEstimate.hpp>
#include <Araios_SpGemmOptions.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace araios_c {

/// Bytes in the integers of the interface.
inline std::int64_t signed_bytes(std::size_t bytes) {
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  return std::cmp_greater(bytes, largest) ? largest : static_cast<std::int64_t>(bytes);
}

template <class Scalar, class Offset, class Ordinal>
class ProductsOf final : public Products {
  using Operand = OperandOf<Scalar, Offset, Ordinal>;

 public:
  araios_matrix multiply(araios_matrix const& a, araios_matrix const& b,
                         araios::SpGemmOptions const& options) const override {
    Space const exec;
    auto const operand_a = Operand::matrix(exec, a, "A");
    auto const operand_b = Operand::matrix(exec, b, "B");
    return give(exec, araios::spgemm(exec, operand_a, operand_b, options), a.base);
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

  araios_bounds estimate(araios_matrix const& a, araios_matrix const& b,
                         araios::SpGemmOptions const& options) const override {
    Space const exec;
    auto const graph_a = Operand::graph(exec, a, "A");
    auto const graph_b = Operand::graph(exec, b, "B");
    auto const found = araios::spgemm_estimate<Scalar>(exec, graph_a, graph_b, options);
    araios_bounds bounds{};
    bounds.work = found.work;
    bounds.max_row_work = found.max_row_work;
    bounds.max_entries = found.max_nnz_c;
    bounds.max_row_entries = found.max_row_size;
    bounds.max_result_bytes = signed_bytes(found.max_bytes_c);
    bounds.transposed_bytes = signed_bytes(found.transposed_bytes);
    bounds.symbolic_bytes = signed_bytes(found.symbolic_bytes);
    bounds.numeric_bytes = signed_bytes(found.numeric_bytes);
    bounds.min_workspace_bytes = signed_bytes(found.min_workspace_bytes);
    return bounds;
  }

  araios_matrix add(Term const& a, Term const& b) const override {
    Space const exec;
    auto const operand_a = Operand::matrix(exec, a.matrix, "A");
    auto const operand_b = Operand::matrix(exec, b.matrix, "B");
    auto const alpha = factor_at<Scalar>(a.factor, "alpha");
    auto const beta = factor_at<Scalar>(b.factor, "beta");
    return give(exec, araios::spadd(exec, alpha, operand_a, beta, operand_b), a.matrix.base);
  }
};

}  // namespace araios_c
