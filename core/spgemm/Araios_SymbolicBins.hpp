// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase on devices: rows of C are sorted into bins, and counted bin by bin.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Workspace.hpp>
#include <bins/Araios_BinLaunches.hpp>
#include <bins/Araios_BinnedPhase.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <bins/Araios_SortIntoBins.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_ReplayBuilder.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Sorts the rows of C into bins and counts them. Checks the operands along the way, and leaves in
/// the plan what the numeric phase needs.
///
/// Shapes: a m×k, b k×n; m > 0, k > 0.
template <class ExecutionSpace, class GraphA, class GraphB, class PlanData>
class SymbolicBins {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using offset_type = typename decltype(PlanData::row_offsets)::non_const_value_type;

  SymbolicBins(ExecutionSpace const& exec, Workspace<device_type>& workspace, GraphA const& a,
               GraphB const& b, PlanData& data)
      : exec_{exec},
        workspace_{workspace},
        a_{a},
        b_{b},
        data_{data},
        row_sizes_{take<ordinal_type>(WorkspaceSlot::row_sizes, rows())},
        bins_{take<ordinal_type>(WorkspaceSlot::row_bins, Bins::elements(a.num_rows)), a.num_rows},
        work_{take<std::int32_t>(WorkspaceSlot::row_work, rows())},
        launch_over_c_{binning_launch_at_once(exec, a.num_rows)},
        board_{take_board()} {}

  /// Sorts rows into bins by their work; with `check`, checks the operands in the same pass.
  /// Returns false when rows of B do not ascend, which bins need.
  bool bin_rows(bool check) {
    bool const is_same = is_same_graph(a_, b_);
    if (check && !is_same) {
      int const lanes = lanes_for_length(data_.device, mean_length(b_), 1);
      check_rows_by_lanes(exec_, b_, lanes, board_.counters, BinCounters::flaws_of_b);
    }
    enqueue_binning_by_work();
    row_offsets_ = allocate_row_offsets<offset_type, device_type>(exec_, a_.num_rows);
    auto const found = read_board();
    ProblemStats& stats = data_.stats;
    if (check) {
      expect_checked(exec_, a_, found.a, "A", data_.options);
      if (!is_same) expect_checked(exec_, b_, found.b, "B", data_.options);
      stats.columns_increase = (is_same ? found.a : found.b).columns_increase();
      if (!stats.columns_increase) return false;
    }
    stats.nnz_a = found.nnz_a;
    stats.nnz_b = found.nnz_b;
    stats.work = found.bins.total;
    stats.max_row_work = found.bins.largest;
    data_.symbolic_selection = select_bins(data_.options, with_routes<Mark>(found.bins));
    return true;
  }

  /// Counts the rows of C bin by bin, and sorts them into bins again, by size, for the numeric
  /// phase.
  void count_rows() {
    Phase const phase{{Products{a_, b_}, row_sizes_, b_.num_cols}};
    BinnedPhase{exec_,
                workspace_,
                SelectionBasis{data_.device, data_.stats, data_.options},
                phase,
                {bins_, work_, *data_.symbolic_selection.bins},
                "araios::spgemm_symbolic::count_rows::"}
        .run();
    bin_rows_of_c();
    BinCounts counts = read_board().bins;
    counts.supernode_members = data_.symbolic_selection.bins->supernode_members;
    data_.set_size_of_c({counts.total, counts.largest});
    data_.row_offsets = row_offsets_;
    // The scalar is not known yet.
    data_.numeric_selection = select_bins(data_.options, with_routes<Plus<double>>(counts));
    data_.bins = bins_;
    data_.bins_memory = workspace_.share(WorkspaceSlot::row_bins);
  }

  /// Builds the replay, which takes the place of the bins in the plan, unless something prevents
  /// it.
  /// Pre: rows are counted.
  void remember_products() {
    Selection& selection = data_.numeric_selection;
    try {
      selection.replay = ReplayBuilder{exec_, workspace_, a_, b_, work_, data_}.build();
    } catch (OutOfMemory const&) {
      selection.replay = ReplayState::needs_memory;
    }
    // Also when memory did not suffice: kernels may have been launched before.
    data_.running = PendingWork{exec_};
    workspace_.leave_running(data_.running);
    if (selection.replay != ReplayState::replays) return;
    selection.bins.reset();
    selection.partitioning = PartitioningKind::thread_sequential;
    selection.replays_wide = data_.replay.is_wide();
    data_.bins = {};
    data_.bins_memory = {};
  }

 private:
  using Products = RowProducts<GraphA, GraphB>;
  using Phase = PlainSymbolic<Products>;
  using Bins = BinnedRows<ordinal_type, device_type>;

  std::size_t rows() const { return static_cast<std::size_t>(a_.num_rows); }

  template <class T>
  Kokkos::View<T*, device_type> take(WorkspaceSlot slot, std::size_t count) {
    return workspace_.template take<T>(exec_, slot, count, data_.options.max_workspace_bytes);
  }

  /// Counters and sums share one array. Each successful call leaves them zero for the next one.
  BinBoard<device_type> take_board() {
    auto const memory = workspace_.take_counters(exec_, WorkspaceSlot::bin_counters, num_counters(),
                                                 num_counters(), data_.options.max_workspace_bytes);
    auto const part = [&](std::size_t begin, std::size_t end) {
      return Kokkos::subview(memory, Kokkos::make_pair(begin, end));
    };
    return {{part(0, BinCounters::count), workspace_.numbers(BinCounters::read)},
            part(BinCounters::count, memory.size())};
  }
  FoundCounts read_board() {
    auto const found = read_counts(exec_, board_);
    workspace_.leave_zero_counters(WorkspaceSlot::bin_counters, num_counters());
    return found;
  }
  std::size_t num_counters() const { return BinCounters::count + launch_over_c_.num_sums(); }

  /// Mean length of the rows of a pattern, as far as the host knows it without a fence.
  template <class Graph>
  static double mean_length(Graph const& graph) {
    return static_cast<double>(graph.columns.extent(0)) / static_cast<double>(graph.num_rows);
  }

  ProductsOfLane products_of_lane() const {
    return impl::products_of_lane(data_.device, a_.num_rows, mean_length(a_));
  }

  /// Adds the routes by which rows go while values are combined so.
  template <class Combine>
  BinCounts with_routes(BinCounts counts) const {
    BinLaunches<ordinal_type, Combine> const launches{data_.device, data_.stats, data_.options,
                                                      counts};
    counts.routes = launches.routes();
    return counts;
  }

  void enqueue_binning_by_work() {
    int const lanes = lanes_for_binning(data_.device, mean_length(a_));
    sort_into_bins(
        exec_, binning_launch(exec_, a_.num_rows, lanes),
        SymbolicBinning<Products>{Products{a_, b_}, bins_, work_, row_sizes_, board_.counters,
                                  std::int64_t{lanes} * tuning::binning_max_entries_per_lane,
                                  products_of_lane(), lanes == 1},
        board_, "araios::spgemm_symbolic::bin_rows");
  }

  void bin_rows_of_c() {
    sort_into_bins(exec_, launch_over_c_,
                   NumericBinning<GraphA, offset_type>{
                       a_, bins_, work_, row_sizes_, row_offsets_,
                       most_scratch_of_team(data_.device, data_.stats), products_of_lane(),
                       merges_supernodes(*data_.symbolic_selection.bins, a_.num_rows)},
                   board_, "araios::spgemm_symbolic::bin_rows_of_c");
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  GraphA const& a_;
  GraphB const& b_;
  PlanData& data_;
  Kokkos::View<ordinal_type*, device_type> row_sizes_;
  Bins bins_;
  Kokkos::View<std::int32_t*, device_type> work_;
  BinningLaunch launch_over_c_;
  Kokkos::View<offset_type*, device_type> row_offsets_;
  BinBoard<device_type> board_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
