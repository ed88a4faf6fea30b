// SPDX-License-Identifier: BSD-3-Clause
// What a product will need, before it runs: upper bounds from the patterns alone.
#pragma once

#include <Araios_SpGemmEstimate.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <pattern/Araios_PatternSize.hpp>
#include <pattern/Araios_ScatterMap.hpp>
#include <pattern/Araios_ShortRowSorter.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_BinningLaunch.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_Replay.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_Hypersparse.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionTuning.hpp>
#include <spgemm/Araios_PhaseMemory.hpp>
#include <spgemm/Araios_SpGemmSymbolic.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Writes the length of each row of B, or counts the entries of each column if B is transposed.
template <class Graph, class Lengths>
struct CountLengths {
  Graph b;
  Lengths lengths;
  bool transposed;

  KOKKOS_FUNCTION void operator()(typename Graph::ordinal_type row,
                                  std::int64_t& first_bad_row) const {
    bool valid = row_offsets_valid(b, row);
    auto const begin = b.row_offsets(row);
    auto const end = b.row_offsets(row + 1);
    if (valid && !transposed) lengths(row) = static_cast<std::int64_t>(end - begin);
    for (auto entry = begin; valid && transposed && entry < end; ++entry) {
      auto const column = b.columns(entry);
      valid = column >= 0 && column < b.num_cols;
      if (valid) Kokkos::atomic_inc(&lengths(column));
    }
    if (!valid && row < first_bad_row) first_bad_row = row;
  }
};

/// Adds the work of each entry of A to its row of C: the row of A, or the column if A is
/// transposed.
template <class Graph, class Lengths>
struct AddWork {
  Graph a;
  Lengths lengths_of_b;
  Lengths row_work;
  bool transposed;

  KOKKOS_FUNCTION void operator()(typename Graph::ordinal_type row,
                                  std::int64_t& first_bad_row) const {
    bool valid = row_offsets_valid(a, row);
    std::int64_t sum = 0;
    auto const end = a.row_offsets(row + 1);
    for (auto entry = a.row_offsets(row); valid && entry < end; ++entry) {
      auto const column = a.columns(entry);
      valid = column >= 0 && column < a.num_cols;
      if (!valid) break;
      if (transposed) {
        Kokkos::atomic_add(&row_work(column), lengths_of_b(row));
      } else {
        sum += lengths_of_b(column);
      }
    }
    if (!transposed) row_work(row) = sum;
    if (!valid && row < first_bad_row) first_bad_row = row;
  }
};

/// Sums and maxima over the rows of C.
template <class Lengths>
struct BoundRows {
  Lengths row_work;
  std::int64_t num_cols;

  KOKKOS_FUNCTION void operator()(std::size_t row, std::int64_t& work, std::int64_t& max_row_work,
                                  std::int64_t& nnz) const {
    std::int64_t const products = row_work(row);
    work += products;
    max_row_work = products > max_row_work ? products : max_row_work;
    nnz += products < num_cols ? products : num_cols;
  }
};

/// One estimate: its operands, options and counts. The public function is spgemm_estimate.
template <class Scalar, class Offset, class ExecutionSpace, class GraphA, class GraphB>
class EstimateRun {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;

  EstimateRun(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
              SpGemmOptions const& options)
      : exec_{exec}, a_{a}, b_{b}, options_{completed(options)} {}

  SpGemmEstimate run() {
    check_shapes(a_, b_, options_);
    device_ = device_traits(exec_);
    count();
    estimate_.max_row_size = std::min(stats_.max_row_work, stats_.n);
    estimate_.max_bytes_c = (size_of(stats_.m) + 1) * sizeof(Offset) +
                            size_of(estimate_.max_nnz_c) * (sizeof(ordinal_type) + sizeof(Scalar));
    estimate_.transposed_bytes =
        kept_bytes(a_, options_.transpose_a, stats_.nnz_a) +
        kept_bytes(b_, options_.transpose_b && !is_kept_once(), stats_.nnz_b);
    bound_symbolic();
    bound_numeric();
    return estimate_;
  }

 private:
  using Lengths = Kokkos::View<std::int64_t*, device_type>;

  static std::size_t size_of(std::int64_t count) { return static_cast<std::size_t>(count); }

  /// Runs a functor over the rows of an operand.
  /// Throws: std::invalid_argument when the functor finds a row that is not valid.
  template <class Graph, class Functor>
  void for_each_row(Graph const& graph, std::string const& name, Functor const& functor) const {
    RowScan scan;
    if (graph.num_rows == 0) return;
    reduce_range("araios::estimate::count", exec_, graph.num_rows, most_steps(graph), functor,
                 Kokkos::Min<std::int64_t>(scan.first_bad_row));
    expect_valid(exec_, graph, scan, name);
  }

  void count() {
    stats_.m = options_.transpose_a ? a_.num_cols : a_.num_rows;
    stats_.k = options_.transpose_a ? a_.num_rows : a_.num_cols;
    stats_.n = options_.transpose_b ? b_.num_rows : b_.num_cols;
    // The selection refuses these lanes unless columns ascend. The estimate assumes a call that
    // runs.
    stats_.columns_increase = options_.vector_length || options_.team_size ||
                              options_.partitioning || options_.method == MethodKind::bhsparse;
    auto const allocate = [&](std::string const& label, std::int64_t size) {
      return allocate_view<std::int64_t, device_type>(
          Kokkos::view_alloc(exec_, "araios::estimate." + label), size_of(size));
    };
    Lengths const lengths_of_b = allocate("lengths_of_b", stats_.k);
    Lengths const row_work = allocate("row_work", stats_.m);
    for_each_row(b_, "B", CountLengths<GraphB, Lengths>{b_, lengths_of_b, options_.transpose_b});
    for_each_row(a_, "A",
                 AddWork<GraphA, Lengths>{a_, lengths_of_b, row_work, options_.transpose_a});
    if (stats_.m > 0) {
      reduce_range("araios::estimate::bound_rows", exec_, size_of(stats_.m), stats_.m,
                   BoundRows<Lengths>{row_work, stats_.n}, Kokkos::Sum<std::int64_t>(stats_.work),
                   Kokkos::Max<std::int64_t>(stats_.max_row_work),
                   Kokkos::Sum<std::int64_t>(estimate_.max_nnz_c));
    }
    stats_.nnz_a = num_entries(exec_, a_);
    stats_.nnz_b = num_entries(exec_, b_);
    stats_.compressed_work = stats_.work;
    stats_.max_row_compressed_work = stats_.max_row_work;
    estimate_.work = stats_.work;
    estimate_.max_row_work = stats_.max_row_work;
    int const few = ShortRowSorter<ordinal_type>::capacity(static_cast<ordinal_type>(stats_.n));
    stats_.rows_are_short = stats_.max_row_work <= few;
  }

  /// Whether A and B are one pattern, whose transpose is kept once.
  bool is_kept_once() const {
    return options_.transpose_a && options_.transpose_b && is_same_graph(a_, b_);
  }

  template <class Graph>
  static std::size_t kept_bytes(Graph const& graph, bool transposed, std::int64_t nnz) {
    return transposed ? transposed_graph_bytes<typename Graph::offset_type, ordinal_type>(
                            graph.num_cols, nnz)
                      : 0;
  }

  template <class Graph>
  std::size_t cursor_bytes(Graph const& graph, bool transposed, std::int64_t nnz,
                           std::size_t max_cursors) const {
    if (!transposed) return 0;
    auto const parts = transpose_parts(device_, graph.num_cols, nnz, max_cursors);
    return size_of(parts * graph.num_cols) * sizeof(typename Graph::offset_type);
  }

  void bound_symbolic() {
    std::size_t const kept = estimate_.transposed_bytes;
    auto const cursors_within = [&](std::size_t max_cursors) {
      return std::max(cursor_bytes(a_, options_.transpose_a, stats_.nnz_a, max_cursors),
                      cursor_bytes(b_, options_.transpose_b, stats_.nnz_b, max_cursors));
    };
    std::size_t const cursors = cursors_within(std::numeric_limits<std::size_t>::max());
    std::size_t const row_sizes = size_of(stats_.m) * sizeof(ordinal_type);
    std::size_t const sets =
        options_.compress.value_or(true) ? size_of(stats_.k) * sizeof(ordinal_type) : 0;
    std::size_t const copy =
        compressed_bytes<typename GraphB::offset_type, ordinal_type>(stats_.k, stats_.nnz_b);
    std::size_t least = std::numeric_limits<std::size_t>::max();
    // Under a cap, buffers that are given back may be freed; without one they stay.
    auto const include = [&](PhaseVariants const& variants, std::size_t given_back) {
      least = std::min(least, least_bytes(variants, device_));
      include_ample(estimate_.symbolic_bytes, variants, given_back);
    };
    auto const include_counting = [&](bool compress, std::size_t fixed, std::size_t given_back) {
      include(symbolic_variants<ExecutionSpace, ordinal_type>(
                  device_, stats_, without_recording(capped_options()), compress, kept + fixed),
              given_back);
    };
    auto const recording =
        recording_variants<ExecutionSpace, typename GraphB::offset_type, ordinal_type>(
            device_, stats_, options_, stats_.nnz_b, kept + row_sizes + sets);
    may_record_ = !recording.empty();
    include_ample(estimate_.symbolic_bytes, recording, cursors);
    if (must_record()) {
      include(recording, cursors);
    } else {
      if (options_.compress.value_or(true)) {
        include_counting(true, row_sizes + sets + copy, cursors);
      }
      if (!options_.compress.value_or(false)) include_counting(false, row_sizes, cursors + sets);
    }
    // That rows of B do not ascend is found after memory for bins was taken, and this memory stays.
    if (may_bin_rows()) estimate_.symbolic_bytes += bins_bytes();
    if (may_bin_rows() || may_record_) {
      estimate_.symbolic_bytes += replay_bytes() + replay_building_bytes();
    }
    estimate_.min_workspace_bytes = std::max(least, kept + cursors_within(0));
  }

  /// Upper bound of the bytes that a plan keeps for replay.
  std::size_t replay_bytes() const {
    if (!options_.replay.value_or(false)) return 0;
    if (!device_.is_host) {
      return replay_bytes_bound<ordinal_type>(stats_, estimate_.max_nnz_c);
    }
    if (!may_record_) return 0;
    return scatter_map_bytes_bound<ordinal_type>(stats_.m, stats_.n, stats_.work,
                                                 estimate_.max_nnz_c, estimate_.max_row_size,
                                                 device_.concurrency);
  }

  /// Upper bound of the temporary bytes of building a replay on devices.
  std::size_t replay_building_bytes() const {
    if (device_.is_host || !options_.replay.value_or(false)) return 0;
    return replay_building_bytes_bound(stats_, estimate_.max_nnz_c);
  }

  bool may_bin_rows() const { return !device_.is_host && allow_bins(options_); }

  std::size_t bins_bytes() const {
    if (stats_.m == 0) return 0;
    auto const rows = size_of(stats_.m);
    auto const counters = BinCounters::count + binning_launch_at_once(exec_, stats_.m).num_sums();
    return BinnedRows<ordinal_type, device_type>::elements(stats_.m) * sizeof(ordinal_type) +
           rows * sizeof(std::int32_t) + counters * sizeof(std::int64_t) + split_rows_bytes();
  }

  /// Upper bound of the bytes of rows that several teams share.
  std::size_t split_rows_bytes() const {
    bool const may_share =
        may_bin_rows() && !options_.deterministic && teams_of_row(device_, stats_, 1) > 1;
    return may_share ? tuning::split_rows_max_bytes : 0;
  }

  static bool conjugates(bool is_asked) { return has_conjugates_v<Scalar> && is_asked; }

  void bound_numeric() {
    stats_.nnz_c = estimate_.max_nnz_c;
    stats_.max_row_size = estimate_.max_row_size;
    bool const copies_a = options_.transpose_a || conjugates(options_.conjugate_a);
    bool const copies_b = options_.transpose_b || conjugates(options_.conjugate_b);
    std::size_t const gathered =
        size_of((copies_a ? stats_.nnz_a : 0) + (copies_b ? stats_.nnz_b : 0)) * sizeof(Scalar);
    std::size_t const lists =
        groups_rows(options_.method) ? row_list_bytes<ordinal_type>(stats_.m) : 0;
    std::size_t const fixed = estimate_.transposed_bytes + gathered + lists;
    stats_.repeated_rows = stats_.m;
    SpGemmOptions const options = capped_options();
    auto const variants = [&](bool recorded) {
      stats_.pattern_recorded = recorded;
      auto const selected = select_method(device_, stats_, options, PhaseKind::numeric, false);
      // On hosts the scatter map replaces the recorded pattern.
      std::size_t const kept =
          recorded ? std::max(recorded_bytes_bound<ordinal_type>(device_, stats_), replay_bytes())
                   : 0;
      return numeric_variants<ExecutionSpace, ordinal_type, Scalar>(device_, stats_, options,
                                                                    selected, fixed + kept);
    };
    if (may_record_) include_ample(estimate_.numeric_bytes, variants(true), 0);
    if (!must_record()) include_ample(estimate_.numeric_bytes, variants(false), 0);
    estimate_.numeric_bytes += replay_bytes() + split_rows_bytes();
    // A capped call records only when it is told to.
    estimate_.min_workspace_bytes =
        std::max(estimate_.min_workspace_bytes, least_bytes(variants(must_record()), device_));
  }

  /// The options with a cap. Small products then have as many owners as others, so their bounds
  /// also hold without a cap.
  SpGemmOptions capped_options() const {
    SpGemmOptions options = options_;
    if (is_uncapped(options)) --options.max_workspace_bytes;
    return options;
  }

  /// Whether the caller asks for a recorded pattern, so that nothing else is tried.
  bool must_record() const {
    return options_.record_pattern.value_or(false) && !is_hypersparse(stats_);
  }

  void include_ample(std::size_t& most, PhaseVariants const& variants, std::size_t more) const {
    for (auto const& variant : variants)
      most = std::max(most, ample_bytes(variant, device_) + more);
  }

  ExecutionSpace const& exec_;
  GraphA a_;
  GraphB b_;
  SpGemmOptions options_;
  bool may_record_ = false;
  DeviceTraits device_;
  ProblemStats stats_;
  SpGemmEstimate estimate_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
