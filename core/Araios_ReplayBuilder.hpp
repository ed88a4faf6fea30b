// SPDX-License-Identifier: BSD-3-Clause
// Finds the products of each entry of C, at the end of a symbolic phase by bins, and keeps them in
// the plan.
#pragma once

#include <Araios_BinShapes.hpp>
#include <Araios_BinnedPhase.hpp>
#include <Araios_LightWeight.hpp>
#include <Araios_Replay.hpp>
#include <Araios_ReplayKernel.hpp>
#include <Araios_ReplayRecording.hpp>
#include <Araios_ReplayState.hpp>
#include <Araios_RowProducts.hpp>
#include <Araios_SmallLoops.hpp>
#include <Araios_SpGemmPhases.hpp>
#include <Araios_ThreadForEach.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace araios {

/// Writes the marks of the rows of A, and behind them those of B.
template <class GraphA, class GraphB, class Marks>
struct MarkRows {
  GraphA a;
  GraphB b;
  Marks marks;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const in_b = i - a.num_rows;
    marks(i) = in_b < 0 ? row_mark(a.row_offsets(i + 1)) : row_mark(b.row_offsets(in_b + 1));
  }
};

/// Builds the replay of a plan whose rows of C are counted and binned by their size.
///
/// Shapes: a m×k, b k×n. Pre: rows of B ascend strictly.
/// Cost:   a pattern of C by bins, two searches in rows of C for each product, a sort of products.
template <class ExecutionSpace, class GraphA, class GraphB, class PlanData>
class ReplayBuilder {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using offset_type = typename decltype(PlanData::row_offsets)::non_const_value_type;

  ReplayBuilder(ExecutionSpace const& exec, Workspace<device_type>& workspace, GraphA const& a,
                GraphB const& b, PlanData& data)
      : exec_{exec}, workspace_{workspace}, products_{a, b}, data_{data} {}

  /// Makes the plan one that replays, where its entries can be counted. Returns what became of it.
  /// Throws: OutOfMemory when that takes more than the cap: the plan is as before.
  ReplayState build() {
    ProblemStats const& stats = data_.stats;
    if (stats.work == 0) return ReplayState::has_no_products;
    if (twins_outrun_replay(*data_.numeric_selection.bins, stats)) {
      return ReplayState::bins_are_faster;
    }
    if (std::max(stats.nnz_a, stats.nnz_b) > std::numeric_limits<std::int32_t>::max()) {
      return ReplayState::needs_fewer_entries;
    }
    workspace_.hold(size_of(stats.nnz_c) * sizeof(ordinal_type), max_bytes());
    columns_ =
        Columns(Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, "araios::plan.columns_of_c"),
                size_of(stats.nnz_c));
    find_columns();
    mark_rows();
    span_blocks();
    auto const counts = count_products();
    replay_.is_wide = !fit<typename Replay::Narrow>();
    if (!replay_.is_wide) {
      record(replay_.narrow, counts);
    } else if (fit<typename Replay::Wide>()) {
      record(replay_.wide, counts);
    } else {
      return ReplayState::needs_fewer_entries;
    }
    data_.replay = replay_;
    data_.columns_of_c = columns_;
    return ReplayState::replays;
  }

 private:
  using Replay = araios::Replay<offset_type, device_type>;
  using Products = RowProducts<GraphA, GraphB>;
  using Columns = Kokkos::View<ordinal_type*, device_type>;
  using Counts = Kokkos::View<std::uint32_t*, device_type>;
  using RowOffsets = decltype(PlanData::row_offsets);

  static std::size_t size_of(std::int64_t count) { return static_cast<std::size_t>(count); }
  std::size_t max_bytes() const { return data_.options.max_workspace_bytes; }

  template <class T>
  void lend(Loan<T, device_type>& loan, WorkspaceSlot slot, std::int64_t count) {
    loan = {};
    workspace_.give_back(slot);
    loan = workspace_.template lend<T>(exec_, slot, size_of(count), max_bytes());
  }

  void find_columns() {
    PatternOfC<Products, offset_type> const phase{products_, data_.row_offsets, columns_, {}};
    BinnedPhase{exec_,
                workspace_,
                data_.device,
                phase,
                data_.bins,
                {},
                *data_.numeric_selection.bins,
                data_.stats,
                data_.options,
                "araios::spgemm_symbolic::find_columns::"}
        .run();
  }

  void mark_rows() {
    std::int64_t const rows = data_.stats.m + data_.stats.k;
    lend(replay_.row_marks, WorkspaceSlot::replay_row_marks, rows);
    auto const& marks = replay_.row_marks.elements;
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::mark_rows", range_of(exec_, rows),
        MarkRows<GraphA, GraphB, std::decay_t<decltype(marks)>>{products_.a, products_.b, marks});
  }

  /// Finds how wide the products of each block are.
  void span_blocks() {
    std::int64_t const num_blocks = num_replay_blocks(data_.stats.nnz_c);
    narrow_products_ = NarrowProducts{
        static_cast<int>(std::bit_width(static_cast<std::uint32_t>(data_.stats.nnz_b)))};
    lend(blocks_, WorkspaceSlot::replay_blocks, num_blocks);
    auto const& blocks = blocks_.elements;
    using OffsetsA = decltype(products_.a.row_offsets);
    Kokkos::parallel_reduce("araios::spgemm_symbolic::span_blocks", range_of(exec_, num_blocks),
                            SpanBlocks<OffsetsA, RowOffsets, std::decay_t<decltype(blocks)>>{
                                products_.a.row_offsets, data_.row_offsets, blocks,
                                narrow_products_, data_.stats.m, data_.stats.nnz_c},
                            Kokkos::Sum<std::int64_t>(num_wide_blocks_));
  }

  /// Counts the products of each entry, and the most of a block and of an entry.
  Counts count_products() {
    std::int64_t const nnz_c = data_.stats.nnz_c;
    auto const counts = workspace_.template take<std::uint32_t>(exec_, WorkspaceSlot::replay_counts,
                                                                size_of(nnz_c), max_bytes());
    Kokkos::deep_copy(exec_, counts, 0);
    visit(counts, WriteNothing{}, "araios::spgemm_symbolic::count_products");
    Kokkos::parallel_reduce(
        "araios::spgemm_symbolic::count_blocks", range_of(exec_, num_replay_blocks(nnz_c)),
        CountBlocks<Counts>{counts, nnz_c}, Kokkos::Max<std::int64_t>(most_products_of_block_),
        Kokkos::Max<std::int64_t>(most_products_of_entry_));
    return counts;
  }

  /// Whether lists hold as many entries, as many products of a block, and as wide ones.
  template <class Lists>
  bool fit() const {
    ProblemStats const& stats = data_.stats;
    return std::cmp_less_equal(std::max({stats.nnz_c, stats.m, stats.k}), Lists::most_entries) &&
           most_products_of_block_ <= Lists::most_products_of_block &&
           (num_wide_blocks_ == 0 || Lists::has_wide_blocks);
  }

  /// Records all products, once they are counted.
  template <class Lists>
  void record(Lists& lists, Counts const& counts) {
    lists.blocks = blocks_;
    lists.narrow_products = narrow_products_;
    lists.most_products_of_entry = most_products_of_entry_;
    place(lists, counts);
    visit(counts,
          WriteProduct<device_type>{lists.blocks.elements, lists.words.elements,
                                    lists.narrow_products},
          "araios::spgemm_symbolic::write_products");
    workspace_.give_back(WorkspaceSlot::replay_counts);
    sort(lists);
  }

  template <class Writer>
  void visit(Counts const& counts, Writer const& writer, std::string const& label) {
    ProblemStats const& stats = data_.stats;
    constexpr int least = 4;
    int const lanes = lanes_for_length(data_.device, mean_length_of_b(stats), least);
    Kokkos::parallel_for(label, as_light_weight(thread_for_each(exec_, stats.nnz_a, lanes)),
                         VisitProducts<Products, RowOffsets, Writer>{
                             products_, data_.row_offsets, columns_, counts, stats.nnz_a, writer});
  }

  /// Gives every entry its place, and all products words.
  template <class Lists>
  void place(Lists& lists, Counts const& counts) {
    std::int64_t const nnz_c = data_.stats.nnz_c;
    std::int64_t const num_blocks = num_replay_blocks(nnz_c);
    auto const& blocks = lists.blocks.elements;
    std::int64_t num_words = 0;
    Kokkos::parallel_scan(
        "araios::spgemm_symbolic::place_blocks", range_of(exec_, num_blocks),
        PlaceBlocks<Counts, std::decay_t<decltype(blocks)>>{{counts, nnz_c}, blocks}, num_words);
    lend(lists.words, WorkspaceSlot::replay_words, num_words);
    lend(lists.begins, WorkspaceSlot::replay_begins, num_blocks * begins_of_block);
    auto const& begins = lists.begins.elements;
    int const lanes = lanes_for_length(data_.device, begins_of_block, 1);
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::place_entries",
        as_light_weight(thread_for_each(exec_, num_blocks, lanes)),
        PlaceEntries<Counts, std::decay_t<decltype(begins)>>{counts, begins, nnz_c});
  }

  /// Puts products into their order, and lists the parts of heavy entries.
  template <class Lists>
  void sort(Lists& lists) {
    using Entries = EntryProducts<Lists, device_type>;
    Entries const entries{lists};
    CutEntries<Entries> const cut{entries, lists.products_of_part()};
    bound_lanes(lists, cut);
    Kokkos::parallel_for("araios::spgemm_symbolic::sort_products",
                         range_of(exec_, data_.stats.nnz_c),
                         SortProducts<Entries>{entries, lists.most_products_of_lane});
    if (!lists.has_heavy_entries()) return;
    lend(lists.heavy_parts, WorkspaceSlot::replay_heavy_parts, lists.num_heavy_parts);
    auto const& parts = lists.heavy_parts.elements;
    using Parts = std::decay_t<decltype(parts)>;
    Kokkos::parallel_scan("araios::spgemm_symbolic::list_parts", range_of(exec_, data_.stats.nnz_c),
                          ListParts<Entries, Parts>{cut, lists.most_products_of_lane, parts});
    Kokkos::parallel_for(
        "araios::spgemm_symbolic::sort_heavy_entries",
        thread_for_each(exec_, lists.num_heavy_parts, data_.device.max_vector_length),
        SortHeavyEntries<Entries, Parts>{entries, parts, lists.num_heavy_parts});
    if (lists.cuts_entries()) expect_room_for_sums(lists.num_heavy_parts);
  }

  /// Finds which entries are heavy, and how many parts they have: where some are, so are lighter
  /// ones, if that keeps few lanes from others.
  template <class Lists, class Entries>
  void bound_lanes(Lists& lists, CutEntries<Entries> const& entries) {
    if (lists.most_products_of_entry <= tuning::replay_heavy_entry) return;
    using Sum = Kokkos::Sum<std::int64_t>;
    std::int64_t of_heavy = 0, of_less_heavy = 0, of_least_heavy = 0;
    std::int64_t const nnz_c = data_.stats.nnz_c;
    Kokkos::parallel_reduce("araios::spgemm_symbolic::count_parts", range_of(exec_, nnz_c),
                            CountParts<Entries>{entries}, Sum(of_heavy), Sum(of_less_heavy),
                            Sum(of_least_heavy));
    auto const keeps_few_lanes = [&](std::int64_t parts) {
      return 100 * tuning::replay_lanes_of_heavy_entry * parts <=
             tuning::replay_heavy_lanes_percent * nnz_c;
    };
    if (keeps_few_lanes(of_least_heavy)) {
      lists.most_products_of_lane = tuning::replay_least_heavy_entry;
      lists.num_heavy_parts = of_least_heavy;
    } else if (keeps_few_lanes(of_less_heavy)) {
      lists.most_products_of_lane = tuning::replay_less_heavy_entry;
      lists.num_heavy_parts = of_less_heavy;
    } else {
      lists.num_heavy_parts = of_heavy;
    }
  }

  /// Numeric phases have as much memory as this call, which takes what they take besides the plan.
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
  NarrowProducts narrow_products_;
  Columns columns_;
  Loan<ReplayBlock, device_type> blocks_;
  std::int64_t num_wide_blocks_ = 0;
  std::int64_t most_products_of_block_ = 0;
  std::int64_t most_products_of_entry_ = 0;
  Replay replay_;
};

}  // namespace araios
