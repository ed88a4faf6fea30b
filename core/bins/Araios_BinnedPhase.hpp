// SPDX-License-Identifier: BSD-3-Clause
// Runs a phase bin by bin: the shape of each launch, and the kernel of each bin.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <bins/Araios_BinKernel.hpp>
#include <bins/Araios_BinMethods.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_LaneMergeKernel.hpp>
#include <bins/Araios_SplitRowMethods.hpp>
#include <bins/Araios_SupernodeBitmapMethod.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <platform/Araios_ConcurrentInstances.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_LightWeight.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Enqueues the bins of one phase, which run side by side if there are several: after what was
/// enqueued before, and before what will be.
template <class ExecutionSpace, class Phase>
class BinnedPhase {
 public:
  using ordinal_type = typename Phase::ordinal_type;
  using device_type = typename Phase::device_type;

  BinnedPhase(ExecutionSpace const& exec, Workspace<device_type>& workspace,
              DeviceTraits const& device, Phase const& phase,
              BinnedRows<ordinal_type, device_type> const& bins,
              Kokkos::View<std::int32_t const*, device_type> const& work, BinCounts const& counts,
              ProblemStats const& stats, SpGemmOptions const& options, std::string const& label)
      : exec_{exec},
        workspace_{workspace},
        device_{device},
        phase_{phase},
        bins_{bins},
        work_{work},
        counts_{split_launches(device, stats, counts)},
        stats_{stats},
        options_{options},
        label_{label} {}

  void run() {
    auto const used = std::count_if(counts_.rows.begin(), counts_.rows.end(),
                                    [](std::int64_t rows) { return rows > 0; });
    take_shared_memory();
    if (!is_host_space_v<ExecutionSpace> && used >= tuning::bins_side_by_side_min) {
      side_by_side_.emplace(exec_, workspace_.beside(exec_));
    }
    run_bins();
    if (side_by_side_) side_by_side_->join();
  }

 private:
  /// Those first whose owners take longest for a row: the others fill the device beside them.
  void run_bins() {
    run_team_bitmap(RowBin::result_bitmap);
    run_team_bitmap(RowBin::team_bitmap);
    run_lane_merge<tuning::lane_merge_more_rows>(RowBin::more_rows);
    run_supernode_bitmap<tuning::supernode_rows_at_once>(RowBin::supernode_bitmap);
    run_thread_bitmap(RowBin::bitmap);
    // They would wait for many more of longer rows, and take little of the device from them.
    bool const are_few = num_rows(RowBin::short_probing) < num_rows(RowBin::probing);
    if (are_few) run_thread_probing(RowBin::short_probing);
    run_team_probing(RowBin::team_probing);
    run_thread_probing(RowBin::probing);
    run_thread_bitmap(RowBin::short_bitmap);
    if (!are_few) run_thread_probing(RowBin::short_probing);
    run_lane_merge<tuning::lane_merge_few_rows>(RowBin::few_rows);
    run_few_products();
  }

  using Rows = RowsOfBin<ordinal_type, device_type>;
  using value_type = typename Phase::combine::value_type;

  std::int64_t num_rows(RowBin bin) const { return counts_.rows[static_cast<std::size_t>(bin)]; }
  std::int64_t need(RowBin bin) const { return counts_.need[static_cast<std::size_t>(bin)]; }

  Rows rows_of(RowBin bin, int lanes_of_thread, std::size_t scratch_bytes) const {
    BinLists from;
    from.begin = static_cast<std::int64_t>(bin) * bins_.num_rows;
    from.stride = bins_.num_rows;
    auto const place = static_cast<std::size_t>(bin);
    from.num_lists = counts_.lists[place];
    for (int i = 0; i < from.num_lists; ++i) {
      from.rows[i] = counts_.listed[place - static_cast<std::size_t>(i)];
    }
    return {bins_.rows,
            bins_.first_columns,
            bins_.marked_widths,
            work_,
            num_rows(bin),
            from,
            lanes_of_thread,
            spread_bytes(scratch_bytes),
            leads_supernode(in_bin(bin, 0))};
  }

  /// At least so many bytes: an odd multiple of the alignment, so that owners side by side use
  /// different banks of scratch.
  static std::size_t spread_bytes(std::size_t bytes) {
    return (aligned_scratch_bytes(bytes) / scratch_alignment | 1) * scratch_alignment;
  }

  /// Scratch of a bitmap whose need was counted with values of binned_value_bytes.
  static std::size_t scaled(std::int64_t need) {
    constexpr std::size_t wide = (sizeof(value_type) + binned_value_bytes - 1) / binned_value_bytes;
    return static_cast<std::size_t>(need) * (Phase::is_numeric ? wide : 1);
  }

  template <int max_rows>
  void run_lane_merge(RowBin bin) {
    if (num_rows(bin) == 0) return;
    using Kernel = LaneMergeKernel<Phase, device_type, max_rows>;
    int const lanes = device_.max_vector_length;
    std::size_t const bytes = Kernel::bytes(lanes);
    BinTeam const team = team_of_owners(device_, lanes, scratch_bytes_with_slack(bytes));
    Kernel const kernel{phase_, rows_of(bin, team.lanes_of_thread, bytes), need(bin)};
    launch(bin, kernel, team);
  }

  void run_few_products() {
    if (num_rows(RowBin::few_products) == 0) return;
    using Method = FewProductsMethod<Phase, device_type>;
    auto const capacity = static_cast<int>(need(RowBin::few_products));
    std::size_t const bytes = Method::accumulator_type::bytes(capacity);
    int const lanes = lanes_for_few_products(device_, stats_, capacity);
    launch_threads(RowBin::few_products,
                   Method{phase_, rows_of(RowBin::few_products, lanes, bytes), capacity});
  }

  void run_thread_probing(RowBin bin) {
    if (num_rows(bin) == 0) return;
    if (bin != RowBin::short_probing && leaves_lanes_idle(bin)) return run_team_probing(bin);
    using Method = ProbingMethod<Phase, device_type, ThreadSequential>;
    std::size_t const bytes = Method::accumulator_type::bytes(need(bin));
    int const lanes = lanes_that_fill(device_, lanes_for_bin(device_, stats_, bin), bytes);
    launch_threads(bin, Method{phase_, rows_of(bin, lanes, bytes)});
  }

  /// Rows whose keys and values do not fit scratch go by windows of a bitmap.
  void run_team_probing(RowBin bin) {
    if (num_rows(bin) == 0) return;
    using Accumulator =
        typename ProbingMethod<Phase, device_type, ThreadParallel>::accumulator_type;
    BinTeam const team =
        team_for_row(device_, lanes_for_bin(device_, stats_, bin), num_rows(bin),
                     {tuning::probing_min_lanes_of_team, tuning::probing_max_lanes_of_team});
    std::size_t const bytes = Accumulator::bytes(need(bin)) + team_overhead(team);
    if (!fits(bytes)) return run_bitmap_in_result(bin, window_bytes(), team);
    with_partitioning([&]<class Partitioning>(Partitioning) {
      using Method = ProbingMethod<Phase, device_type, Partitioning>;
      launch(bin, BinKernel{Method{phase_, rows_of(bin, team.lanes_of_thread, bytes)}}, team);
    });
  }

  void run_thread_bitmap(RowBin bin) {
    // The numeric phase has leaders in a bin of their own.
    if (merges_supernodes(counts_, stats_.m)) return run_supernode_bitmap<1>(bin);
    if (num_rows(bin) == 0) return;
    if (leaves_lanes_idle(bin)) return run_thread_bitmap_by_teams(bin);
    using Method = BitmapMethod<Phase, device_type, ThreadSequential, RankedValues::in_scratch>;
    int const words = std::numeric_limits<int>::max();
    launch_threads(
        bin, Method{phase_, rows_of(bin, lanes_for_bin(device_, stats_, bin), scaled(need(bin))),
                    words});
  }

  template <int rows_at_once>
  void run_supernode_bitmap(RowBin bin) {
    if (num_rows(bin) == 0) return;
    auto const& products = phase_.products;
    std::size_t const bytes = SupernodeRuns::bytes() + scaled(need(bin));
    launch_threads(bin, SupernodeBitmapMethod<Phase, device_type, rows_at_once>{
                            phase_, rows_of(bin, lanes_for_bin(device_, stats_, bin), bytes),
                            is_same_graph(products.a, products.b)});
  }

  /// Threads for the rows of a bin would leave most of the device idle: a row is a thread's for the
  /// sake of many rows, and takes less time with a team.
  bool leaves_lanes_idle(RowBin bin) const {
    int const rounds =
        bin == RowBin::bitmap ? tuning::idle_lanes_rounds_of_bitmap : tuning::idle_lanes_rounds;
    return num_rows(bin) * tuning::probing_min_lanes_of_team <=
           std::int64_t{rounds} * device_.concurrency;
  }

  void run_thread_bitmap_by_teams(RowBin bin) {
    BinTeam const team =
        team_for_row(device_, lanes_for_bin(device_, stats_, bin), num_rows(bin),
                     {tuning::probing_min_lanes_of_team, tuning::probing_max_lanes_of_team});
    // Ranks of teams take twice the bytes of those of threads: half more in all is enough.
    std::size_t const bytes = scaled(need(bin)) * 3 / 2 + team_overhead(team);
    if (fits(bytes)) return run_team_bitmap<RankedValues::in_scratch>(bin, bytes, team);
    run_bitmap_in_result(bin, window_bytes(), team);
  }

  void run_team_bitmap(RowBin bin) {
    if (num_rows(bin) == 0) return;
    if (shares_rows()) return run_shared(bin);
    BinTeam const team =
        team_for_row(device_, lanes_for_bin(device_, stats_, bin), num_team_rows(),
                     {tuning::bitmap_min_lanes_of_team, tuning::bitmap_max_lanes_of_team});
    std::size_t const bytes = scaled(need(bin)) + team_overhead(team);
    if (bin == RowBin::team_bitmap && fits(bytes)) {
      return run_team_bitmap<RankedValues::in_scratch>(bin, bytes, team);
    }
    run_bitmap_in_result(bin, static_cast<std::size_t>(need(bin)), team);
  }
  void run_bitmap_in_result(RowBin bin, std::size_t bitmap_bytes, BinTeam const& team) {
    run_team_bitmap<RankedValues::in_result>(bin, bitmap_bytes + team_overhead(team), team);
  }
  /// In the given bytes a window of bitmap_window_words has room; where rows are few, there is
  /// more.
  template <RankedValues ranked_values>
  void run_team_bitmap(RowBin bin, std::size_t bytes, BinTeam const& team) {
    int const more_words =
        more_words_of_window(device_, num_rows(bin), stats_.n, bytes, bytes_of_word);
    bytes += static_cast<std::size_t>(more_words) * bytes_of_word;
    with_partitioning([&]<class Partitioning>(Partitioning) {
      using Method = BitmapMethod<Phase, device_type, Partitioning, ranked_values>;
      launch(bin,
             BinKernel{Method{phase_, rows_of(bin, team.lanes_of_thread, bytes),
                              tuning::bitmap_window_words + more_words}},
             team);
    });
  }
  /// Of a word and its rank.
  static constexpr std::size_t bytes_of_word =
      sizeof(std::uint32_t) + (Phase::is_numeric ? sizeof(std::uint32_t) : 0);

  std::int64_t num_team_rows() const {
    return num_rows(RowBin::team_bitmap) + num_rows(RowBin::result_bitmap);
  }

  using RowsShared = SplitRows<Phase, device_type>;
  using SharedBitmap = typename RowsShared::bitmap_type;

  /// Several teams share each row that a team would have by a bitmap. Sums are in any order then.
  bool shares_rows() const { return shared_memory_.extent(0) > 0; }

  /// Takes memory for the bitmaps of shared rows; none where rows are not to be shared, or would
  /// take too much.
  void take_shared_memory() {
    teams_of_row_ = teams_of_row(device_, stats_, num_team_rows());
    if (teams_of_row_ < 2 || num_team_rows() == 0 || options_.deterministic) return;
    std::size_t const bytes =
        static_cast<std::size_t>(num_team_rows()) * SharedBitmap::bytes(stats_.n);
    if (bytes > tuning::split_rows_max_bytes) return;
    workspace_.give_back(WorkspaceSlot::shared_rows);
    shared_memory_ = workspace_.template take<std::byte>(exec_, WorkspaceSlot::shared_rows, bytes,
                                                         options_.max_workspace_bytes);
    Kokkos::deep_copy(exec_, shared_memory_, std::byte{0});
  }

  void run_shared(RowBin bin) {
    ExecutionSpace const& instance = next_instance();
    int const lanes = lanes_for_bin(device_, stats_, bin);
    constexpr int lanes_of_team = tuning::split_row_lanes_of_team;
    BinTeam const team =
        team_for_row(device_, lanes, num_rows(bin), {lanes_of_team, lanes_of_team});
    auto const shared = [&](std::size_t scratch_bytes) {
      auto const first = static_cast<std::size_t>(
          bin == RowBin::team_bitmap ? num_rows(RowBin::result_bitmap) : 0);
      auto const begin = first * SharedBitmap::bytes(stats_.n);
      return RowsShared{
          phase_, rows_of(bin, lanes, scratch_bytes),
          Kokkos::subview(shared_memory_, Kokkos::make_pair(begin, shared_memory_.extent(0))),
          stats_.n, teams_of_row_};
    };
    launch_on(instance, bin, BinKernel{MarkSplitRows<Phase, device_type>{shared(0)}}, team);
    launch_on(instance, bin,
              BinKernel{RankSplitRows<Phase, device_type>{shared(team_overhead(team))}}, team);
    if constexpr (Phase::is_numeric) {
      std::size_t const values = static_cast<std::size_t>(counts_.largest) * sizeof(value_type);
      auto const most = static_cast<std::size_t>(most_scratch_of_team(device_, stats_));
      launch_on(instance, bin,
                BinKernel{AddSplitRows<Phase, device_type>{shared(std::min(values, most))}}, team);
    }
  }

  /// How a team shares a row: entries of A in turn where the result is to be the same in each
  /// call, side by side otherwise.
  template <class Run>
  void with_partitioning(Run const& run) const {
    options_.deterministic ? run(TeamSequential{}) : run(ThreadParallel{});
  }

  /// What scans take beside an accumulator.
  static std::size_t team_overhead(BinTeam const& team) {
    return placed_bytes<int>(team.team_size);
  }
  static std::size_t window_bytes() {
    return static_cast<std::size_t>(
        bitmap_bytes(tuning::bitmap_window_words, sizeof(std::uint32_t), 0));
  }
  bool fits(std::size_t bytes) const {
    return scratch_bytes_with_slack(spread_bytes(bytes)) <= device_.max_scratch_bytes;
  }

  template <class Method>
  void launch_threads(RowBin bin, Method const& method) {
    BinKernel kernel{method};
    BinTeam const team = team_of_owners(device_, kernel.bin.lanes_of_thread,
                                        scratch_bytes_with_slack(kernel.bin.scratch_bytes));
    kernel.bin.lanes_of_thread = team.lanes_of_thread;
    launch(bin, kernel, team);
  }

  ExecutionSpace const& next_instance() { return side_by_side_ ? side_by_side_->next() : exec_; }

  template <class Kernel>
  void launch(RowBin bin, Kernel const& kernel, BinTeam const& team) {
    launch_on(next_instance(), bin, kernel, team);
  }

  /// Of a team that a kernel's registers do not allow, half the threads do.
  template <class Kernel>
  void launch_on(ExecutionSpace const& instance, RowBin bin, Kernel const& kernel,
                 BinTeam const& team) {
    using Owner = typename Kernel::owner_type;
    auto const bytes = scratch_bytes_with_slack(kernel.bin.scratch_bytes);
    int const owners = Owner::owners_per_team(team.team_size);
    Kokkos::TeamPolicy<ExecutionSpace, LaunchBoundsOf<Kernel>> policy{
        instance,
        checked_cast<int>((kernel.num_owners() + owners - 1) / owners, "the number of teams"),
        team.team_size, team.lanes_of_thread};
    policy.set_scratch_size(0, Owner::scratch_request(static_cast<int>(bytes)));
    if (!allows_team(policy, kernel, team.team_size * team.lanes_of_thread)) {
      return launch_on(instance, bin, kernel, {team.team_size / 2, team.lanes_of_thread});
    }
    Kokkos::parallel_for(label_ + std::string{name_of(bin)}, as_light_weight(policy), kernel);
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  DeviceTraits const& device_;
  Phase const& phase_;
  BinnedRows<ordinal_type, device_type> bins_;
  Kokkos::View<std::int32_t const*, device_type> work_;
  LaunchCounts counts_;
  ProblemStats const& stats_;
  SpGemmOptions const& options_;
  std::string label_;
  std::optional<ConcurrentLaunches<ExecutionSpace>> side_by_side_;
  int teams_of_row_ = 1;
  Kokkos::View<std::byte*, device_type> shared_memory_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
