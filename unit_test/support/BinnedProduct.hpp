// SPDX-License-Identifier: BSD-3-Clause
// The product by bins on any execution space, step by step: hosts run it in tests alone.
#pragma once

#include "HostMatrix.hpp"
#include "PretendedDevice.hpp"
#include <Araios_SpGemmOptions.hpp>
#include <bins/Araios_BinnedPhase.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <bins/Araios_SortIntoBins.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios_test {

/// What a product by bins found.
template <class Scalar>
struct BinnedProduct {
  HostMatrix<Scalar> c;
  araios::impl::FoundCounts by_work;
  araios::impl::BinCounts by_size;
  bool mismatch = false;
};

/// A board of zeros; a launch that writes row offsets asks for sums.
template <class Device>
araios::impl::BinBoard<Device> take_board(std::size_t num_sums = 0) {
  using Counters = Kokkos::View<std::int64_t*, Device>;
  using Found = Kokkos::View<std::int64_t*, Kokkos::SharedHostPinnedSpace>;
  return {{Counters("counters", araios::impl::BinCounters::count),
           Found("found", araios::impl::BinCounters::read)},
          Counters("sums", num_sums)};
}

/// Multiplies by bins, sized for the scratch that devices report.
template <class Space, class Scalar>
class BinnedProductRun {
 public:
  /// Units: scratch_bytes of one team.
  BinnedProductRun(HostMatrix<Scalar> const& a, HostMatrix<Scalar> const& b,
                   std::size_t scratch_bytes = scratch_of_a_device)
      : a_{to_device<int, int, Device>(a)}, b_{to_device<int, int, Device>(b)} {
    device_ = traits_of_a_device(exec_, scratch_bytes);
  }

  /// Multiplies A by itself, which is one graph on the device.
  explicit BinnedProductRun(HostMatrix<Scalar> const& a)
      : a_{to_device<int, int, Device>(a)}, b_{a_}, is_square_{true} {
    device_ = traits_of_a_device(exec_);
  }

  /// Rows take what suits a device that runs so many lanes at once.
  void pretend_lanes(int concurrency) { device_.concurrency = concurrency; }

  /// Whether lanes count rows that suit them while these are sorted into bins.
  void let_lanes_count_rows(bool count) { lanes_count_rows_ = count; }

  /// Lets the symbolic phase see another A.
  void plan_with(HostMatrix<Scalar> const& a) {
    planned_a_ = to_device<int, int, Device>(a);
    has_planned_a_ = true;
  }

  /// Whether a run took memory for rows that several teams share.
  bool has_shared_rows() const { return workspace_.bytes() > 0; }

  /// Sorts rows into bins and nothing more.
  araios::impl::FoundCounts check() { return bin_by_work(graph_of(b_), take_rows()); }

  /// `deterministic` chooses how teams walk long rows; `planned_b`, when given, stands for B in the
  /// symbolic phase alone.
  BinnedProduct<Scalar> run(bool deterministic, HostMatrix<Scalar> const* planned_b = nullptr) {
    BinnedProduct<Scalar> result;
    Graph const b = planned_b != nullptr ? graph_of(to_device<int, int, Device>(planned_b->pattern))
                                         : graph_of(is_square_ ? planned_a() : b_);
    count_rows(b, deterministic, result);
    planned_ = {static_cast<std::int64_t>(a_.graph.columns.extent(0)),
                static_cast<std::int64_t>(b.columns.extent(0))};
    fill_rows(deterministic, result);
    return result;
  }

 private:
  using Device = typename Space::device_type;
  using Matrix = araios::CrsMatrix<Scalar, int, int, Device>;
  using Graph = araios::CrsGraph<int, int const, Device>;
  using Products = araios::impl::RowProducts<Graph, Graph>;
  template <class T>
  using View = Kokkos::View<T*, Device>;

  Matrix const& planned_a() const { return has_planned_a_ ? planned_a_ : a_; }

  struct Rows {
    View<int> sizes;
    View<std::int32_t> work;
  };
  Rows take_rows() {
    auto const rows = static_cast<std::size_t>(a_.graph.num_rows);
    return {View<int>("row_sizes", rows), View<std::int32_t>("work", rows)};
  }

  static araios::impl::ProductsOfLane of_lane() {
    return {araios::impl::tuning::lane_merge_few_products,
            araios::impl::tuning::lane_merge_more_products};
  }

  araios::impl::FoundCounts bin_by_work(Graph const& b, Rows const& rows) {
    auto const board = take_board<Device>();
    bins_ = {View<int>("bins", araios::impl::BinnedRows<int, Device>::elements(a_.graph.num_rows)),
             a_.graph.num_rows};
    constexpr std::int64_t longest_row_of_thread = 40;
    araios::impl::sort_into_bins(
        exec_, araios::impl::binning_launch(exec_, a_.graph.num_rows, 1),
        araios::impl::SymbolicBinning<Products>{
            Products{graph_of(planned_a()), b}, bins_, rows.work, rows.sizes, board.counters,
            longest_row_of_thread, of_lane(), lanes_count_rows_},
        board, "bin_rows");
    return araios::impl::read_counts(exec_, board);
  }

  void count_rows(Graph const& b, bool deterministic, BinnedProduct<Scalar>& result) {
    auto const rows = take_rows();
    result.by_work = bin_by_work(b, rows);
    stats_.m = a_.graph.num_rows;
    stats_.nnz_a = result.by_work.nnz_a;
    stats_.n = b.num_cols;
    stats_.work = result.by_work.bins.total;
    stats_.max_row_work = result.by_work.bins.largest;
    araios::impl::PlainSymbolic<Products> const phase{
        {Products{graph_of(planned_a()), b}, rows.sizes, b.num_cols}};
    run_bins(phase, rows.work, result.by_work.bins, deterministic);
    bin_by_size(rows.sizes, rows.work, result);
  }

  void bin_by_size(View<int> const& row_sizes, View<std::int32_t> const& work,
                   BinnedProduct<Scalar>& result) {
    auto const launch = araios::impl::binning_launch_at_once(exec_, a_.graph.num_rows);
    auto const board = take_board<Device>(launch.num_sums());
    row_offsets_ = View<int>("row_offsets", row_sizes.extent(0) + 1);
    araios::impl::sort_into_bins(
        exec_, launch,
        araios::impl::NumericBinning<Graph, int>{
            graph_of(planned_a()), bins_, work, row_sizes, row_offsets_,
            araios::impl::most_scratch_of_team(device_, stats_), of_lane(),
            araios::impl::merges_supernodes(result.by_work.bins, a_.graph.num_rows)},
        board, "bin_rows_of_c");
    result.by_size = araios::impl::read_counts(exec_, board).bins;
    result.by_size.supernode_members = result.by_work.bins.supernode_members;
  }

  void fill_rows(bool deterministic, BinnedProduct<Scalar>& result) {
    auto const nnz = static_cast<std::size_t>(result.by_size.total);
    Matrix c{{a_.graph.num_rows, b_.graph.num_cols, row_offsets_, View<int>("columns", nnz)},
             View<Scalar>("values", nnz)};
    auto const mismatch = workspace_.flag(araios::impl::WorkspaceFlag::mismatch);
    mismatch() = 0;
    araios::impl::Numeric<Products, Scalar, int> const phase{
        .products = Products{graph_of(a_), graph_of(b_)},
        .a_values = a_.values,
        .b_values = b_.values,
        .row_offsets = row_offsets_,
        .columns = c.graph.columns,
        .values = c.values,
        .mismatch = mismatch,
        .planned = planned_,
        .sort_memory = {},
        .sort_bytes_per_owner = 0,
    };
    run_bins(phase, {}, result.by_size, deterministic);
    exec_.fence();
    result.c = to_host(c);
    result.mismatch = mismatch() != 0;
  }

  template <class Phase>
  void run_bins(Phase const& phase, View<std::int32_t> const& work,
                araios::impl::BinCounts const& counts, bool deterministic) {
    araios::SpGemmOptions options;
    options.deterministic = deterministic;
    araios::impl::BinnedPhase(exec_, workspace_,
                              araios::impl::SelectionBasis{device_, stats_, options}, phase,
                              {bins_, work, counts}, "bins")
        .run();
  }

  Space exec_;
  Matrix a_;
  Matrix b_;
  Matrix planned_a_;
  bool has_planned_a_ = false;
  bool is_square_ = false;
  araios::impl::DeviceTraits device_;
  bool lanes_count_rows_ = false;
  araios::impl::PlannedEntries planned_;
  araios::ProblemStats stats_;
  araios::Workspace<Device> workspace_;
  araios::impl::BinnedRows<int, Device> bins_;
  View<int> row_offsets_;
};

}  // namespace araios_test
