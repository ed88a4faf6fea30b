// SPDX-License-Identifier: BSD-3-Clause
// Finds the products of each entry of C at the end of a symbolic phase by bins, and keeps them in
// the plan.
#pragma once

#include <Araios_ReplayState.hpp>
#include <Araios_Workspace.hpp>
#include <bins/Araios_BinnedPhase.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <platform/Araios_ConcurrentInstances.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_LightWeight.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <replay/Araios_Replay.hpp>
#include <replay/Araios_ReplayBlocks.hpp>
#include <replay/Araios_ReplayHeavyRows.hpp>
#include <replay/Araios_ReplayOrder.hpp>
#include <replay/Araios_ReplayRecording.hpp>
#include <replay/Araios_ReplayTotals.hpp>
#include <replay/Araios_ReplayTuning.hpp>
#include <replay/Araios_SumsOfParts.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Writes the marks of the rows of A, behind them those of B, and lists the heavy rows of A.
template <class GraphA, class GraphB, class Marks>
struct MarkRows {
  using Device = typename GraphA::device_type;

  GraphA a;
  GraphB b;
  Marks marks;
  HeavyRowRule<GraphA> rule;
  HeavyRows<Device> heavy_rows;
  ReplayBoard<Device> board;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const in_b = i - a.num_rows;
    marks(i) = in_b < 0 ? row_mark(a.row_offsets(i + 1)) : row_mark(b.row_offsets(in_b + 1));
    if (in_b >= 0 || !rule.is_heavy(i)) return;
    heavy_rows.add(&board.counters(ReplayCounters::heavy_rows), i, rule.num_shares(i));
    Kokkos::atomic_max(&board.counters(ReplayCounters::most_steps_of_row), rule.steps(i));
  }
};

/// Builds the replay of a plan whose rows of C are counted and binned by their size.
///
/// Shapes: a m×k, b k×n; row_work m: the products of each row, which fit 31 bits.
/// Pre:    rows of B ascend strictly.
/// Post:   kernels of the instance may still write the replay.
/// Cost:   a numeric phase by bins, a search in a row of C for each product, and a sort of the
///         products of heavy rows.
template <class ExecutionSpace, class GraphA, class GraphB, class PlanData>
class ReplayBuilder {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using offset_type = typename decltype(PlanData::row_offsets)::non_const_value_type;
  using RowWork = Kokkos::View<std::int32_t const*, device_type>;

  ReplayBuilder(ExecutionSpace const& exec, Workspace<device_type>& workspace, GraphA const& a,
                GraphB const& b, RowWork const& row_work, PlanData& data)
      : exec_{exec},
        workspace_{workspace},
        products_{a, b},
        data_{data},
        heavy_rule_{a, row_work, lanes_of_visit(), most_steps_of_thread(), parts_of_share()} {}

  /// Adds the replay to the plan if the types of the lists can count its products. Returns the
  /// outcome.
  /// Throws: OutOfMemory when that takes more than the cap; the plan is then unchanged.
  ReplayState build() {
    ProblemStats const& stats = data_.stats;
    if (stats.work == 0) return ReplayState::has_no_products;
    if (supernodes_outrun_replay(*data_.numeric_selection.bins, stats)) {
      return ReplayState::bins_are_faster;
    }
    if (std::max(stats.nnz_a, stats.nnz_b) > std::numeric_limits<std::int32_t>::max()) {
      return ReplayState::needs_fewer_entries;
    }
    workspace_.hold(size_of(stats.nnz_c) * sizeof(ordinal_type), max_bytes());
    board_ = take_board();
    // Launched first: the device marks rows while the host allocates.
    mark_rows();
    columns_ = allocate_touched<ordinal_type, device_type>(exec_, "araios::plan.columns_of_c",
                                                           size_of(stats.nnz_c));
    auto const counts = find_columns();
    place_blocks(counts);
    if (!record_if_fit<typename Replay::Few>(counts) &&
        !record_if_fit<typename Replay::Narrow>(counts) &&
        !record_if_fit<typename Replay::Wide>(counts)) {
      return ReplayState::needs_fewer_entries;
    }
    data_.replay = replay_;
    data_.columns_of_c = columns_;
    return ReplayState::replays;
  }

 private:
  using Replay = impl::Replay<offset_type, device_type>;
  using Products = RowProducts<GraphA, GraphB>;
  using Columns = Kokkos::View<ordinal_type*, device_type>;
  using Counts = Kokkos::View<std::uint32_t*, device_type>;
  using RowOffsets = decltype(PlanData::row_offsets);

  static std::size_t size_of(std::int64_t count) { return static_cast<std::size_t>(count); }
  std::size_t max_bytes() const { return data_.options.max_workspace_bytes; }

  /// Most steps of one thread in a row. Rows that need more are heavy.
  std::int64_t most_steps_of_thread() const {
    std::int64_t const products_of_lane = data_.stats.work / data_.device.concurrency;
    return std::clamp(tuning::replay_row_steps_of_mean * products_of_lane,
                      tuning::replay_min_row_steps, tuning::replay_max_row_steps);
  }

  /// If there are fewer shares than threads, they are cut, so that the longest one ends earlier.
  int parts_of_share() const {
    std::int64_t const shares = data_.stats.work / tuning::replay_products_of_share;
    return shares < threads_of_shares() ? tuning::replay_most_parts_of_share : 1;
  }
  /// Threads that run at the same time.
  std::int64_t threads_of_shares() const { return data_.device.concurrency / most_lanes(); }

  template <class T>
  void lend(Loan<T, device_type>& loan, WorkspaceSlot slot, std::int64_t count) {
    loan = {};
    workspace_.give_back(slot);
    loan = workspace_.template lend<T>(exec_, slot, size_of(count), max_bytes());
  }

  /// The counters are zero: each successful call leaves them zero for the next one.
  ReplayBoard<device_type> take_board() {
    return {workspace_.take_counters(exec_, WorkspaceSlot::replay_counters, ReplayCounters::count,
                                     ReplayCounters::left_zero, max_bytes()),
            workspace_.numbers(ReplayCounters::read)};
  }

  /// Finds the columns of C, and counts the products of each entry.
  Counts find_columns() {
    auto const counts = workspace_.template take<std::uint32_t>(
        exec_, WorkspaceSlot::replay_counts, size_of(data_.stats.nnz_c), max_bytes());
    PatternOfC<Products, offset_type> const phase{products_, data_.row_offsets, columns_, counts};
    BinnedPhase{exec_,
                workspace_,
                SelectionBasis{data_.device, data_.stats, data_.options},
                phase,
                {data_.bins, {}, *data_.numeric_selection.bins},
                "araios::spgemm_symbolic::find_columns::"}
        .run();
    return counts;
  }

  /// Also lists the heavy rows of A.
  void mark_rows() {
    ProblemStats const& stats = data_.stats;
    std::size_t const max_heavy_rows = size_of(heavy_rule_.max_rows(stats.work, stats.nnz_a));
    heavy_rows_ = {workspace_.template take<std::int64_t>(
                       exec_, WorkspaceSlot::replay_heavy_rows,
                       HeavyRows<device_type>::num_elements(max_heavy_rows), max_bytes()),
                   max_heavy_rows};
    lend(replay_.row_marks, WorkspaceSlot::replay_row_marks, stats.m + stats.k);
    auto const& marks = replay_.row_marks.elements;
    Kokkos::parallel_for("araios::spgemm_symbolic::mark_rows", range_of(exec_, stats.m + stats.k),
                         MarkRows<GraphA, GraphB, std::decay_t<decltype(marks)>>{
                             products_.a, products_.b, marks, heavy_rule_, heavy_rows_, board_});
  }

  /// Places the blocks and reads the totals. Fences: once, for the host to read the totals.
  void place_blocks(Counts const& counts) {
    ProblemStats const& stats = data_.stats;
    packed_products_ =
        PackedProducts{static_cast<int>(std::bit_width(static_cast<std::uint32_t>(stats.nnz_b)))};
    lend(blocks_, WorkspaceSlot::replay_blocks, num_blocks());
    using Kernel = PlaceBlocks<decltype(products_.a.row_offsets), RowOffsets, device_type>;
    int const lanes = lanes_of_block();
    std::int64_t const blocks_of_thread = std::clamp<std::int64_t>(
        num_blocks() * lanes / data_.device.concurrency, 1, tuning::replay_max_blocks_of_thread);
    auto policy = thread_for_each(exec_, (num_blocks() + blocks_of_thread - 1) / blocks_of_thread,
                                  lanes, tuning::replay_placing_lanes);
    policy.set_scratch_size(
        0, Kokkos::PerTeam(static_cast<int>(scratch_bytes_with_slack(Kernel::scratch_bytes))));
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::place_blocks", as_light_weight(policy),
        Kernel{counts, blocks_.elements, products_.a.row_offsets, data_.row_offsets,
               packed_products_, stats.m, stats.nnz_c, blocks_of_thread, board_});
    exec_.fence("araios::spgemm_symbolic: the host reads what products amount to");
    totals_ = ReplayTotals{board_};
    heavy_rows_.count = HeavyRowCount::from(board_.found(ReplayCounters::heavy_rows));
    if (board_.found(ReplayCounters::most_steps_of_row) <= tuning::replay_unshared_row_steps) {
      // Sharing the rows would take longer than one thread takes for the longest.
      heavy_rows_.count = {};
      heavy_rule_.most_steps = std::max(heavy_rule_.most_steps, tuning::replay_unshared_row_steps);
    }
    workspace_.leave_zero_counters(WorkspaceSlot::replay_counters, ReplayCounters::left_zero);
  }

  std::int64_t num_blocks() const { return num_replay_blocks(data_.stats.nnz_c); }
  int lanes_of_block() const {
    return lanes_for_length(data_.device, tuning::replay_lanes_of_block, 1);
  }
  auto thread_for_each_block(ExecutionSpace const& exec) const {
    return thread_for_each(exec, num_blocks(), lanes_of_block());
  }

  /// Whether such lists can count all entries and the products of each block and entry, and can
  /// hold products of their width.
  template <class Lists>
  bool fit() const {
    using Begins = typename Lists::Begins;
    ProblemStats const& stats = data_.stats;
    return std::cmp_less_equal(std::max({stats.nnz_c, stats.m, stats.k}), Lists::most_entries) &&
           totals_.most_products_of_block <= Begins::most_products_of_block &&
           totals_.most_products_of_entry <= Begins::most_products_of_entry &&
           (totals_.num_wide_products == 0 || Lists::has_wide_blocks) && totals_.num_too_wide == 0;
  }

  /// Records all counted products if such lists can hold them.
  template <class Lists>
  bool record_if_fit(Counts const& counts) {
    if (!fit<Lists>()) return false;
    record(replay_.lists.template emplace<Lists>(), counts);
    return true;
  }
  template <class Lists>
  void record(Lists& lists, Counts const& counts) {
    lists.blocks = blocks_;
    lists.packed_products = packed_products_;
    lists.most_products_of_entry = totals_.most_products_of_entry;
    place_entries(lists, counts);
    find_heavy_entries(lists);
    write_products(lists, counts);
  }

  /// Lanes of a thread that visits rows of B.
  int lanes_of_visit() const {
    return lanes_for_length(data_.device, mean_length_of_b(data_.stats),
                            tuning::least_lanes_of_thread);
  }
  /// The lanes of a thread that has work for as many lanes as the device allows.
  int most_lanes() const { return data_.device.is_host ? 1 : data_.device.max_vector_length; }
  bool has_heavy_rows() const { return heavy_rows_.count.num_rows > 0; }
  /// A thread for each share, but no more than run at the same time.
  auto policy_of_heavy_rows(ExecutionSpace const& exec) const {
    std::int64_t const threads = std::min(threads_of_shares(), heavy_rows_.count.num_shares);
    return as_light_weight(thread_for_each(exec, threads, most_lanes()));
  }

  /// Calls launch(kernels). kernels.next() is the instance of a kernel that may run concurrently
  /// with the others: see ConcurrentLaunches.
  template <class F>
  void side_by_side(F const& launch) {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      launch(SerialLaunches<ExecutionSpace>{exec_});
    } else {
      ConcurrentLaunches<ExecutionSpace> kernels{exec_, workspace_.beside(exec_)};
      launch(kernels);
      kernels.join();
    }
  }

  /// Writes products in the order of A's entries. A thread writes those of a row one after the
  /// other. What several threads have written is sorted afterwards.
  template <class Lists>
  void write_products(Lists const& lists, Counts const& places) {
    using Visit = ProductVisit<Products, RowOffsets>;
    Visit const visit{products_,
                      data_.row_offsets,
                      columns_,
                      places,
                      {lists.blocks.elements, lists.words.elements, lists.packed_products}};
    if (!has_heavy_rows() && !lists.has_heavy_entries()) return visit_rows(exec_, visit);
    auto const spare = take_spare_words(lists);
    side_by_side([&](auto&& kernels) {
      if (!has_heavy_rows()) {
        visit_rows(kernels.next(), visit);
        return list_parts(kernels.next(), lists);
      }
      ExecutionSpace const& of_rows = kernels.next();
      visit_heavy_rows(of_rows, visit);
      visit_rows(kernels.next(), visit);
      if (lists.has_heavy_entries()) {
        // Listing parts reads no products, so it may run while they are written.
        ExecutionSpace const& of_entries = kernels.next();
        list_parts(of_entries, lists);
        kernels.hold_behind(of_rows, of_entries);
        order_heavy_entries(of_entries, lists, spare);
      }
      order_heavy_rows(of_rows, lists);
    });
  }

  template <class Visit>
  void visit_rows(ExecutionSpace const& exec, Visit const& visit) const {
    Kokkos::parallel_for("araios::spgemm_symbolic::write_products",
                         as_light_weight(thread_for_each(exec, data_.stats.m, lanes_of_visit())),
                         VisitRows<Visit, HeavyRowRule<GraphA>>{visit, heavy_rule_});
  }
  template <class Visit>
  void visit_heavy_rows(ExecutionSpace const& exec, Visit const& visit) const {
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::write_products_of_heavy_rows", policy_of_heavy_rows(exec),
        VisitHeavyRows<Visit, HeavyRowRule<GraphA>>{visit, heavy_rule_, heavy_rows_, most_lanes()});
  }

  /// Allocates the words of all products, and writes where the products of each entry begin.
  template <class Lists>
  void place_entries(Lists& lists, Counts const& counts) {
    lend(lists.words, WorkspaceSlot::replay_words, totals_.num_words);
    using Begins = typename Lists::Begins;
    lend(lists.begins, WorkspaceSlot::replay_begins, num_blocks() * Begins::elements_of_block);
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::place_entries", as_light_weight(thread_for_each_block(exec_)),
        PlaceEntries<Begins, device_type>{counts, lists.begins.elements, data_.stats.nnz_c});
  }

  /// Decides which entries are heavy. If some are, lighter ones count as heavy as well, while all
  /// heavy entries together occupy few lanes.
  template <class Lists>
  void find_heavy_entries(Lists& lists) {
    if (lists.most_products_of_entry <= tuning::replay_heavy_entry) return;
    if (lists.cuts_entries()) count_parts(lists);
    for (int i = 0; i < num_heavy_bounds; ++i) {
      lists.most_products_of_lane = heavy_bound(i);
      lists.num_heavy_parts = totals_.heavy_parts[i];
      if (100 * tuning::replay_lanes_of_heavy_entry * lists.num_heavy_parts <=
          tuning::replay_heavy_lanes_percent * data_.stats.nnz_c) {
        break;
      }
    }
    lend(lists.heavy_parts, WorkspaceSlot::replay_heavy_parts, lists.num_heavy_parts);
    if (lists.cuts_entries()) expect_room_for_sums(lists.num_heavy_parts);
  }

  template <class Lists>
  void list_parts(ExecutionSpace const& exec, Lists const& lists) {
    auto const& parts = lists.heavy_parts.elements;
    using Entries = EntryProducts<Lists, device_type>;
    Kokkos::parallel_for("araios::spgemm_symbolic::list_parts",
                         as_light_weight(thread_for_each_block(exec)),
                         ListParts<Entries, std::decay_t<decltype(parts)>>{
                             Entries{lists}, lists.products_of_part(), lists.most_products_of_lane,
                             data_.stats.nnz_c, parts, board_});
  }

  template <class Lists>
  void count_parts(Lists const& lists) {
    using Sum = Kokkos::Sum<std::int64_t>;
    using Entries = EntryProducts<Lists, device_type>;
    auto& parts = totals_.heavy_parts;
    Kokkos::parallel_reduce("araios::spgemm_symbolic::count_parts",
                            range_of(exec_, data_.stats.nnz_c),
                            CountParts<Entries>{Entries{lists}, lists.products_of_part()},
                            Sum(parts[0]), Sum(parts[1]), Sum(parts[2]));
  }

  /// Sorts the products of heavy rows, except those of heavy entries.
  template <class Lists>
  void order_heavy_rows(ExecutionSpace const& exec, Lists const& lists) {
    using Entries = EntryProducts<Lists, device_type>;
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::order_heavy_rows", policy_of_heavy_rows(exec),
        OrderHeavyRows<Entries, GraphA, RowOffsets>{Entries{lists}, heavy_rule_, data_.row_offsets,
                                                    heavy_rows_, most_lanes()});
  }

  template <class Lists>
  using OrderEntries = OrderHeavyEntries<EntryProducts<Lists, device_type>, GraphA, RowOffsets,
                                         decltype(Lists::heavy_parts.elements)>;
  /// As long as the words of all products, or empty if shared memory holds the products of any
  /// entry that is sorted.
  template <class Lists>
  Counts take_spare_words(Lists const& lists) {
    bool const are_needed =
        has_heavy_rows() && lists.most_products_of_entry > OrderEntries<Lists>::products_in_scratch;
    return workspace_.template take<std::uint32_t>(exec_, WorkspaceSlot::replay_spare_words,
                                                   size_of(are_needed ? totals_.num_words : 0),
                                                   max_bytes());
  }

  template <class Lists>
  void order_heavy_entries(ExecutionSpace const& exec, Lists const& lists, Counts const& spare) {
    int const lanes = most_lanes();
    int const lanes_of_team =
        spare.extent(0) > 0 ? tuning::replay_sorting_lanes_of_many : tuning::replay_sorting_lanes;
    int const threads = data_.device.is_host ? 1 : lanes_of_team / lanes;
    using Kernel = OrderEntries<Lists>;
    int const words = Kernel::words_for(std::min(data_.stats.k, data_.stats.nnz_a), threads,
                                        data_.device.max_scratch_bytes);
    Kernel const kernel{EntryProducts<Lists, device_type>{lists},
                        heavy_rule_,
                        data_.row_offsets,
                        lists.heavy_parts.elements,
                        lists.packed_products,
                        spare,
                        words,
                        lanes};
    launch_ordering(exec, kernel, lists.num_heavy_parts, threads);
  }

  /// Halves the team until the registers of the kernel allow it.
  template <class Kernel>
  void launch_ordering(ExecutionSpace const& exec, Kernel const& kernel, std::int64_t num_teams,
                       int threads) {
    Kokkos::TeamPolicy<ExecutionSpace> policy{
        exec, checked_cast<int>(num_teams, "the number of teams"), threads, most_lanes()};
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch_bytes_with_slack(
                                   Kernel::scratch_bytes(kernel.words_of_marks, threads)))));
    if (!allows_team(policy, kernel, threads * most_lanes())) {
      return launch_ordering(exec, kernel, num_teams, threads / 2);
    }
    Kokkos::parallel_for("araios::spgemm_symbolic::order_heavy_entries", as_light_weight(policy),
                         kernel);
  }

  /// Takes the memory that numeric phases need besides the plan. They have the same cap, so a plan
  /// that could not replay under it fails here.
  void expect_room_for_sums(std::int64_t num_parts) {
    auto const count = size_of(num_parts);
    workspace_.template take<std::byte>(exec_, WorkspaceSlot::parts_of_sums,
                                        count * bytes_of_scalar_part, max_bytes());
    workspace_.template take_kept<int>(exec_, WorkspaceSlot::parts_added, count, max_bytes());
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  Products products_;
  PlanData& data_;
  HeavyRowRule<GraphA> heavy_rule_;
  ReplayBoard<device_type> board_;
  HeavyRows<device_type> heavy_rows_;
  PackedProducts packed_products_;
  Columns columns_;
  Loan<ReplayBlock, device_type> blocks_;
  ReplayTotals totals_;
  Replay replay_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
