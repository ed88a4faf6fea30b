// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase of methods that group rows: grouped by work, then counted group by group.
#pragma once

#include <Araios_Workspace.hpp>
#include <grouped/Araios_BhSparsePhase.hpp>
#include <grouped/Araios_GroupedPhase.hpp>
#include <grouped/Araios_GroupedVariants.hpp>
#include <grouped/Araios_RbSparsePhase.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <partitioning/Araios_RowGroups.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_PhaseVariant.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Writes the work of each row where its size will be, limited to what fits, and sums it.
template <class Products>
struct StoreWork {
  using ordinal_type = typename Products::ordinal_type;

  Products products;
  Kokkos::View<ordinal_type*, typename Products::device_type> row_sizes;

  // A class constant: device code may not call numeric_limits.
  static constexpr std::int64_t most = std::numeric_limits<ordinal_type>::max();

  KOKKOS_FUNCTION void operator()(ordinal_type row, double& sum, double& sum_of_squares) const {
    std::int64_t work = 0;
    auto const end = products.a.row_offsets(row + 1);
    for (auto entry = products.a.row_offsets(row); entry < end; ++entry) {
      work += row_length(products.b, products.a.columns(entry));
    }
    row_sizes(row) = static_cast<ordinal_type>(work < most ? work : most);
    auto const products_of_row = static_cast<double>(work);
    sum += products_of_row;
    sum_of_squares += products_of_row * products_of_row;
  }
};

/// Stores the work of all rows. Fences: once, to read the sums. Pre: there are rows.
template <class ExecutionSpace, class Products, class RowSizes>
[[gnu::cold]] WorkSpread store_work(ExecutionSpace const& exec, Products const& products,
                                    RowSizes const& row_sizes) {
  WorkSpread spread;
  spread.rows = products.a.num_rows;
  reduce_range("araios::spgemm_symbolic::store_work", exec, products.a.num_rows,
               most_steps(products.a), StoreWork<Products>{products, row_sizes},
               Kokkos::Sum<double>(spread.work), Kokkos::Sum<double>(spread.squared_work));
  return spread;
}

/// The group of a row. Before rows are counted, it follows from the work. Afterwards, rows that
/// overflow their tables move to the group of global tables.
template <class RowSizes, class GroupOfRow>
struct RbSparseGroupOf {
  RowSizes row_sizes;
  GroupOfRow group_of_row;
  int only_group;  ///< the group of all rows; below 0: by the work of each
  bool counted;

  KOKKOS_FUNCTION int operator()(std::size_t row) const {
    if (!counted) {
      return only_group >= 0 ? only_group
                             : RbSparseGroup::of_work(static_cast<double>(row_sizes(row)));
    }
    int const group = group_of_row(row);
    return row_sizes(row) > RbSparseGroup::slots(group) ? RbSparseGroup::global : group;
  }
};

/// The bin of a row of bhsparse. Shapes: row_sizes m, the work of each row.
template <class RowSizes>
struct BhSparseBinOf {
  RowSizes row_sizes;

  KOKKOS_FUNCTION int operator()(std::size_t row) const {
    return BhSparseBin::of_work(static_cast<std::int64_t>(row_sizes(row)));
  }
};

/// Groups rows by their work, counts them group by group, and leaves their lists in the plan for
/// the numeric phase.
///
/// Shapes: a m×k, b k×n, row_sizes m; m > 0.
/// Source: rbsparse: Tang, Zhao, Huang, Dai 2019, §4; bhsparse: clSPARSE's article, 2015, stages 2
///         and 3. Deviation of both: rows are counted before they are filled, so that C has its
///         final size at once. If all rows of rbsparse get tables of one size, it is that of a row
///         of mean work; the paper leaves it open.
template <class ExecutionSpace, class GraphA, class GraphB, class PlanData>
class SymbolicGroups {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;

  SymbolicGroups(ExecutionSpace const& exec, Workspace<device_type>& workspace, GraphA const& a,
                 GraphB const& b, Kokkos::View<ordinal_type*, device_type> const& row_sizes,
                 PlanData& data)
      : exec_{exec},
        workspace_{workspace},
        phase_{{Products{a, b}, row_sizes, b.num_cols}},
        data_{data} {}

  [[gnu::cold]] void count(PhaseVariant const& variant) {
    WorkSpread const spread = store_work(exec_, phase_.products, phase_.row_sizes);
    RowGrouping<ExecutionSpace, ordinal_type, device_type> const grouping{
        exec_, workspace_, phase_.products.a.num_rows, num_groups(data_.options.method),
        data_.options.max_workspace_bytes};
    GroupCounts counts{data_.options.method, {}, false};
    if (counts.method == MethodKind::rbsparse) {
      counts.one_table = spread.is_balanced();
      count_by_tables(variant, grouping,
                      counts.one_table ? RbSparseGroup::of_work(spread.mean()) : -1);
    } else {
      data_.groups = grouping.list(BhSparseBinOf<decltype(phase_.row_sizes)>{phase_.row_sizes});
      BhSparsePhase{grouped(variant)}.run(data_.groups);
    }
    counts.rows = data_.groups.counts();
    data_.symbolic_selection.groups = counts;
    data_.groups_memory = workspace_.share(WorkspaceSlot::row_list);
  }

 private:
  using Products = RowProducts<GraphA, GraphB>;

  /// All rows get tables of `only_group`; if it is below 0, each row by its work.
  template <class Grouping>
  [[gnu::cold]] void count_by_tables(PhaseVariant const& variant, Grouping const& grouping,
                                     int only_group) {
    auto const group_of = [&](bool counted) {
      return RbSparseGroupOf<decltype(phase_.row_sizes), decltype(grouping.group_of_row())>{
          phase_.row_sizes, grouping.group_of_row(), only_group, counted};
    };
    RbSparsePhase run{grouped(variant)};
    run.run_tables(grouping.list(group_of(false)));
    data_.groups = grouping.list(group_of(true));
    run.run_global(data_.groups);
  }

  GroupedPhase<ExecutionSpace, PlainSymbolic<Products>> grouped(PhaseVariant const& variant) {
    return {exec_,
            workspace_,
            data_.device,
            variant,
            data_.symbolic_selection,
            phase_,
            data_.options,
            data_.stats,
            "araios::spgemm_symbolic::count_rows::"};
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  PlainSymbolic<Products> phase_;
  PlanData& data_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
