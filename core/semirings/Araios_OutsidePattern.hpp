// SPDX-License-Identifier: BSD-3-Clause
// The pattern of A·B, or of its entries outside of a mask.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_Workspace.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_LinearProbing.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <semirings/Araios_PatternOfResult.hpp>
#include <semirings/Araios_SemiringsTuning.hpp>
#include <semirings/Araios_SortColumns.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// What both phases share: all columns of a row are collected, and those outside of the mask go to
/// C. A mask without rows has no entries.
template <class Products, class GraphM>
struct OutsidePhase : SymbolicPhase<Products> {
  using combine = Mark;
  using ordinal_type = typename Products::ordinal_type;

  GraphM mask;

  KOKKOS_FUNCTION Mark::value_type value(auto, auto) const { return {}; }
  KOKKOS_FUNCTION Mark::value_type product(auto, auto) const { return {}; }
  KOKKOS_FUNCTION bool is_outside(ordinal_type row, ordinal_type column) const {
    return mask.num_rows == 0 || !columns_of_row(mask, std::int64_t{row}).find(column).is_present;
  }
};

/// Counts the columns of each row.
template <class Products, class GraphM>
struct CountOutside : OutsidePhase<Products, GraphM> {
  using ordinal_type = typename Products::ordinal_type;

  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void emit(Lanes const& lanes, int, ordinal_type row,
                            Accumulator const& accumulator) const {
    with_entries<Lanes>(accumulator, [&](auto const& entries) { count(lanes, row, entries); });
  }

 private:
  template <class Lanes, class Entries>
  KOKKOS_FUNCTION void count(Lanes const& lanes, ordinal_type row, Entries const& entries) const {
    auto const count =
        lanes.template sum<ordinal_type>(entries.size(), [&](ordinal_type i, ordinal_type& found) {
          found += this->is_outside(row, entries.key(i)) ? 1 : 0;
        });
    lanes.single([&]() { this->row_sizes(row) = count; });
  }
};

/// Writes them, in any order.
template <class Products, class GraphM, class GraphC>
struct WriteOutside : OutsidePhase<Products, GraphM> {
  using ordinal_type = typename Products::ordinal_type;

  GraphC c;

  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void emit(Lanes const& lanes, int, ordinal_type row,
                            Accumulator const& accumulator) const {
    with_entries<Lanes>(accumulator, [&](auto const& entries) { write(lanes, row, entries); });
  }

 private:
  template <class Lanes, class Entries>
  KOKKOS_FUNCTION void write(Lanes const& lanes, ordinal_type row, Entries const& entries) const {
    auto const begin = static_cast<std::int64_t>(c.row_offsets(row));
    lanes.template scan<std::int64_t>(entries.size(),
                                      [&](ordinal_type i, std::int64_t& before, bool is_final) {
                                        ordinal_type const column = entries.key(i);
                                        if (!this->is_outside(row, column)) return;
                                        if (is_final) c.columns(begin + before) = column;
                                        ++before;
                                      });
  }
};

/// The pattern of the entries of A·B outside of a mask.
///
/// Pre: operands count entries from 0; rows of the mask ascend strictly.
template <class Offset, class ExecutionSpace, class Products, class GraphM>
class OutsidePattern {
 public:
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;
  using graph_type = CrsGraph<Offset, ordinal_type, device_type>;

  OutsidePattern(ExecutionSpace const& exec, Workspace<device_type>& workspace,
                 Products const& products, GraphM const& mask)
      : exec_{exec}, workspace_{workspace}, products_{products}, mask_{mask} {}

  /// A pattern whose rows ascend strictly. `stats` has shapes, entries and columns_increase.
  ///
  /// Throws: std::overflow_error where the entries exceed Offset; OutOfMemory.
  PatternOfResult<Offset, ordinal_type, device_type> run(ProblemStats stats) {
    WorkCounts const counts = count_work(exec_, products_.a, products_.b, Columns{});
    stats.work = counts.work;
    stats.max_row_work = counts.max_row_work;
    sizes_ = workspace_.template take<ordinal_type>(exec_, WorkspaceSlot::row_sizes,
                                                    static_cast<std::size_t>(stats.m), all_bytes);
    prepare(stats);
    OutsidePhase<Products, GraphM> const phase{{products_, sizes_, products_.b.num_cols}, mask_};
    launch("araios::semiring_spgemm_symbolic::count_rows", CountOutside<Products, GraphM>{phase});
    auto const counted = count_rows<Offset>(exec_, sizes_, "the number of entries of C");
    graph_type const c{products_.a.num_rows, products_.b.num_cols, counted.row_offsets,
                       allocate_touched<ordinal_type, device_type>(
                           exec_, "C.columns", static_cast<std::size_t>(counted.nnz))};
    launch("araios::semiring_spgemm_symbolic::write_rows",
           WriteOutside<Products, GraphM, graph_type>{phase, c});
    sort_columns(exec_, c, counted.nnz);
    return {c, counted.nnz};
  }

 private:
  using Columns = Kokkos::View<ordinal_type*, device_type>;
  using Accumulator =
      LinearProbing<ordinal_type, Mark, access_of<ThreadSequential, ExecutionSpace>>;
  static constexpr std::size_t all_bytes = std::numeric_limits<std::size_t>::max();

  /// Takes the memory of both launches.
  void prepare(ProblemStats const& stats) {
    SpGemmOptions options;
    options.accumulator = AccumulatorKind::linear_probing;
    options.partitioning = PartitioningKind::thread_sequential;
    options.record_pattern = false;
    auto const device = device_traits(exec_);
    selection_ = select_method(device, stats, options, PhaseKind::symbolic, false);
    shape_ = {std::min(stats.max_row_work, stats.n), stats.n, 1, tuning::most_collected_occupancy};
    memory_ = take_pool_memory(exec_, device, workspace_, selection_, Accumulator::bytes(shape_),
                               all_bytes);
  }

  template <class Phase>
  void launch(char const* label, Phase const& phase) {
    if (products_.a.num_rows == 0) return;
    workspace_.give_back(WorkspaceSlot::next_range);
    auto const ranges = take_row_ranges(exec_, workspace_, selection_,
                                        ThreadSequential::owners_per_team(selection_.team_size),
                                        std::int64_t{products_.a.num_rows}, all_bytes);
    auto const pool = memory_.pool(exec_, Accumulator::clean_bytes(shape_));
    RowwiseLaunch<ExecutionSpace, Phase, MemoryPool<device_type>,
                  std::decay_t<decltype(ranges)>> const of_rows{exec_,  selection_, phase, pool,
                                                                shape_, ranges,     label};
    of_rows.template run<ThreadSequential, Accumulator>();
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  Products const& products_;
  GraphM const& mask_;
  Columns sizes_;
  Selection selection_;
  AccumulatorShape shape_;
  PoolMemory<device_type> memory_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
