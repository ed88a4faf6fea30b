// SPDX-License-Identifier: BSD-3-Clause
// Runs a phase by bhSPARSE: a launch for each bin of rows, with the method of the bin.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_Workspace.hpp>
#include <grouped/Araios_BhSparseKernels.hpp>
#include <grouped/Araios_GroupedPhase.hpp>
#include <grouped/Araios_GroupedTuning.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowGroups.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <rowwise/Araios_RowwiseKernel.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Runs the bins of rows one after the other. The vector lanes of a thread own a row; on devices a
/// team owns a long row.
template <class ExecutionSpace, class Phase>
class BhSparsePhase {
 public:
  using ordinal_type = typename Phase::ordinal_type;
  using device_type = typename Phase::device_type;

  /// Pre: the variant of `grouped` is one of bhsparse.
  explicit BhSparsePhase(GroupedPhase<ExecutionSpace, Phase> const& grouped) : grouped_{grouped} {}

  /// Runs all bins. Merges come first, long rows before the others: they take memory, and if there
  /// is too little, nothing of C may have been written.
  [[gnu::cold]] void run(RowGroups<ordinal_type, device_type> const& bins) {
    run_merge(BhSparseBin::long_merge, bins.rows_of(BhSparseBin::long_merge));
    run_merge(BhSparseBin::merge, bins.rows_of(BhSparseBin::merge));
    // Rows of one product are not counted: their size is known.
    int const first = Phase::is_numeric ? BhSparseBin::one : BhSparseBin::one + 1;
    int bin = first;
    // Heaps of up to twice the size share a launch: a launch for each size would leave a device
    // idle.
    for (int last = least_heap_of_launch; bin <= BhSparseBin::largest_heap; last *= 2) {
      run_in_scratch(last, bins.rows_of(bin, last));
      bin = last + 1;
    }
    for (; bin < BhSparseBin::merge; ++bin) run_in_scratch(bin, bins.rows_of(bin));
  }

 private:
  using RowList = typename GroupedPhase<ExecutionSpace, Phase>::RowList;

  /// A power of two.
  static constexpr int least_heap_of_launch = 4;

  [[gnu::cold]] void run_in_scratch(int bin, RowList const& rows) {
    if (rows.extent(0) == 0) return;
    int const most_work = BhSparseBin::most_work(bin);
    if (bin <= BhSparseBin::largest_heap) {
      HeapRows<Phase> const method{most_work};
      launch_in_scratch(bin, rows, method, team(1, method.scratch_bytes));
    } else {
      EscRows<Phase> method{most_work, 1};
      BinTeam const shape = team(grouped_.device.max_vector_length, method.scratch_bytes);
      method.lanes_of_thread = shape.lanes_of_thread;
      launch_in_scratch(bin, rows, method, shape);
    }
  }

  template <class RowMethod>
  [[gnu::cold]] void launch_in_scratch(int bin, RowList const& rows, RowMethod const& method,
                                       BinTeam const& shape) {
    launch<ThreadSequential>(bin, listed_ranges<ThreadSequential>(rows, shape), method,
                             scratch_bytes_with_slack(method.scratch_bytes), shape);
  }

  /// Merges the rows of a bin. In the symbolic phase, buffers grow until they hold the longest row.
  [[gnu::cold]] void run_merge(int bin, RowList const& rows) {
    if (rows.extent(0) == 0) return;
    constexpr std::int64_t most_of_short = BhSparseBin::most_work(BhSparseBin::merge);
    bool const is_short = bin == BhSparseBin::merge;
    std::int64_t const largest = grouped_.variant.shape.capacity;
    std::int64_t const most = is_short ? std::min(largest, most_of_short) : largest;
    if constexpr (Phase::is_numeric) {
      launch_merge(bin, rows, most, true, {});
    } else {
      grouped_.workspace.give_back(WorkspaceSlot::merge_rows_left);
      auto const left = grouped_.workspace.template take<std::int64_t>(
          grouped_.exec, WorkspaceSlot::merge_rows_left, 1, grouped_.max_bytes());
      std::int64_t const first = is_short ? tuning::bhsparse_first_buffer : most_of_short;
      std::int64_t capacity = std::min(most, first);
      for (bool is_first = true;; is_first = false) {
        clear("araios::clear_rows_left", grouped_.exec, left);
        launch_merge(bin, rows, capacity, is_first, left);
        if (element_of(grouped_.exec, left, 0) == 0) return;
        capacity = std::min(most, 2 * capacity);
      }
    }
  }

  [[gnu::cold]] void launch_merge(int bin, RowList const& rows, std::int64_t capacity,
                                  bool is_first,
                                  Kokkos::View<std::int64_t*, device_type> const& left) {
    if constexpr (!is_host_space_v<ExecutionSpace>) {
      if (bin == BhSparseBin::long_merge) {
        BinTeam const team =
            team_for_row(grouped_.device, grouped_.device.max_vector_length,
                         static_cast<std::int64_t>(rows.extent(0)),
                         {tuning::device_min_lanes_per_team, tuning::device_lanes_per_team});
        return launch_merge_by<TeamSequential>(bin, rows, capacity, is_first, left, as_asked(team));
      }
    }
    launch_merge_by<ThreadSequential>(bin, rows, capacity, is_first, left,
                                      team(grouped_.device.max_vector_length, 0));
  }

  template <class Partitioning>
  [[gnu::cold]] void launch_merge_by(int bin, RowList const& rows, std::int64_t capacity,
                                     bool is_first,
                                     Kokkos::View<std::int64_t*, device_type> const& left,
                                     BinTeam const& shape) {
    grouped_.workspace.give_back(WorkspaceSlot::pool_locks);
    grouped_.workspace.give_back(WorkspaceSlot::pool_memory);
    // The ranges take their memory first, since the pool takes all that is left.
    auto const ranges = listed_ranges<Partitioning>(rows, shape);
    grouped_.selection.num_chunks = grouped_.variant.selection.num_chunks;
    grouped_.selection.pool_mapping = grouped_.variant.selection.pool_mapping;
    using Method = MergeRows<Phase>;
    auto const memory =
        take_pool_memory(grouped_.exec, grouped_.device, grouped_.workspace, grouped_.selection,
                         Method::accumulator_type::bytes(capacity), grouped_.max_bytes());
    std::size_t const scratch =
        Partitioning::is_team
            ? scratch_bytes_with_slack(Method::scratch_bytes_of_team(shape.team_size))
            : 0;
    launch<Partitioning>(
        bin, ranges,
        Method{memory.pool(grouped_.exec, 0), capacity, shape.lanes_of_thread, is_first, left},
        scratch, shape);
  }

  /// A team of threads that own rows and have that many lanes each.
  BinTeam team(int lanes, std::size_t scratch_bytes) const {
    return as_asked(
        team_of_owners(grouped_.device, lanes, scratch_bytes_with_slack(scratch_bytes)));
  }

  /// Applies the team size and vector length that the options set.
  BinTeam as_asked(BinTeam shape) const {
    shape.team_size = grouped_.options.team_size.value_or(shape.team_size);
    shape.lanes_of_thread = grouped_.options.vector_length.value_or(shape.lanes_of_thread);
    return shape;
  }

  template <class Partitioning>
  auto listed_ranges(RowList const& rows, BinTeam const& shape) const {
    Selection selection = grouped_.selection;
    selection.team_size = shape.team_size;
    selection.rows_per_team = grouped_.options.rows_per_team.value_or(
        grouped_.device.is_host ? selection.rows_per_team
                                : Partitioning::owners_per_team(shape.team_size));
    return grouped_.template listed_ranges<Partitioning>(rows, selection);
  }

  template <class Partitioning, class Ranges, class RowMethod>
  [[gnu::cold]] void launch(int bin, Ranges const& ranges, RowMethod const& method,
                            std::size_t scratch_bytes, BinTeam const& shape) {
    Selection selection = grouped_.selection;
    selection.team_size = shape.team_size;
    selection.vector_length = shape.lanes_of_thread;
    launch_teams<Partitioning>(
        grouped_.exec, selection,
        BhSparseKernel<Partitioning, Ranges, Phase, RowMethod>{grouped_.phase, method, ranges},
        scratch_bytes, grouped_.label + BhSparseBin::name(bin));
  }

  GroupedPhase<ExecutionSpace, Phase> grouped_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
