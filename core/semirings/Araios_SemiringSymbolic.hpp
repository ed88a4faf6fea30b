// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase of a product by a semiring: the pattern of C, and how products go there.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Mask.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_SemiringPlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <semirings/Araios_OntoPattern.hpp>
#include <semirings/Araios_OutsidePattern.hpp>
#include <semirings/Araios_PatternOfResult.hpp>
#include <semirings/Araios_PatternOperations.hpp>
#include <semirings/Araios_SemiringOperands.hpp>
#include <semirings/Araios_SemiringRules.hpp>
#include <semirings/Araios_StepsOfRows.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

template <class Graph>
struct CountRowLengths {
  Graph graph;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& longest) const {
    std::int64_t const length = row_length(graph, static_cast<typename Graph::ordinal_type>(row));
    longest = length > longest ? length : longest;
  }
};

/// One symbolic phase. The public function is semiring_spgemm_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
class SemiringSymbolic {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using plan_type = SemiringPlan<Offset, ordinal_type, device_type>;
  using graph_type = CrsGraph<Offset, ordinal_type, device_type>;

  SemiringSymbolic(ExecutionSpace const& exec, PlanOptions const& options,
                   Workspace<device_type> const& workspace)
      : exec_{exec}, workspace_{workspace} {
    data_.options = options;
  }

  /// `mask` is a Mask of a read-only graph, or a NoMask.
  template <class MaskOrNone>
  plan_type run(GraphA const& a, GraphB const& b, MaskOrNone const& mask) {
    workspace_.begin_call(exec_);
    check_shape(a, "A");
    check_shape(b, "B");
    ARAIOS_EXPECTS(a.num_cols == b.num_rows, "A is " + shape_of(a) + " and B is " + shape_of(b) +
                                                 ": C = A·B needs as many rows of B as A has "
                                                 "columns");
    auto const of_a = checked_operand(exec_, a, "A");
    auto const of_b = checked_operand(exec_, b, "B", a, of_a);
    data_.a = planned_pattern(exec_, of_a, data_.options.check_reuse);
    data_.b = planned_pattern(exec_, of_b, data_.options.check_reuse);
    data_.b_ascends = of_b.scan.columns_increase();
    are_ascending_ = data_.b_ascends && of_a.scan.columns_increase();
    plan_rows({of_a.rows, of_b.rows}, mask,
              [&](auto const& graph) { return checked_operand(exec_, graph, "mask", a, of_a); });
    exec_.fence("araios: the plan of a product is complete");
    return {std::move(data_), workspace_};
  }

 private:
  using Products = RowProducts<GraphA, GraphB>;
  using Transposed = TransposedGraph<typename GraphB::offset_type, ordinal_type, device_type>;
  static constexpr std::size_t all_bytes = std::numeric_limits<std::size_t>::max();

  template <class T>
  auto take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count), all_bytes);
  }

  template <class Check>
  void plan_rows(Products const& products, NoMask, Check const& /*check*/) {
    form_outside(products, EmptyMask<ordinal_type, device_type>{});
  }

  /// check(graph) checks the mask.
  template <class GraphM, class Check>
  void plan_rows(Products const& products, Mask<GraphM> const& mask, Check const& check) {
    check_shape(mask.graph, "mask");
    ARAIOS_EXPECTS(
        mask.graph.num_rows == products.a.num_rows && mask.graph.num_cols == products.b.num_cols,
        "mask is " + shape_of(mask.graph) + ", expected " + std::to_string(products.a.num_rows) +
            "×" + std::to_string(products.b.num_cols) + ", the shape of A·B");
    auto const checked = check(mask.graph);
    if (checked.scan.columns_increase()) {
      return plan_masked_rows(products, checked.rows, checked.nnz, mask.kind);
    }
    auto const merged = merge_rows(exec_, checked.rows, checked.nnz);
    plan_masked_rows(products, graph_of(merged.graph), merged.nnz, mask.kind);
  }

  /// Pre: rows of the mask ascend strictly.
  template <class GraphM>
  void plan_masked_rows(Products const& products, GraphM const& mask, std::int64_t nnz,
                        MaskKind kind) {
    if (kind == MaskKind::outside) return form_outside(products, mask);
    data_.is_masked = true;
    choose_method(products, mask, nnz);
    if (kind == MaskKind::prescribed) {
      return keep(copy_of_pattern<Offset>(exec_, mask, nnz));
    }
    auto const hits = take<std::uint8_t>(WorkspaceSlot::mask_hits, nnz);
    NoteProducts<decltype(hits)> const note{hits};
    OntoPattern<ExecutionSpace, device_type> onto{exec_, workspace_, method_of(data_)};
    constexpr char const* label = "araios::semiring_spgemm_symbolic::find_products";
    if (data_.report.method == SemiringMethod::dots) {
      onto.dots(label, products.a, std::any_cast<Transposed const&>(data_.transposed_b), mask,
                note);
    } else {
      onto.walk(label, products, mask, note);
    }
    auto const sizes = take<std::int64_t>(WorkspaceSlot::row_sizes, std::int64_t{mask.num_rows});
    keep(entries_with_hits<Offset>(exec_, mask, hits, sizes));
  }

  template <class GraphM>
  void form_outside(Products const& products, GraphM const& mask) {
    OutsidePattern<Offset, ExecutionSpace, Products, GraphM> outside{exec_, workspace_, products,
                                                                     mask};
    auto const c = outside.run(stats(products));
    keep(c);
    are_ascending_ = false;  // every product is taken: dots have nothing to skip
    choose_method(products, c.graph, c.nnz);
  }

  void keep(PatternOfResult<Offset, ordinal_type, device_type> const& c) {
    data_.num_rows = c.graph.num_rows;
    data_.num_cols = c.graph.num_cols;
    data_.nnz = c.nnz;
    data_.row_offsets = c.graph.row_offsets;
    data_.columns_of_c = c.graph.columns;
  }

  ProblemStats stats(Products const& products) const {
    ProblemStats stats;
    stats.m = products.a.num_rows;
    stats.k = products.a.num_cols;
    stats.n = products.b.num_cols;
    stats.nnz_a = data_.a.nnz;
    stats.nnz_b = data_.b.nnz;
    stats.columns_increase = data_.b_ascends;
    return stats;
  }

  /// Chooses how products go onto a pattern.
  template <class Pattern>
  void choose_method(Products const& products, Pattern const& pattern, std::int64_t nnz) {
    reduce_range("araios::semiring_spgemm_symbolic::longest_row", exec_,
                 std::int64_t{pattern.num_rows}, std::int64_t{pattern.num_rows},
                 CountRowLengths<Pattern>{pattern}, Kokkos::Max<std::int64_t>(data_.longest_row));
    auto const walk = rows_by_steps<device_type>(
        exec_, std::int64_t{pattern.num_rows}, data_.a.nnz,
        WalkSteps<Products, Pattern>{products, pattern, data_.b_ascends});
    keep(walk);
    data_.report.walk_steps = walk.num_entries;
    ProblemStats counts = stats(products);
    counts.work = nnz;
    data_.report.method = walking_method(is_host_space_v<ExecutionSpace>, counts);
    data_.most_owners = most_walking_owners(data_.report.method, counts);
    data_.marked_columns = counts.n;
    if (are_ascending_) try_dots(products, pattern, nnz, counts);
  }

  void keep(RowsByWork<device_type> const& rows) {
    data_.num_steps = rows.num_entries;
    data_.step_ends = rows.row_end.ends;
  }

  /// Transposes B where dot products are faster than the walk.
  template <class Pattern>
  void try_dots(Products const& products, Pattern const& pattern, std::int64_t nnz,
                ProblemStats counts) {
    constexpr bool is_host = is_host_space_v<ExecutionSpace>;
    std::int64_t const walk_steps = data_.report.walk_steps;
    if (!may_dots_pay(is_host, counts, nnz, walk_steps)) return;
    auto const lengths = take<std::int64_t>(WorkspaceSlot::row_work, counts.n);
    using Lengths = std::remove_const_t<decltype(lengths)>;
    count_columns(exec_, products.b, counts.nnz_b, lengths);
    auto const dots = rows_by_steps<device_type>(
        exec_, counts.m, nnz,
        DotSteps<GraphA, Lengths, Pattern>{products.a, lengths, pattern, is_host});
    data_.report.dot_steps = dots.num_entries;
    if (!do_dots_pay(is_host, dots.num_entries, counts.nnz_b, walk_steps)) return;
    keep(dots);
    data_.report.method = SemiringMethod::dots;
    data_.marked_columns = counts.k;
    data_.most_owners = affordable_arrays(counts, counts.k);
    data_.transposed_b = Transposed{transpose_alone(exec_, products.b, counts.nnz_b)};
    data_.transposed_bytes = transposed_graph_bytes<typename GraphB::offset_type, ordinal_type>(
        products.b.num_cols, counts.nnz_b);
  }

  ExecutionSpace const& exec_;
  Workspace<device_type> workspace_;
  typename plan_type::data_type data_;
  bool are_ascending_ = false;  ///< strictly, the rows of A and of B
};

/// A plan for a product of graphs. Throws: as semiring_spgemm_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB, class MaskOrNone>
auto semiring_plan(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                   MaskOrNone const& mask, PlanOptions const& options,
                   Workspace<typename GraphA::device_type> const& workspace) {
  typename Workspace<typename GraphA::device_type>::Use const use{exec, workspace};
  Kokkos::Profiling::ScopedRegion const region{"araios::semiring_spgemm_symbolic"};
  return or_out_of_memory("a product by a semiring", 0, [&] {
    return SemiringSymbolic<Offset, ExecutionSpace, GraphA, GraphB>{exec, options, workspace}.run(
        a, b, mask);
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
