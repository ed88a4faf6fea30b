// SPDX-License-Identifier: BSD-3-Clause
// Runs a phase bin by bin, each by its route.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <bins/Araios_BinKernel.hpp>
#include <bins/Araios_BinLaunches.hpp>
#include <bins/Araios_BinMethods.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_LaneMergeKernel.hpp>
#include <bins/Araios_RowsOfBin.hpp>
#include <bins/Araios_SplitRowMethods.hpp>
#include <bins/Araios_SupernodeBitmapMethod.hpp>
#include <bins/Araios_SupernodeRuns.hpp>
#include <bins/Araios_Supernodes.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_ConcurrentInstances.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_LightWeight.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_BinRoute.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Rows of C sorted into bins, their work if the kernels of the phase need it, and the number of
/// rows in each bin.
template <class Ordinal, class Device>
struct RowsInBins {
  BinnedRows<Ordinal, Device> bins;
  Kokkos::View<std::int32_t const*, Device> work;
  BinCounts const& counts;
};

/// Enqueues the bins of one phase. Several bins run concurrently: after all work that was enqueued
/// before, and before all work that will be.
template <class ExecutionSpace, class Phase>
class BinnedPhase {
 public:
  using ordinal_type = typename Phase::ordinal_type;
  using device_type = typename Phase::device_type;

  BinnedPhase(ExecutionSpace const& exec, Workspace<device_type>& workspace,
              SelectionBasis const& basis, Phase const& phase,
              RowsInBins<ordinal_type, device_type> const& rows, std::string label)
      : exec_{exec},
        workspace_{workspace},
        device_{basis.device},
        phase_{phase},
        bins_{rows.bins},
        work_{rows.work},
        stats_{basis.stats},
        options_{basis.options},
        label_{std::move(label)},
        launches_{basis.device, basis.stats, basis.options, rows.counts} {}

  void run() {
    auto const& rows = launches_.counts().rows;
    auto const used =
        std::count_if(rows.begin(), rows.end(), [](std::int64_t count) { return count > 0; });
    if (launches_.splits_rows()) take_split_memory();
    if (!is_host_space_v<ExecutionSpace> && used >= tuning::concurrent_bins_min) {
      side_by_side_.emplace(exec_, workspace_.beside(exec_));
    }
    run_bins();
    if (side_by_side_) side_by_side_->join();
  }

 private:
  using Rows = RowsOfBin<ordinal_type, device_type>;
  using combine = typename Phase::combine;
  using value_type = typename combine::value_type;

  /// Bins whose owners take longest for a row come first. The others fill the device beside them.
  void run_bins() {
    run_bin(RowBin::result_bitmap);
    run_bin(RowBin::team_bitmap);
    run_bin(RowBin::more_rows);
    run_bin(RowBin::supernode_bitmap);
    run_bin(RowBin::bitmap);
    // If they are few, they would wait for many longer rows, yet occupy little of the device.
    bool const are_few =
        launches_.num_rows(RowBin::short_probing) < launches_.num_rows(RowBin::probing);
    if (are_few) run_bin(RowBin::short_probing);
    run_bin(RowBin::team_probing);
    run_bin(RowBin::probing);
    run_bin(RowBin::short_bitmap);
    if (!are_few) run_bin(RowBin::short_probing);
    run_bin(RowBin::few_rows);
    run_bin(RowBin::few_products);
  }

  void run_bin(RowBin bin) {
    if (launches_.num_rows(bin) == 0) return;
    BinRoute const route = launches_.route(bin);
    BinLaunch const launch{bin, label_of(bin, route)};
    switch (route) {
      case BinRoute::lane:
        return run_by_lanes(launch);
      case BinRoute::thread:
        return run_by_threads(launch);
      case BinRoute::supernode:
        return run_by_supernodes(launch);
      case BinRoute::team:
        return run_by_teams(launch);
      case BinRoute::team_in_result:
        return run_in_result(launch);
      default:
        return run_split(launch);
    }
  }

  std::string label_of(RowBin bin, BinRoute route) const {
    std::string label{label_};
    label += name_of(bin);
    label += " by ";
    label += name_of(route);
    return label;
  }

  /// A bin and the label of its launch.
  struct BinLaunch {
    RowBin bin;
    std::string label;
  };

  Rows rows_of(RowBin bin, int lanes_of_thread, std::size_t scratch_bytes) const {
    LaunchCounts const& counts = launches_.counts();
    auto const place = static_cast<std::size_t>(bin);
    BinLists from;
    from.begin = static_cast<std::int64_t>(bin) * bins_.num_rows;
    from.stride = bins_.num_rows;
    from.num_lists = counts.lists[place];
    for (int i = 0; i < from.num_lists; ++i) {
      from.rows[i] = counts.listed[place - static_cast<std::size_t>(i)];
    }
    return {bins_.rows,      bins_.first_columns,         bins_.marked_widths,
            work_,           counts.rows[place],          from,
            lanes_of_thread, spread_bytes(scratch_bytes), handles_supernode(in_bin(bin, 0))};
  }

  void run_by_lanes(BinLaunch const& launch) {
    launch.bin == RowBin::few_rows ? run_lane_merge<tuning::lane_merge_few_rows>(launch)
                                   : run_lane_merge<tuning::lane_merge_more_rows>(launch);
  }

  template <int max_rows>
  void run_lane_merge(BinLaunch const& launch) {
    using Kernel = LaneMergeKernel<Phase, device_type, max_rows>;
    int const lanes = device_.max_vector_length;
    std::size_t const bytes = Kernel::bytes(lanes);
    BinTeam const team = team_of_owners(device_, lanes, scratch_bytes_with_slack(bytes));
    enqueue(launch,
            Kernel{phase_, rows_of(launch.bin, team.lanes_of_thread, bytes),
                   launches_.need(launch.bin)},
            team);
  }

  void run_by_threads(BinLaunch const& launch) {
    switch (launch.bin) {
      case RowBin::few_products:
        return run_few_products(launch);
      case RowBin::short_probing:
      case RowBin::probing:
        return run_thread_probing(launch);
      default:
        return run_thread_bitmap(launch);
    }
  }

  void run_few_products(BinLaunch const& launch) {
    using Method = FewProductsMethod<Phase, device_type>;
    auto const capacity = static_cast<int>(launches_.need(launch.bin));
    std::size_t const bytes = Method::accumulator_type::bytes(capacity);
    int const lanes = lanes_for_few_products(device_, stats_, capacity);
    enqueue_threads(launch, Method{phase_, rows_of(launch.bin, lanes, bytes), capacity});
  }

  void run_thread_probing(BinLaunch const& launch) {
    using Method = ProbingMethod<Phase, device_type, ThreadSequential>;
    std::size_t const bytes = Method::accumulator_type::bytes(launches_.need(launch.bin));
    int const lanes = lanes_that_fill(device_, launches_.lanes(launch.bin), bytes);
    enqueue_threads(launch, Method{phase_, rows_of(launch.bin, lanes, bytes)});
  }

  void run_thread_bitmap(BinLaunch const& launch) {
    using Method = BitmapMethod<Phase, device_type, ThreadSequential, RankedValues::in_scratch>;
    int const words = std::numeric_limits<int>::max();
    enqueue_threads(launch, Method{phase_,
                                   rows_of(launch.bin, launches_.lanes(launch.bin),
                                           launches_.thread_bytes(launch.bin)),
                                   words});
  }

  /// In the numeric phase representatives have a bin of their own. Other bins then handle single
  /// rows.
  void run_by_supernodes(BinLaunch const& launch) {
    launch.bin == RowBin::supernode_bitmap
        ? run_supernode_bitmap<tuning::supernode_row_batch>(launch)
        : run_supernode_bitmap<1>(launch);
  }

  template <int rows_at_once>
  void run_supernode_bitmap(BinLaunch const& launch) {
    auto const& products = phase_.products;
    std::size_t const bytes = SupernodeRuns::bytes() + launches_.thread_bytes(launch.bin);
    enqueue_threads(launch, SupernodeBitmapMethod<Phase, device_type, rows_at_once>{
                                phase_, rows_of(launch.bin, launches_.lanes(launch.bin), bytes),
                                is_same_graph(products.a, products.b)});
  }

  void run_by_teams(BinLaunch const& launch) {
    RowBin const bin = launch.bin;
    if (bin == RowBin::probing || bin == RowBin::team_probing) return run_team_probing(launch);
    run_team_bitmap<RankedValues::in_scratch>(launch, launches_.team_bytes(bin));
  }

  void run_team_probing(BinLaunch const& launch) {
    BinTeam const team = launches_.team(launch.bin);
    Rows const rows = rows_of(launch.bin, team.lanes_of_thread, launches_.team_bytes(launch.bin));
    with_partitioning([&]<class Partitioning>(Partitioning) {
      enqueue(launch, BinKernel{ProbingMethod<Phase, device_type, Partitioning>{phase_, rows}},
              team);
    });
  }

  void run_in_result(BinLaunch const& launch) {
    run_team_bitmap<RankedValues::in_result>(launch, launches_.window_bytes(launch.bin));
  }

  /// `bytes` suffice for a window of bitmap_window_words. A launch of few rows takes a wider one.
  template <RankedValues ranked_values>
  void run_team_bitmap(BinLaunch const& launch, std::size_t bytes) {
    BinTeam const team = launches_.team(launch.bin);
    int const more_words = launches_.more_words(launch.bin, bytes);
    bytes += static_cast<std::size_t>(more_words) * launches_.bytes_of_word;
    Rows const rows = rows_of(launch.bin, team.lanes_of_thread, bytes);
    with_partitioning([&]<class Partitioning>(Partitioning) {
      using Method = BitmapMethod<Phase, device_type, Partitioning, ranked_values>;
      enqueue(launch, BinKernel{Method{phase_, rows, tuning::bitmap_window_words + more_words}},
              team);
    });
  }

  /// How a team shares a row: deterministic calls take the entries of A one after the other, others
  /// take several in parallel.
  template <class Run>
  void with_partitioning(Run const& run) const {
    options_.deterministic ? run(TeamSequential{}) : run(ThreadParallel{});
  }

  void take_split_memory() {
    workspace_.give_back(WorkspaceSlot::shared_rows);
    split_memory_ = workspace_.template take<std::byte>(
        exec_, WorkspaceSlot::shared_rows, launches_.split_bytes(), options_.max_workspace_bytes);
    Kokkos::deep_copy(exec_, split_memory_, std::byte{0});
  }

  void run_split(BinLaunch const& launch) {
    ExecutionSpace const& instance = next_instance();
    BinTeam const team = launches_.split_team(launch.bin);
    enqueue_split<MarkSplitRows>(instance, launch, team, 0);
    enqueue_split<RankSplitRows>(instance, launch, team, launches_.team_overhead(team));
    if constexpr (Phase::is_numeric) {
      auto const largest = static_cast<std::size_t>(launches_.counts().largest);
      auto const most = static_cast<std::size_t>(most_scratch_of_team(device_, stats_));
      enqueue_split<AddSplitRows>(instance, launch, team,
                                  std::min(largest * sizeof(value_type), most));
    }
  }

  template <template <class, class> class Method>
  void enqueue_split(ExecutionSpace const& instance, BinLaunch const& launch, BinTeam const& team,
                     std::size_t scratch_bytes) const {
    enqueue_on(instance, launch,
               BinKernel{Method<Phase, device_type>{split_rows(launch.bin, scratch_bytes)}}, team);
  }

  /// The bitmaps of result_bitmap precede those of team_bitmap.
  SplitRows<Phase, device_type> split_rows(RowBin bin, std::size_t scratch_bytes) const {
    using Bitmap = typename SplitRows<Phase, device_type>::bitmap_type;
    auto const first = static_cast<std::size_t>(
        bin == RowBin::team_bitmap ? launches_.num_rows(RowBin::result_bitmap) : 0);
    auto const begin = first * Bitmap::bytes(stats_.n);
    return {phase_, rows_of(bin, launches_.lanes(bin), scratch_bytes),
            Kokkos::subview(split_memory_, Kokkos::make_pair(begin, split_memory_.extent(0))),
            stats_.n, launches_.num_teams_of_row()};
  }

  template <class Method>
  void enqueue_threads(BinLaunch const& launch, Method const& method) {
    BinKernel kernel{method};
    BinTeam const team = team_of_owners(device_, kernel.bin.lanes_of_thread,
                                        scratch_bytes_with_slack(kernel.bin.scratch_bytes));
    kernel.bin.lanes_of_thread = team.lanes_of_thread;
    enqueue(launch, kernel, team);
  }

  template <class Kernel>
  void enqueue(BinLaunch const& launch, Kernel const& kernel, BinTeam const& team) {
    enqueue_on(next_instance(), launch, kernel, team);
  }

  ExecutionSpace const& next_instance() { return side_by_side_ ? side_by_side_->next() : exec_; }

  /// Halves the threads of a team until the kernel's registers suffice for it.
  template <class Kernel>
  void enqueue_on(ExecutionSpace const& instance, BinLaunch const& launch, Kernel const& kernel,
                  BinTeam const& team) const {
    using Owner = typename Kernel::owner_type;
    auto const bytes = scratch_bytes_with_slack(kernel.bin.scratch_bytes);
    int const owners = Owner::owners_per_team(team.team_size);
    std::int64_t const teams = (kernel.num_owners() + owners - 1) / owners;
    Kokkos::TeamPolicy<ExecutionSpace, LaunchBoundsOf<Kernel>> policy{
        instance, checked_cast<int>(teams, "the number of teams"), team.team_size,
        team.lanes_of_thread};
    policy.set_scratch_size(0, Owner::scratch_request(static_cast<int>(bytes)));
    if (!allows_team(policy, kernel, team.team_size * team.lanes_of_thread)) {
      return enqueue_on(instance, launch, kernel, {team.team_size / 2, team.lanes_of_thread});
    }
    Kokkos::parallel_for(launch.label, as_light_weight(policy), kernel);
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  DeviceTraits const& device_;
  Phase const& phase_;
  BinnedRows<ordinal_type, device_type> bins_;
  Kokkos::View<std::int32_t const*, device_type> work_;
  ProblemStats const& stats_;
  SpGemmOptions const& options_;
  std::string label_;
  BinLaunches<ordinal_type, combine> launches_;
  std::optional<ConcurrentLaunches<ExecutionSpace>> side_by_side_;
  Kokkos::View<std::byte*, device_type> split_memory_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
