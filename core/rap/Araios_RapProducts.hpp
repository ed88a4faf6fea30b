// SPDX-License-Identifier: BSD-3-Clause
// Triple products by two products: A·P, then R·(A·P).
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Errors.hpp>
#include <Araios_RapOptions.hpp>
#include <Araios_SemiringSpGemm.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// The plans of both products.
template <class Offset, class Ordinal, class Device>
struct RapProducts {
  using plan_type = SpGemmPlan<Offset, Ordinal, Device>;

  plan_type intermediate;  ///< of A·P
  plan_type product;       ///< of R·(A·P)

  std::size_t bytes() const {
    return intermediate.kept_bytes() + intermediate.row_offsets().size() * sizeof(Offset) +
           product.kept_bytes() - product.data().columns_of_c.size() * sizeof(Ordinal);
  }
};

/// Whether a triple product is formed by two products, as far as memory suffices.
template <class ExecutionSpace>
bool prefers_two_products(RapOptions const& options) {
  return options.two_products.value_or(!is_host_space_v<ExecutionSpace> &&
                                       options.max_workspace_bytes ==
                                           std::numeric_limits<std::size_t>::max());
}

/// The options of each product.
inline SpGemmOptions options_of_products(RapOptions const& options) {
  SpGemmOptions of_products;
  of_products.deterministic = options.deterministic;
  of_products.max_workspace_bytes = options.max_workspace_bytes;
  return of_products;
}

/// The pattern of a planned product: as the plan keeps it, or found once more.
template <class ExecutionSpace, class Plan, class GraphA, class GraphB>
auto pattern_of_plan(ExecutionSpace const& exec, Plan const& plan, GraphA const& a,
                     GraphB const& b) {
  using Offset = typename Plan::offset_type;
  using Graph = CrsGraph<Offset, typename Plan::ordinal_type, typename Plan::device_type>;
  auto const columns = plan.data().columns_of_c;
  if (columns.extent(0) > 0 || plan.nnz() == 0) {
    return Graph{plan.num_rows(), plan.num_cols(), plan.row_offsets(), columns};
  }
  auto const found = semiring_spgemm_symbolic<Offset>(exec, a, b);
  return Graph{plan.num_rows(), plan.num_cols(), plan.row_offsets(), found.data().columns_of_c};
}

/// R, A and P of two products, with memory for the values of R, where these come from P, and for
/// A·P.
template <class Operands, class Products>
class RapFactors {
 public:
  using Scalar = typename Operands::scalar_type;
  using Device = typename Operands::device_type;
  using Ordinal = typename Products::plan_type::ordinal_type;
  using Offset = typename Products::plan_type::offset_type;
  using Plan = typename Products::plan_type;

  /// Takes memory from a workspace in use. Throws: OutOfMemory.
  template <class ExecutionSpace>
  RapFactors(ExecutionSpace const& exec, Operands const& operands, Products const& products,
             Workspace<Device> workspace, std::size_t max_bytes)
      : operands_{operands}, products_{products} {
    auto const lend = [&]<class T>(std::type_identity<T>, WorkspaceSlot slot, std::size_t count) {
      return workspace.template lend<T>(exec, slot, count, max_bytes);
    };
    auto const columns_of = [&](Plan const& plan, WorkspaceSlot slot) {
      auto const& kept = plan.data().columns_of_c;
      if (kept.extent(0) > 0) return Loan<Ordinal, Device>{kept, {}};
      return lend(std::type_identity<Ordinal>{}, slot, static_cast<std::size_t>(plan.nnz()));
    };
    values_ = lend(std::type_identity<Scalar>{}, WorkspaceSlot::intermediate_values,
                   static_cast<std::size_t>(products.intermediate.nnz()));
    columns_ = columns_of(products.intermediate, WorkspaceSlot::intermediate_columns);
    columns_of_c_ = columns_of(products.product, WorkspaceSlot::result_columns);
    auto const& entries = operands.r_entries;
    if (entries.data() == nullptr) return;
    values_of_r_ =
        lend(std::type_identity<Scalar>{}, WorkspaceSlot::transposed_a_values, entries.extent(0));
    with_change<Scalar>(operands.conjugates, [&](auto const& change) {
      gather_elements(exec, operands.r, entries, values_of_r_.elements, change);
    });
  }

  /// Forms both products, and the values of C. Pre: the workspace is not in use.
  ///
  /// Throws: std::invalid_argument where the patterns are not the planned ones; OutOfMemory.
  template <class ExecutionSpace, class ValuesOfC>
  void multiply(ExecutionSpace const& exec, Workspace<Device> const& workspace,
                ValuesOfC const& values_of_c) const {
    auto const& graphs = operands_.graphs;
    auto const result_of = [](Plan const& plan, auto const& columns, auto const& values) {
      return CrsMatrix<Scalar, Offset, Ordinal, Device>{
          {plan.num_rows(), plan.num_cols(), plan.row_offsets(), columns}, values};
    };
    auto const intermediate =
        result_of(products_.intermediate, columns_.elements, values_.elements);
    using Values = typename Operands::values_type;
    Values const values_of_r =
        operands_.r_entries.data() == nullptr ? operands_.r : Values{values_of_r_.elements};
    try {
      spgemm_numeric(exec, products_.intermediate, matrix_of(graphs.a, operands_.a),
                     matrix_of(graphs.p, operands_.p), intermediate, workspace);
      spgemm_numeric(exec, products_.product, matrix_of(graphs.r, values_of_r), intermediate,
                     result_of(products_.product, columns_of_c_.elements, values_of_c), workspace);
    } catch (std::invalid_argument const&) {
      // All else has been checked.
      throw std::invalid_argument{
          "the pattern of R, A or P is not the one that the plan was made for: make a new plan"};
    }
  }

 private:
  template <class Graph, class Values>
  static auto matrix_of(Graph const& graph, Values const& values) {
    return CrsMatrix<Scalar const, typename Graph::offset_type, Ordinal const, Device>{graph,
                                                                                       values};
  }

  Operands operands_;
  Products const& products_;
  // Columns are those of the plans where these keep them. Several C may share the columns of C.
  Loan<Ordinal, Device> columns_;  ///< of A·P
  Loan<Scalar, Device> values_;    ///< of A·P
  Loan<Ordinal, Device> columns_of_c_;
  Loan<Scalar, Device> values_of_r_;
};

/// The options of a call that is not to form two products.
inline RapOptions fused_only(RapOptions options) {
  options.two_products = false;
  return options;
}

/// twice() where two products are preferred, otherwise fused(): also where the memory or the
/// offsets do not suffice for two products that the caller has not asked for.
template <class ExecutionSpace, class Twice, class Fused>
auto by_products_or_fused(ExecutionSpace const&, RapOptions const& options, Twice const& twice,
                          Fused const& fused) {
  if (!prefers_two_products<ExecutionSpace>(options)) return fused();
  try {
    return or_out_of_memory("a triple product", 0, twice);
  } catch (OutOfMemory const&) {
    if (options.two_products) throw;
  } catch (std::overflow_error const&) {
    // A·P may have more entries than the offsets of C count.
    if (options.two_products) throw;
  }
  return fused();
}

/// C = R·A·P in one call by two products. Matrices of operands are read-only and checked.
///
/// Throws: as spgemm.
template <class Offset, class ExecutionSpace, class R, class A, class P>
auto multiply_twice(ExecutionSpace const& exec, RapOptions const& options, R const& r, A const& a,
                    P const& p) {
  SpGemmOptions const of_products = options_of_products(options);
  auto const intermediate = spgemm<Offset>(exec, a, p, of_products);
  return spgemm<Offset>(exec, r, intermediate, of_products);
}

}  // namespace araios::inline ARAIOS_ISA::impl
