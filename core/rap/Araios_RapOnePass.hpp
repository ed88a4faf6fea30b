// SPDX-License-Identifier: BSD-3-Clause
// A whole triple product on hosts in one pass over the rows of R, without a plan.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Errors.hpp>
#include <Araios_RapOptions.hpp>
#include <Araios_Workspace.hpp>
#include <fused/Araios_FormFusedRows.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <fused/Araios_RowBundles.hpp>
#include <fused/Araios_ShortRows.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <rap/Araios_RapChecks.hpp>
#include <rap/Araios_RapMemory.hpp>
#include <rap/Araios_RapProducts.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// The products of R·A of a bundle, in units of 64, and the columns that they span.
///
/// Pre: columns of rows of A ascend.
template <class Graphs, class Bundles, class Sizes>
struct MeasureBundle {
  Graphs graphs;
  Bundles bundles;
  Sizes sizes;

  void operator()(std::int64_t bundle, std::int64_t& sum, std::int64_t& most,
                  std::int64_t& most_span) const {
    using Ordinal = typename Graphs::ordinal_type;
    constexpr std::int64_t unit = 64;
    auto const row = bundles.begin(bundle);
    std::int64_t products = 0;
    Ordinal first = std::numeric_limits<Ordinal>::max();
    Ordinal last = 0;
    auto const end = graphs.r.row_offsets(row + 1);
    for (auto entry = graphs.r.row_offsets(row); entry < end; ++entry) {
      Ordinal const row_of_a = graphs.r.columns(entry);
      auto const a_begin = graphs.a.row_offsets(row_of_a);
      auto const a_end = graphs.a.row_offsets(row_of_a + 1);
      if (a_begin == a_end) continue;
      products += static_cast<std::int64_t>(a_end - a_begin);
      first = std::min(first, graphs.a.columns(a_begin));
      last = std::max(last, graphs.a.columns(a_end - 1));
    }
    sizes(bundle) = (products + unit - 1) / unit;
    sum += products * static_cast<std::int64_t>(bundles.begin(bundle + 1) - row);
    most = std::max(most, products);
    // Where no bundle has products the span is 0, not the least number that the reduction begins
    // with.
    most_span = std::max(most_span, products > 0 ? std::int64_t{last} - first + 1 : 0);
  }
};

/// Forms C = R·A·P in one pass, where windows are small beside the products: a plan would find the
/// columns first. Where rows of P have at most one entry, rows of C are short, and a plan finds
/// them faster. The public function is rap.
///
/// Pre: options set no cap.
template <class Offset, class ExecutionSpace, class MatrixA>
class RapOnePass {
 public:
  using scalar_type = typename MatrixA::scalar_type;
  using ordinal_type = typename MatrixA::ordinal_type;
  using device_type = typename MatrixA::device_type;
  using result_type = CrsMatrix<scalar_type, Offset, ordinal_type, device_type>;

  RapOnePass(ExecutionSpace const& exec, RapOptions const& options,
             Workspace<device_type> const& workspace)
      : exec_{exec}, options_{options}, workspace_{workspace} {}

  /// With a given R. Returns nothing where windows are too large, or memory ends.
  ///
  /// Throws: as rap_symbolic.
  template <class MatrixP, class MatrixR>
  std::optional<result_type> run(MatrixA const& given_a, MatrixP const& given_p,
                                 MatrixR const& given_r) {
    workspace_.begin_call(exec_);
    check_rap_shapes(options_, given_a.graph, given_p.graph, given_r.graph);
    if (has_short_rows(exec_, given_p.graph)) return {};
    auto const r = checked_operand(exec_, given_r, "R");
    auto const a = checked_operand(exec_, given_a, "A");
    auto const p = checked_operand(exec_, given_p, "P");
    return form(operands(r.rows.graph, r.rows.values, {}, a, p), r.nnz);
  }

  /// With R from P.
  template <class MatrixP>
  std::optional<result_type> run(MatrixA const& given_a, MatrixP const& given_p) {
    workspace_.begin_call(exec_);
    check_rap_shapes(options_, given_a.graph, given_p.graph);
    if (has_short_rows(exec_, given_p.graph)) return {};
    auto const a = checked_operand(exec_, given_a, "A");
    auto const p = checked_operand(exec_, given_p, "P");
    auto const transposed = transpose_alone(exec_, p.rows.graph, p.nnz);
    return form(operands(graph_of(transposed.graph), p.rows.values, transposed.entries, a, p),
                p.nnz);
  }

 private:
  using Numbers = Kokkos::View<std::int64_t*, device_type>;
  static constexpr std::size_t no_cap = std::numeric_limits<std::size_t>::max();

  /// Pre: R, A and P are checked.
  template <class GraphR, class Values, class CheckedA, class CheckedP>
  auto operands(GraphR const& r, Values const& values_of_r,
                Kokkos::View<typename GraphR::offset_type const*, device_type> const& entries,
                CheckedA const& a, CheckedP const& p) {
    a_ascends_ = a.scan.columns_increase();
    p_ascends_ = p.scan.columns_increase();
    using Graphs = RapGraphs<GraphR, std::remove_const_t<decltype(a.rows.graph)>,
                             std::remove_const_t<decltype(p.rows.graph)>>;
    return RapOperands<Graphs, scalar_type>{{r, a.rows.graph, p.rows.graph},
                                            values_of_r,
                                            a.rows.values,
                                            p.rows.values,
                                            entries,
                                            options_.conjugate};
  }

  template <class Operands>
  std::optional<result_type> form(Operands const& operands, std::int64_t nnz_r) {
    measure(operands.graphs, nnz_r);
    if (sums_of_hosts(counts_) != RapSums::windows) return {};
    switch (lanes_for_rows(counts_.rows_together)) {
      case 1:
        return form_rows<1>(operands);
      case tuning::fused_few_rows_together:
        return form_rows<tuning::fused_few_rows_together>(operands);
      default:
        return form_rows<tuning::fused_max_rows_together>(operands);
    }
  }

  /// Finds bundles, and how large windows have to be.
  template <class Graphs>
  void measure(Graphs const& graphs, std::int64_t nnz_r) {
    auto const num_rows = std::int64_t{graphs.r.num_rows};
    counts_.coarse_span = std::max<std::int64_t>(graphs.p.num_cols, 1);
    auto const marks = workspace_.template take<std::uint8_t>(
        exec_, WorkspaceSlot::origins, static_cast<std::size_t>(num_rows), no_cap);
    bundles_ = find_bundles(exec_, graphs.r, nnz_r, marks);
    counts_.rows_together = bundles_.largest;
    auto const sizes = take<std::int64_t>(WorkspaceSlot::row_work, bundles_.count);
    if (num_rows > 0) {
      reduce_range("araios::rap::measure", exec_, bundles_.count,
                   most_steps(graphs.r) + bundles_.count,
                   MeasureBundle<Graphs, decltype(bundles_), Numbers>{graphs, bundles_, sizes},
                   Kokkos::Sum<std::int64_t>(counts_.products),
                   Kokkos::Max<std::int64_t>(counts_.max_products),
                   Kokkos::Max<std::int64_t>(counts_.fine_span));
    }
    if (!a_ascends_) counts_.fine_span = std::max<std::int64_t>(graphs.a.num_cols, 1);
    begins_ = take<std::int64_t>(WorkspaceSlot::work_offsets, bundles_.count + 1);
    scan_sizes(exec_, sizes, begins_);
    exec_.fence("araios: bundles are measured");
  }

  template <int lanes, class Operands>
  std::optional<result_type> form_rows(Operands const& operands) {
    auto const& graphs = operands.graphs;
    int const owners = num_owners();
    std::int64_t const num_ranges =
        std::min<std::int64_t>(owners * tuning::fused_ranges_of_owner, bundles_.count);
    FusedRanges<Numbers> const ranges{bundles_.count, begins_(bundles_.count), num_ranges, begins_};
    using Form = FormFusedRows<lanes, Operands>;
    std::vector<typename Form::Range> formed(static_cast<std::size_t>(num_ranges));
    auto const row_sizes = take<std::int64_t>(WorkspaceSlot::row_sizes, graphs.r.num_rows);
    auto const next = take<std::int64_t>(WorkspaceSlot::next_range, 1);
    next(0) = 0;
    if (bundles_.count > 0) {
      take_ranges("araios::rap::form_rows", exec_, owners, num_ranges, next,
                  Form{{operands},
                       bundles_,
                       ranges,
                       windows(owners),
                       a_ascends_,
                       p_ascends_,
                       row_sizes,
                       formed.data()});
      exec_.fence("araios: the rows of a triple product are formed");
    }
    for (auto const& range : formed) {
      if (range.has_failed) return {};
    }
    auto const counted = count_rows<Offset>(exec_, row_sizes, "the number of entries of C");
    auto const size = static_cast<std::size_t>(counted.nnz);
    result_type const c{{graphs.r.num_rows, graphs.p.num_cols, counted.row_offsets,
                         allocate_touched<ordinal_type, device_type>(exec_, "C.columns", size)},
                        allocate_touched<scalar_type, device_type>(exec_, "C.values", size)};
    for_range("araios::rap::move_rows", exec_, num_ranges, counted.nnz,
              MoveFormedRows<ordinal_type, scalar_type, Offset, device_type>{
                  bundles_, ranges, c.graph.row_offsets, c.graph.columns, c.values, formed.data()});
    exec_.fence("araios: a triple product is complete");
    return c;
  }

  std::int64_t fine_list() const { return std::min(counts_.max_products, counts_.fine_span) + 1; }
  std::int64_t coarse_list() const { return counts_.coarse_span + 1; }
  /// Elements of the windows of an owner, `lanes` sums each.
  std::int64_t elements() const {
    return window_elements(counts_) / lanes_for_rows(counts_.rows_together);
  }

  int num_owners() const {
    std::size_t const bytes =
        static_cast<std::size_t>(window_elements(counts_)) * sizeof(scalar_type) +
        static_cast<std::size_t>(elements()) * sizeof(std::int32_t) +
        static_cast<std::size_t>(fine_list() + coarse_list()) * sizeof(ordinal_type);
    auto const products = static_cast<std::size_t>(counts_.products);
    return num_fused_owners(exec_, bundles_.count, bytes, 0,
                            {affordable_owner_bytes(products * sizeof(ordinal_type)), no_cap});
  }

  MarkedWindows<scalar_type, ordinal_type> windows(std::int64_t owners) {
    auto const of_owners = static_cast<std::size_t>(owners);
    std::size_t const sum_bytes =
        of_owners * static_cast<std::size_t>(window_elements(counts_)) * sizeof(scalar_type);
    std::size_t const mark_bytes =
        of_owners * static_cast<std::size_t>(elements()) * sizeof(std::int32_t);
    auto const zero = take_zero_bytes(workspace_, exec_, WorkspaceSlot::pool_memory,
                                      sum_bytes + mark_bytes, no_cap);
    auto const lists =
        take<ordinal_type>(WorkspaceSlot::sort_memory, owners * (fine_list() + coarse_list()));
    return {reinterpret_cast<scalar_type*>(zero.data()),
            reinterpret_cast<std::int32_t*>(zero.data() + sum_bytes),
            lists.data(),
            window_of(counts_.fine_span),
            window_of(counts_.coarse_span),
            fine_list(),
            coarse_list()};
  }

  template <class T>
  Kokkos::View<T*, device_type> take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count), no_cap);
  }

  ExecutionSpace const& exec_;
  RapOptions const& options_;
  Workspace<device_type> workspace_;
  FusedCounts counts_;
  bool a_ascends_ = false;  ///< strictly, columns in each row
  bool p_ascends_ = false;
  RowBundles<ordinal_type, device_type> bundles_;
  Numbers begins_;
};

/// C = R·A·P of read-only operands, or nothing where options set a cap, windows are too large, or
/// memory ends.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixP, class... MatrixR>
auto in_one_pass(ExecutionSpace const& exec, RapOptions const& options, MatrixA const& a,
                 MatrixP const& p, MatrixR const&... r) {
  using Device = typename MatrixA::device_type;
  using OnePass = RapOnePass<Offset, ExecutionSpace, MatrixA>;
  std::optional<typename OnePass::result_type> c;
  if (options.max_workspace_bytes < std::numeric_limits<std::size_t>::max()) return c;
  Workspace<Device> const workspace;
  typename Workspace<Device>::Use const use{exec, workspace};
  try {
    c = or_out_of_memory("a triple product", 0, [&] {
      return OnePass{exec, options, workspace}.run(a, p, r...);
    });
  } catch (OutOfMemory const&) {
    // A plan needs less.
  }
  return c;
}

/// C = R·A·P of read-only operands in new memory: twice() by two products, where these are
/// preferred; in one pass, where hosts can; otherwise planned().
template <class Offset, class ExecutionSpace, class Twice, class Planned, class... Operands>
auto in_one_call(ExecutionSpace const& exec, RapOptions const& options, Twice const& twice,
                 Planned const& planned, Operands const&... operands) {
  return by_products_or_fused(exec, options, twice, [&] {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      auto c = in_one_pass<Offset>(exec, options, operands...);
      if (c) return *std::move(c);
    }
    return planned();
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
