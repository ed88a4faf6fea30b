// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase: from the patterns of A and B to a plan.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <Araios_Strategy.hpp>
#include <grouped/Araios_SymbolicGroups.hpp>
#include <matrix/Araios_Compression.hpp>
#include <matrix/Araios_Fingerprint.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <pattern/Araios_PatternPhase.hpp>
#include <pattern/Araios_ScatterMapBuilder.hpp>
#include <pattern/Araios_ShortRowSorter.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_ProductFacts.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <selection/Araios_StrategyRegions.hpp>
#include <spgemm/Araios_PhaseMemory.hpp>
#include <spgemm/Araios_StrategyTable.hpp>
#include <spgemm/Araios_SymbolicBins.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// "3×5", or "3×5, transposed 5×3,".
template <class Graph>
[[gnu::cold]] std::string shape_text(Graph const& graph, bool transposed) {
  auto const text = [](auto rows, auto cols) {
    return std::to_string(rows) + "×" + std::to_string(cols);
  };
  std::string const given = text(graph.num_rows, graph.num_cols);
  return transposed ? given + ", transposed " + text(graph.num_cols, graph.num_rows) + "," : given;
}

/// Checks what the host can see of both operands, as they are given.
/// Throws: std::invalid_argument.
template <class GraphA, class GraphB>
void check_shapes(GraphA const& a, GraphB const& b, SpGemmOptions const& options) {
  check_shape(a, "A");
  check_shape(b, "B");
  auto const columns_of_a = options.transpose_a ? a.num_rows : a.num_cols;
  auto const rows_of_b = options.transpose_b ? b.num_cols : b.num_rows;
  ARAIOS_EXPECTS(columns_of_a == rows_of_b,
                 "A is " + shape_text(a, options.transpose_a) + " and B is " +
                     shape_text(b, options.transpose_b) +
                     ": C = A·B needs as many rows of B as A has columns");
}

// Members for hosts or devices alone are templates: Clang before 16 takes no notice of their
// constraints where it instantiates the class explicitly.

/// One symbolic phase: its operands, options and temporaries. The public function is
/// spgemm_symbolic.
///
/// Pre: the operands outlive it.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
class SymbolicRun {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using plan_type = SpGemmPlan<Offset, ordinal_type, device_type>;

  SymbolicRun(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
              SpGemmOptions const& options, Workspace<device_type> const& workspace,
              ProductFacts const& facts = {})
      : exec_{exec},
        given_a_{a},
        given_b_{b},
        a_{a},
        b_{b},
        options_{completed(options)},
        workspace_{workspace},
        facts_{facts} {}

  plan_type run();

  /// The facts of the product, as they are known at the end of the call.
  ProductFacts const& facts() const { return facts_; }

 private:
  using Columns = Kokkos::View<ordinal_type*, device_type>;
  using OffsetB = typename GraphB::offset_type;

  template <class Graph>
  static std::size_t rows(Graph const& graph) {
    return static_cast<std::size_t>(graph.num_rows);
  }

  template <class T>
  Kokkos::View<T*, device_type> take(WorkspaceSlot slot, std::size_t count) {
    return workspace_.template take<T>(exec_, slot, count, options_.max_workspace_bytes);
  }

  /// Checks each pattern once, transposes operands where asked, and counts the column sets of op(B)
  /// along the way.
  void prepare_operands() {
    bool const is_same = is_same_graph(given_a_, given_b_);
    if ((!is_same || !is_plain()) && !are_checked()) check_content(given_a_, "A", Columns{});
    if (options_.transpose_a) a_ = transpose_into(data_.transposed_a, given_a_);
    if (options_.transpose_b) {
      if (!is_same) check_content(given_b_, "B", Columns{});
      transpose_b(is_same);
      take_column_sets();
      data_.stats.columns_increase = scan_rows(exec_, b_, column_sets_).columns_increase();
    } else {
      take_column_sets();
      data_.stats.columns_increase =
          check_content(given_b_, is_same ? "A" : "B", column_sets_).columns_increase();
    }
  }

  /// Scans a pattern, and checks it along the way.
  template <class Graph>
  RowScan check_content(Graph const& graph, std::string const& name, Columns const& column_sets) {
    RowScan const scan = scan_rows(exec_, graph, column_sets);
    expect_checked(exec_, graph, scan, name, options_);
    return scan;
  }

  /// Whether an earlier strategy has checked both patterns. Such strategies run only with options
  /// that ask for no order of columns.
  bool are_checked() const { return facts_.are_valid.value_or(false); }

  [[gnu::cold]] void transpose_b(bool is_same) {
    if constexpr (std::is_same_v<GraphA, GraphB>) {
      if (is_same && options_.transpose_a) {
        data_.transposed_b = data_.transposed_a;
        b_ = a_;
        return;
      }
    }
    b_ = transpose_into(data_.transposed_b, given_b_);
  }

  /// Transposes an operand into memory of the plan, and returns the transposed pattern.
  template <class Graph>
  [[gnu::cold]] Graph transpose_into(std::any& kept, Graph const& graph) {
    using OffsetOf = typename Graph::offset_type;
    std::int64_t const nnz = num_entries(exec_, graph);
    std::size_t const bytes = transposed_graph_bytes<OffsetOf, ordinal_type>(graph.num_cols, nnz);
    workspace_.hold(bytes, options_.max_workspace_bytes);
    data_.transposed_bytes += bytes;
    std::size_t const room = options_.max_workspace_bytes - workspace_.bytes_in_use();
    auto const parts = transpose_parts(data_.device, graph.num_cols, nnz, room / sizeof(OffsetOf));
    auto const cursors = take<OffsetOf>(WorkspaceSlot::transpose_cursors,
                                        static_cast<std::size_t>(parts * graph.num_cols));
    auto const transposed = transpose(exec_, data_.device, graph, nnz, cursors);
    workspace_.give_back(WorkspaceSlot::transpose_cursors);
    kept = transposed;
    return transposed.graph;
  }

  /// Takes memory for the column sets if they may be used and leave room for the rest.
  void take_column_sets() {
    std::size_t const needed =
        workspace_.bytes_in_use() + (rows(a_) + rows(b_)) * sizeof(ordinal_type);
    counts_column_sets_ = options_.compress.value_or(needed <= options_.max_workspace_bytes);
    if (counts_column_sets_) {
      column_sets_ = take<ordinal_type>(WorkspaceSlot::column_sets, rows(b_));
    }
  }

  /// Whether no operand is transposed.
  bool is_plain() const { return !options_.transpose_a && !options_.transpose_b; }

  void set_shape() {
    ProblemStats& stats = data_.stats;
    stats.m = options_.transpose_a ? given_a_.num_cols : given_a_.num_rows;
    stats.k = options_.transpose_a ? given_a_.num_rows : given_a_.num_cols;
    stats.n = options_.transpose_b ? given_b_.num_rows : given_b_.num_cols;
  }

  void count_entries() {
    ProblemStats& stats = data_.stats;
    stats.nnz_a = num_entries(exec_, a_);
    stats.nnz_b = is_same_graph(a_, b_) ? stats.nnz_a : num_entries(exec_, b_);
  }

  void count_products() {
    WorkCounts const counts = count_work(exec_, a_, b_, column_sets_);
    count_entries();
    ProblemStats& stats = data_.stats;
    stats.work = counts.work;
    stats.max_row_work = counts.max_row_work;
    stats.rows_are_short =
        counts.max_row_work <= ShortRowSorter<ordinal_type>::capacity(b_.num_cols);
    stats.compressed_work = counts.compressed_work;
    stats.max_row_compressed_work = counts.max_row_compressed_work;
  }

  bool wants_compression() const {
    if (options_.compress) return *options_.compress;
    return counts_column_sets_ &&
           static_cast<double>(data_.stats.compressed_work) <=
               options_.compression_cutoff * static_cast<double>(data_.stats.work);
  }

  /// The variants that count, in order of preference. If recording the pattern of C is selected, it
  /// is the only one. Otherwise B is compressed where that pays; B as it is follows, unless the
  /// caller asks for compression.
  PhaseVariants variants(std::size_t compressed_nnz) const {
    auto const nnz = static_cast<std::int64_t>(compressed_nnz);
    std::size_t const fixed = workspace_.bytes_in_use() + rows(a_) * sizeof(ordinal_type);
    PhaseVariants variants = recording_variants<ExecutionSpace, OffsetB, ordinal_type>(
        data_.device, data_.stats, options_, nnz, fixed);
    auto const append = [&](bool compress, std::size_t fixed_bytes) __attribute__((cold)) {
      auto const more = symbolic_variants<ExecutionSpace, ordinal_type>(
          data_.device, data_.stats, without_recording(options_), compress, fixed_bytes);
      variants.insert(variants.end(), more.begin(), more.end());
    };
    if (!variants.empty()) return variants;
    if (wants_compression()) {
      append(true, fixed + compressed_bytes<OffsetB, ordinal_type>(data_.stats.k, nnz));
    }
    if (!options_.compress.value_or(false)) {
      append(false, fixed - column_sets_.extent(0) * sizeof(ordinal_type));
    }
    return variants;
  }

  /// Whether a variant may use the column sets of op(B), so that their number is needed.
  bool may_use_column_sets() const {
    return wants_compression() ||
           (counts_column_sets_ &&
            select_method(data_.device, data_.stats, options_, PhaseKind::symbolic, true)
                .records_pattern);
  }

  void count_rows_of_c() {
    auto const compressed_nnz =
        may_use_column_sets() ? static_cast<std::size_t>(count_sizes(exec_, column_sets_).total)
                              : 0;
    PhaseVariant const variant =
        best_variant_within(variants(compressed_nnz), data_.device, options_.max_workspace_bytes);
    data_.symbolic_selection = variant.selection;
    Kokkos::Profiling::ScopedRegion const region{symbolic_regions().of(variant.selection.strategy)};
    if (!variant.selection.compress) workspace_.give_back(WorkspaceSlot::column_sets);
    row_sizes_ = take<ordinal_type>(WorkspaceSlot::row_sizes, rows(a_));
    if (variant.selection.records_pattern) {
      record_pattern(variant, compressed_nnz);
    } else if (groups_rows(options_.method)) {
      if (a_.num_rows == 0) return;
      SymbolicGroups{exec_, workspace_, a_, b_, row_sizes_, data_}.count(variant);
    } else if (variant.selection.compress) {
      count_with_compressed_b(variant.shape, compressed_nnz);
    } else {
      using Products = RowProducts<GraphA, GraphB>;
      PlainSymbolic<Products> const phase{{Products{a_, b_}, row_sizes_, b_.num_cols}};
      run_symbolic(phase, variant.shape);
    }
  }

  auto compress_b(std::size_t compressed_nnz) {
    auto const row_offsets = take<OffsetB>(WorkspaceSlot::compressed_row_offsets, rows(b_) + 1);
    scan_sizes(exec_, column_sets_, row_offsets);
    return impl::compress(exec_, b_, row_offsets,
                          take<ordinal_type>(WorkspaceSlot::compressed_blocks, compressed_nnz),
                          take<std::uint32_t>(WorkspaceSlot::compressed_bits, compressed_nnz));
  }

  /// Stands for a compressed B that no row of C asks for.
  CompressedGraph<OffsetB, ordinal_type, device_type> no_compressed_b() const {
    return {{b_.num_rows, num_blocks(b_.num_cols), {}, {}}, {}};
  }

  [[gnu::cold]] void count_with_compressed_b(AccumulatorShape const& shape,
                                             std::size_t compressed_nnz) {
    auto const compressed = compress_b(compressed_nnz);
    using Products = RowProducts<GraphA, decltype(compressed.graph)>;
    CompressedSymbolic<Products> const phase{
        {Products{a_, compressed.graph}, row_sizes_, compressed.graph.num_cols}, compressed.bits};
    run_symbolic(phase, shape);
  }

  /// Counts the rows of C and records their columns.
  void record_pattern(PhaseVariant const& variant, std::size_t compressed_nnz) {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      if (a_.num_rows == 0) return;
      PatternPhase recorder{exec_, workspace_, a_, b_, row_sizes_, data_};
      bool const compress = options_.compress.value_or(!data_.stats.rows_are_short);
      data_.symbolic_selection.compress = compress;
      recorder.record(variant, compress ? compress_b(compressed_nnz) : no_compressed_b());
    }
  }

  template <class Phase>
  [[gnu::cold]] void run_symbolic(Phase const& phase, AccumulatorShape const& shape) {
    run_phase(exec_, workspace_, SelectionBasis{data_.device, data_.stats, options_},
              data_.symbolic_selection, phase, shape);
  }

  bool wants_replay() const { return options_.replay.value_or(false); }

  /// Whether a plan without bins replays. Hosts replay if they can.
  ReplayState replay_without_bins() {
    if (!wants_replay()) return ReplayState::not_asked;
    if constexpr (is_host_space_v<ExecutionSpace>) {
      return build_scatter_map();
    } else {
      if (data_.stats.work == 0) return ReplayState::has_no_products;
      return data_.stats.columns_increase ? ReplayState::needs_free_choice
                                          : ReplayState::needs_ascending_rows;
    }
  }

  template <class Space = ExecutionSpace>
  [[gnu::cold]] ReplayState build_scatter_map() requires(is_host_space_v<Space>) {
    try {
      return ScatterMapBuilder{exec_, workspace_, a_, b_, data_}.build();
    } catch (OutOfMemory const&) {
      return ReplayState::needs_memory;
    }
  }

  /// Counts by bins if the table of strategies says so. Under a cap bins may not fit: then rows are
  /// counted without them. Returns whether rows were counted.
  template <class Space = ExecutionSpace>
  bool goes_by_bins() requires(!is_host_space_v<Space>) {
    facts_.is_host = false;
    facts_.m = data_.stats.m;
    facts_.k = data_.stats.k;
    facts_.n = data_.stats.n;
    if (select_strategy(facts_, options_).strategy != Strategy::bins) return false;
    if (is_uncapped(options_)) return count_by_bins();
    try {
      return count_by_bins();
    } catch (OutOfMemory const&) {
      facts_.bins_fit = false;
      return false;
    }
  }

  /// Checks, bins and counts. Returns false when rows of B do not ascend, which bins need.
  template <class Space = ExecutionSpace>
  bool count_by_bins() requires(!is_host_space_v<Space>) {
    Kokkos::Profiling::ScopedRegion const region{symbolic_regions().of(Strategy::bins)};
    if (!is_plain()) {
      prepare_operands();
      facts_.b_ascends = data_.stats.columns_increase;
      if (!*facts_.b_ascends) return false;
    }
    SymbolicBins bins{exec_, workspace_, a_, b_, data_};
    facts_.b_ascends = bins.bin_rows(is_plain());
    if (!*facts_.b_ascends) return false;
    bins.count_rows();
    if (wants_replay()) bins.remember_products();
    return true;
  }

  /// Discards what has been done for bins.
  void begin_anew() {
    workspace_.begin_call(exec_);
    a_ = given_a_;
    b_ = given_b_;
    data_.transposed_a.reset();
    data_.transposed_b.reset();
    data_.transposed_bytes = 0;
  }

  void scan_row_sizes() {
    data_.set_size_of_c(count_sizes(exec_, row_sizes_));
    auto const row_offsets = allocate_row_offsets<Offset, device_type>(exec_, a_.num_rows);
    scan_sizes(exec_, row_sizes_, row_offsets);
    data_.row_offsets = row_offsets;
  }

  plan_type make_plan() {
    expect_deterministic(options_, data_.numeric_selection);
    if (options_.check_reuse) {
      data_.fingerprint_a = fingerprint(exec_, given_a_, data_.stats.nnz_a);
      data_.fingerprint_b = is_same_graph(given_a_, given_b_)
                                ? data_.fingerprint_a
                                : fingerprint(exec_, given_b_, data_.stats.nnz_b);
    }
    return {std::move(data_), workspace_};
  }

  ExecutionSpace const& exec_;
  GraphA const& given_a_;
  GraphB const& given_b_;
  GraphA a_;  ///< op(A): as given, or transposed
  GraphB b_;
  SpGemmOptions options_;
  Workspace<device_type> workspace_;
  typename plan_type::data_type data_;
  ProductFacts facts_;
  bool counts_column_sets_ = false;
  Columns column_sets_;
  Columns row_sizes_;
};

// Not inline: a file that declares an instance of the class extern compiles none of its kernels.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
auto SymbolicRun<Offset, ExecutionSpace, GraphA, GraphB>::run() -> plan_type {
  Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_symbolic"};
  workspace_.begin_call(exec_);
  check_shapes(given_a_, given_b_, options_);
  data_.device = device_traits(exec_);
  data_.options = options_;
  set_shape();
  if constexpr (!is_host_space_v<ExecutionSpace>) {
    if (goes_by_bins()) return make_plan();
    begin_anew();
  }
  prepare_operands();
  count_products();
  count_rows_of_c();
  scan_row_sizes();
  data_.numeric_selection =
      select_method(data_.device, data_.stats, options_, PhaseKind::numeric, false);
  facts_.records_pattern = data_.numeric_selection.records_pattern;
  data_.numeric_selection.replay = replay_without_bins();
  data_.numeric_selection.replays_wide = data_.scatter_map.is_wide();
  data_.numeric_selection.groups = data_.symbolic_selection.groups;
  return make_plan();
}

}  // namespace araios::inline ARAIOS_ISA::impl
