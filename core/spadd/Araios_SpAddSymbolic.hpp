// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase of a sum of two matrices: one pass counts the rows of C, one writes them.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpAddPlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_OriginBlocks.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The entries of A and B up to the end of a row.
template <class GraphA, class GraphB>
struct EndOfRowOfBoth {
  GraphA a;
  GraphB b;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    return static_cast<std::int64_t>(a.row_offsets(row + 1)) +
           static_cast<std::int64_t>(b.row_offsets(row + 1));
  }
};

template <class GraphA, class GraphB>
KOKKOS_FUNCTION UnionOfRows<typename GraphA::ordinal_type> union_of_rows(GraphA const& a,
                                                                         GraphB const& b,
                                                                         std::int64_t row) {
  return {columns_of_row(a, row), columns_of_row(b, row)};
}

template <class GraphA, class GraphB, class Sizes>
struct CountUnion {
  GraphA a;
  GraphB b;
  Sizes sizes;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    std::int64_t const count = union_of_rows(a, b, row).count(lanes);
    lanes.single([&]() { sizes(row) = count; });
  }
};

template <class GraphA, class GraphB, class GraphC, class Origins>
struct WriteUnion {
  GraphA a;
  GraphB b;
  GraphC c;
  Origins origins;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    using Ordinal = typename GraphC::ordinal_type;
    auto const begin = static_cast<std::int64_t>(c.row_offsets(row));
    union_of_rows(a, b, row).for_each(lanes,
                                      [&](std::int64_t place, Ordinal column, unsigned origin) {
                                        c.columns(begin + place) = column;
                                        origins(begin + place) = static_cast<std::uint8_t>(origin);
                                      });
  }
};

/// What messages call an operand of a sum, and whether numeric calls compare its fingerprint.
struct SumOperand {
  char const* name;
  bool checks_reuse = false;
};

/// One symbolic phase. The public function is spadd_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
class SpAddSymbolic {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using plan_type = SpAddPlan<Offset, ordinal_type, device_type>;

  SpAddSymbolic(ExecutionSpace const& exec, SumOperand const& a, SumOperand const& b,
                Workspace<device_type> const& workspace)
      : exec_{exec}, workspace_{workspace} {
    data_.a.name = a.name;
    data_.a.checks_reuse = a.checks_reuse;
    data_.b.name = b.name;
    data_.b.checks_reuse = b.checks_reuse;
  }

  plan_type run(GraphA const& a, GraphB const& b) {
    workspace_.begin_call(exec_);
    check_shapes(a, b);
    add(distinct_rows(a, data_.a), distinct_rows(b, data_.b));
    exec_.fence("araios: the plan of a sum is complete");
    return {std::move(data_), workspace_};
  }

 private:
  template <class T>
  auto take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count),
                                       std::numeric_limits<std::size_t>::max());
  }

  void check_shapes(GraphA const& a, GraphB const& b) const {
    std::string const& name_of_a = data_.a.name;
    std::string const& name_of_b = data_.b.name;
    check_shape(a, name_of_a);
    check_shape(b, name_of_b);
    auto const shape = [](auto const& graph) {
      return std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols);
    };
    ARAIOS_EXPECTS(a.num_rows == b.num_rows && a.num_cols == b.num_cols,
                   name_of_a + " is " + shape(a) + " and " + name_of_b + " is " + shape(b) +
                       ": C = alpha·" + name_of_a + " + beta·" + name_of_b + " needs equal shapes");
  }

  /// Checks an operand. Its rows are merged where they do not ascend strictly.
  template <class Graph>
  Graph distinct_rows(Graph const& given, SpAddOperand<device_type>& operand) {
    auto const checked = checked_operand(exec_, given, operand.name);
    operand.given = planned_pattern(exec_, checked, operand.checks_reuse);
    operand.distinct = checked.nnz;
    if (checked.scan.columns_increase()) return checked.rows;
    auto const merged = merge_rows(exec_, checked.rows, checked.nnz);
    operand.distinct = merged.nnz;
    operand.merged = merged.entries;
    return merged.graph;
  }

  /// Pre: rows ascend strictly, and offsets count from 0.
  void add(GraphA const& a, GraphB const& b) {
    using RowEnd = EndOfRowOfBoth<GraphA, GraphB>;
    using GraphC = CrsGraph<Offset, ordinal_type, device_type>;
    RowsByEntries<RowEnd> const rows{std::int64_t{a.num_rows}, data_.a.distinct + data_.b.distinct,
                                     RowEnd{a, b}};
    auto const sizes = take<std::int64_t>(WorkspaceSlot::row_sizes, std::int64_t{a.num_rows});
    for_each_row("araios::spadd_symbolic::count", exec_, rows,
                 CountUnion<GraphA, GraphB, decltype(sizes)>{a, b, sizes});
    auto const counted = count_rows<Offset>(exec_, sizes, "the number of entries of C");
    data_.num_rows = a.num_rows;
    data_.num_cols = a.num_cols;
    data_.nnz = counted.nnz;
    data_.row_offsets = counted.row_offsets;
    data_.columns_of_c = allocate_touched<ordinal_type, device_type>(
        exec_, "C.columns", static_cast<std::size_t>(counted.nnz));
    auto const origins = take<std::uint8_t>(WorkspaceSlot::origins, counted.nnz);
    for_each_row(
        "araios::spadd_symbolic::write", exec_, rows,
        WriteUnion<GraphA, GraphB, GraphC, decltype(origins)>{
            a, b, {a.num_rows, a.num_cols, counted.row_offsets, data_.columns_of_c}, origins});
    data_.blocks = allocate_view<OriginBlock<Offset>, device_type>(
        uninitialized_at_once(exec_, "araios::spadd.origin_blocks"),
        static_cast<std::size_t>(num_origin_blocks<Offset>(counted.nnz)));
    pack_origins(exec_, origins, data_.blocks);
    for (auto* const operand : {&data_.a, &data_.b}) {
      operand->is_whole = !operand->is_merged() && operand->distinct == counted.nnz;
    }
  }

  ExecutionSpace const& exec_;
  Workspace<device_type> workspace_;
  typename plan_type::data_type data_;
};

/// A plan for a sum of graphs. Throws: as spadd_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
auto spadd_plan(ExecutionSpace const& exec, GraphA const& a, SumOperand const& of_a,
                GraphB const& b, SumOperand const& of_b,
                Workspace<typename GraphA::device_type> const& workspace) {
  typename Workspace<typename GraphA::device_type>::Use const use{exec, workspace};
  Kokkos::Profiling::ScopedRegion const region{"araios::spadd_symbolic"};
  return or_out_of_memory("a sum", 0, [&] {
    return SpAddSymbolic<Offset, ExecutionSpace, GraphA, GraphB>{exec, of_a, of_b, workspace}.run(
        a, b);
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
