// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase on hosts that records the pattern of C: memory, and passes until it suffices.
#pragma once

#include <Araios_Workspace.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <pattern/Araios_PatternKernel.hpp>
#include <pattern/Araios_PatternSize.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_LaunchTeams.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <selection/Araios_PhaseVariant.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Counts the rows of C, and records their columns in memory that the workspace lends to the plan.
///
/// Shapes: a m×k, b k×n; row_sizes m.
/// Pre:    m > 0; all constructor arguments outlive the phase.
template <class ExecutionSpace, class GraphA, class GraphB, class PlanData>
class PatternPhase {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;

  PatternPhase(ExecutionSpace const& exec, Workspace<device_type>& workspace, GraphA const& a,
               GraphB const& b, Kokkos::View<ordinal_type*, device_type> const& row_sizes,
               PlanData& data)
      : exec_{exec}, workspace_{workspace}, a_{a}, b_{b}, row_sizes_{row_sizes}, data_{data} {
    find_shifted_rows();
  }

  /// Records the pattern. Repeats the pass with more memory if C has more columns than expected.
  ///
  /// Throws: OutOfMemory if the memory exceeds the cap.
  template <class CompressedB>
  void record(PhaseVariant const& variant, CompressedB const& compressed) {
    ProblemStats const& stats = data_.stats;
    auto& recorded = data_.recorded;
    recorded.rows = lend<RecordedRow<ordinal_type>>(WorkspaceSlot::recorded_rows, stats.m);
    std::int64_t needed = expected_elements<ordinal_type>(stats);
    do {
      give_back_memory_of_pass();
      recorded.columns =
          lend<ordinal_type>(WorkspaceSlot::recorded_columns,
                             elements_to_reserve<ordinal_type>(data_.device, stats, needed));
      needed = run_pass(variant, compressed);
    } while (std::cmp_greater(needed, recorded.columns.elements.extent(0)));
    data_.stats.pattern_recorded = true;
  }

 private:
  std::size_t max_bytes() const { return data_.options.max_workspace_bytes; }

  template <class T>
  auto take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count), max_bytes());
  }

  template <class T>
  Loan<T, device_type> lend(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template lend<T>(exec_, slot, static_cast<std::size_t>(count), max_bytes());
  }

  /// Gives back what the pass before has taken.
  void give_back_memory_of_pass() {
    for (auto const slot :
         {WorkspaceSlot::recorded_columns, WorkspaceSlot::recording_counters,
          WorkspaceSlot::next_range, WorkspaceSlot::pool_locks, WorkspaceSlot::pool_memory}) {
      workspace_.give_back(slot);
    }
    data_.recorded.columns = {};
  }

  /// Marks the shifted rows of B if a sample shows many.
  void find_shifted_rows() {
    if (!has_many_shifted_rows(b_)) return;
    shifted_rows_ = take<RowMarks>(WorkspaceSlot::shifted_rows, num_row_marks(b_.num_rows));
    mark_shifted_rows(exec_, b_, shifted_rows_);
  }

  /// Whether column sets of B have few columns each, and rows of C span many blocks.
  bool is_scattered() const {
    ProblemStats const& stats = data_.stats;
    return stats.n >= tuning::scattered_min_columns &&
           static_cast<double>(stats.compressed_work) >
               tuning::scattered_compression * static_cast<double>(stats.work);
  }

  /// Runs one pass over the rows of C. Returns the number of elements that it needed.
  template <class CompressedB>
  std::int64_t run_pass(PhaseVariant const& variant, CompressedB const& compressed) {
    ProblemStats& stats = data_.stats;
    Selection& selection = data_.symbolic_selection;
    auto const counters = take<std::int64_t>(WorkspaceSlot::recording_counters, 3);
    clear("araios::clear_counters", exec_, counters);
    auto const ranges =
        take_row_ranges(exec_, workspace_, selection, selection.team_size, stats.m, max_bytes());
    auto const pool = take_zero_pool(exec_, data_.device, workspace_, selection,
                                     variant.chunk_bytes, max_bytes());
    PatternKernel<ExecutionSpace, GraphA, GraphB, CompressedB> const kernel{
        {a_, b_},
        compressed,
        is_same_graph(a_, b_),
        stats.columns_increase,
        is_scattered(),
        recording_piece(data_.device, stats),
        row_sizes_,
        data_.recorded.rows.elements,
        Kokkos::subview(counters, Kokkos::make_pair(0, 1)),
        data_.recorded.columns.elements,
        Kokkos::subview(counters, Kokkos::make_pair(1, 3)),
        shifted_rows_,
        pool,
        ranges};
    run_by_threads(exec_, selection, kernel, "araios::spgemm_symbolic::record_pattern");
    stats.repeated_rows = element_of(exec_, counters, 1);
    stats.shifted_rows = element_of(exec_, counters, 2);
    return element_of(exec_, counters, 0);
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  GraphA const& a_;
  GraphB const& b_;
  Kokkos::View<ordinal_type*, device_type> row_sizes_;
  PlanData& data_;
  Kokkos::View<RowMarks*, device_type> shifted_rows_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
