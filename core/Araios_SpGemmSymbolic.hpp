// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase: from the patterns of A and B to a plan.
#pragma once

#include <Araios_Compression.hpp>
#include <Araios_DeviceTraits.hpp>
#include <Araios_Fingerprint.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_RowCounts.hpp>
#include <Araios_RunPhase.hpp>
#include <Araios_SpGemmPhases.hpp>
#include <Araios_SpGemmPlan.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>

namespace araios {

/// One symbolic phase: its operands, options and temporaries. The public function is
/// spgemm_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
class SymbolicRun {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using plan_type = SpGemmPlan<Offset, ordinal_type, device_type>;

  SymbolicRun(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
              SpGemmOptions const& options, Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, b_{b}, options_{options}, workspace_{workspace} {}

  plan_type run();

 private:
  template <class Graph>
  static std::size_t rows(Graph const& graph) {
    return static_cast<std::size_t>(graph.num_rows);
  }

  template <class T>
  Kokkos::View<T*, device_type> take(WorkspaceSlot slot, std::size_t count) {
    return workspace_.template take<T>(exec_, slot, count, options_.max_workspace_bytes);
  }

  void check_operands() {
    check_shape(a_, "A");
    check_shape(b_, "B");
    ARAIOS_EXPECTS(a_.num_cols == b_.num_rows,
                   "A is " + std::to_string(a_.num_rows) + "×" + std::to_string(a_.num_cols) +
                       " and B is " + std::to_string(b_.num_rows) + "×" +
                       std::to_string(b_.num_cols) +
                       ": C = A·B needs as many rows of B as A has columns");
    bool const count_column_sets = options_.compress.value_or(true);
    column_sets_ = take<ordinal_type>(WorkspaceSlot::column_sets,
                                      count_column_sets ? rows(b_) : std::size_t{0});
    RowScan const scan_of_b = scan_rows(exec_, b_, column_sets_);
    expect_valid(exec_, b_, scan_of_b, "B");
    stats_.columns_increase = scan_of_b.columns_increase;
    expect_valid(exec_, a_, scan_rows(exec_, a_, Kokkos::View<ordinal_type*, device_type>{}), "A");
  }

  void count_products() {
    WorkCounts const counts = count_work(exec_, a_, b_, column_sets_);
    stats_.m = a_.num_rows;
    stats_.k = a_.num_cols;
    stats_.n = b_.num_cols;
    stats_.nnz_a = num_entries(exec_, a_);
    stats_.nnz_b = num_entries(exec_, b_);
    stats_.work = counts.work;
    stats_.max_row_work = counts.max_row_work;
    stats_.compressed_work = counts.compressed_work;
    stats_.max_row_compressed_work = counts.max_row_compressed_work;
  }

  bool compression_pays() const {
    return static_cast<double>(stats_.compressed_work) <=
           options_.compression_cutoff * static_cast<double>(stats_.work);
  }

  void count_rows_of_c() {
    bool const compress = options_.compress.value_or(compression_pays());
    selection_ =
        select_method(device_traits(exec_), stats_, options_, PhaseKind::symbolic, compress);
    if (compress) {
      count_with_compressed_b();
    } else {
      using Products = RowProducts<GraphA, GraphB>;
      PlainSymbolic<Products> const phase{{Products{a_, b_}, row_sizes_, b_.num_cols}};
      run_symbolic(phase, stats_.max_row_work);
    }
  }

  void count_with_compressed_b() {
    using OffsetB = typename GraphB::offset_type;
    auto const row_offsets = take<OffsetB>(WorkspaceSlot::compressed_row_offsets, rows(b_) + 1);
    auto const size = static_cast<std::size_t>(count_sizes(exec_, column_sets_).total);
    scan_sizes(exec_, column_sets_, row_offsets);
    auto const compressed = araios::compress(
        exec_, b_, row_offsets, take<ordinal_type>(WorkspaceSlot::compressed_blocks, size),
        take<std::uint32_t>(WorkspaceSlot::compressed_bits, size));
    using Products = RowProducts<GraphA, decltype(compressed.graph)>;
    CompressedSymbolic<Products> const phase{
        {Products{a_, compressed.graph}, row_sizes_, compressed.graph.num_cols}, compressed.bits};
    run_symbolic(phase, stats_.max_row_compressed_work);
  }

  template <class Phase>
  void run_symbolic(Phase const& phase, std::int64_t max_row_work) {
    std::int64_t const num_keys = phase.num_keys;
    AccumulatorShape const shape{std::min(max_row_work, num_keys), num_keys, selection_.hash_scale,
                                 selection_.max_occupancy};
    run_phase(exec_, workspace_, selection_, phase, shape, options_.max_workspace_bytes,
              "araios::spgemm_symbolic::count_rows");
  }

  plan_type make_plan() {
    RowSizeCounts const counts = count_sizes(exec_, row_sizes_);
    stats_.nnz_c = counts.total;
    stats_.max_row_size = counts.largest;
    checked_cast<Offset>(counts.total, "the number of entries of C");
    Kokkos::View<Offset*, device_type> const row_offsets(
        Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, "araios::C.row_offsets"),
        rows(a_) + 1);
    scan_sizes(exec_, row_sizes_, row_offsets);
    typename plan_type::data_type data;
    data.stats = stats_;
    data.symbolic_selection = selection_;
    data.numeric_selection =
        select_method(device_traits(exec_), stats_, options_, PhaseKind::numeric, false);
    data.options = options_;
    data.row_offsets = row_offsets;
    if (options_.check_reuse) {
      data.fingerprint_a = fingerprint(exec_, a_, stats_.nnz_a);
      data.fingerprint_b = fingerprint(exec_, b_, stats_.nnz_b);
    }
    return {data, workspace_};
  }

  ExecutionSpace const& exec_;
  GraphA a_;
  GraphB b_;
  SpGemmOptions options_;
  Workspace<device_type> workspace_;
  ProblemStats stats_;
  Selection selection_;
  Kokkos::View<ordinal_type*, device_type> column_sets_;
  Kokkos::View<ordinal_type*, device_type> row_sizes_;
};

// Not inline: whoever declares an instance of the class extern compiles none of its kernels.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
auto SymbolicRun<Offset, ExecutionSpace, GraphA, GraphB>::run() -> plan_type {
  Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_symbolic"};
  workspace_.begin_call();
  check_operands();
  count_products();
  row_sizes_ = take<ordinal_type>(WorkspaceSlot::row_sizes, rows(a_));
  count_rows_of_c();
  return make_plan();
}

}  // namespace araios
