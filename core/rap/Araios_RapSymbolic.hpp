// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase of a triple product: checks, the pattern of C, and which products are new
// columns.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_RapOptions.hpp>
#include <Araios_RapPlan.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_HostSymbolic.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <fused/Araios_RowBundles.hpp>
#include <fused/Araios_ShortRows.hpp>
#include <fused/Araios_TableOwners.hpp>
#include <fused/Araios_TableSymbolic.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <rap/Araios_RapChecks.hpp>
#include <rap/Araios_RapMemory.hpp>
#include <rap/Araios_RapProducts.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// The words of bits that the products of each bundle take.
template <class Graphs, class Bundles, class Words>
struct CountProductWords {
  Graphs graphs;
  Bundles bundles;
  Words words;

  KOKKOS_FUNCTION void operator()(std::int64_t bundle, std::int64_t& sum,
                                  std::int64_t& most) const {
    auto const row = bundles.begin(bundle);
    std::int64_t products = 0;
    auto const end = graphs.r.row_offsets(row + 1);
    for (auto entry = graphs.r.row_offsets(row); entry < end; ++entry) {
      products += row_length(graphs.a, graphs.r.columns(entry));
    }
    constexpr std::int64_t bits = NewColumns<typename Graphs::device_type>::bits_of_word;
    words(bundle) = (products + bits - 1) / bits;
    sum += products * static_cast<std::int64_t>(bundles.begin(bundle + 1) - row);
    most = products > most ? products : most;
  }
};

/// One symbolic phase. The public function is rap_symbolic. Devices find columns in tables; hosts
/// do so in tests alone.
template <class Offset, class ExecutionSpace, class GraphA,
          bool by_tables = !is_host_space_v<ExecutionSpace>>
class RapSymbolic {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using plan_type = RapPlan<Offset, ordinal_type, device_type>;

  RapSymbolic(ExecutionSpace const& exec, RapOptions const& options,
              Workspace<device_type> const& workspace)
      : exec_{exec}, workspace_{workspace} {
    data_.options = options;
  }

  /// With a given R.
  template <class GraphR, class GraphP>
  plan_type run(GraphR const& given_r, GraphA const& given_a, GraphP const& given_p) {
    workspace_.begin_call(exec_);
    check_rap_shapes(data_.options, given_a, given_p, given_r);
    auto const r = checked_operand(exec_, given_r, "R");
    data_.is_r_given = true;
    data_.r = planned_pattern(exec_, r, data_.options.check_reuse);
    auto const a = checked_a(given_a);
    auto const p = checked_p(given_p);
    return plan(r.rows, r.nnz, a.rows, p.rows);
  }

  /// With R from P.
  template <class GraphP>
  plan_type run(GraphA const& given_a, GraphP const& given_p) {
    workspace_.begin_call(exec_);
    check_rap_shapes(data_.options, given_a, given_p);
    auto const a = checked_a(given_a);
    auto const p = checked_p(given_p);
    data_.transposed_bytes =
        transposed_graph_bytes<typename GraphP::offset_type, ordinal_type>(p.rows.num_cols, p.nnz);
    workspace_.hold(data_.transposed_bytes, data_.options.max_workspace_bytes);
    auto const transposed = transpose_alone(exec_, p.rows, p.nnz);
    data_.transposed = transposed;
    return plan(graph_of(transposed.graph), p.nnz, a.rows, p.rows);
  }

 private:
  auto checked_a(GraphA const& given) {
    auto const a = checked_operand(exec_, given, "A");
    data_.a = planned_pattern(exec_, a, data_.options.check_reuse);
    data_.a_ascends = a.scan.columns_increase();
    return a;
  }
  template <class GraphP>
  auto checked_p(GraphP const& given) {
    auto const p = checked_operand(exec_, given, "P");
    data_.p = planned_pattern(exec_, p, data_.options.check_reuse);
    data_.p_ascends = p.scan.columns_increase();
    return p;
  }

  /// Pre: the operands are checked, and their offsets count from 0.
  template <class GraphR, class GraphP>
  plan_type plan(GraphR const& r, std::int64_t nnz_r, GraphA const& a, GraphP const& p) {
    RapGraphs<GraphR, GraphA, GraphP> const graphs{r, a, p};
    data_.num_rows = r.num_rows;
    data_.num_cols = p.num_cols;
    return by_products_or_fused(
        exec_, data_.options, [&] { return plan_products(r, a, p); },
        [&] { return plan_fused(graphs, nnz_r); });
  }

  template <class Graphs>
  plan_type plan_fused(Graphs const& graphs, std::int64_t nnz_r) {
    find_kind(graphs, nnz_r);
    count_products(graphs);
    if constexpr (by_tables) {
      find_by_tables(graphs);
      data_.sums = RapSums::tables;
    } else {
      if (data_.counts.is_direct) {
        find_on_host<true>(graphs);
      } else {
        find_on_host<false>(graphs);
      }
      data_.sums = sums_of_hosts(data_.counts);
    }
    exec_.fence("araios: the plan of a triple product is complete");
    return {std::move(data_), workspace_};
  }

  /// Plans A·P and R·(A·P).
  template <class GraphR, class GraphP>
  plan_type plan_products(GraphR const& r, GraphA const& a, GraphP const& p) {
    using Products = RapProducts<Offset, ordinal_type, device_type>;
    SpGemmOptions options = options_of_products(data_.options);
    options.replay = true;
    // That of the call is in use.
    Workspace<device_type> const of_products;
    auto const intermediate = spgemm_symbolic<Offset>(exec_, a, p, options, of_products);
    auto const pattern = pattern_of_plan(exec_, intermediate, a, p);
    auto const product = spgemm_symbolic<Offset>(exec_, r, graph_of(pattern), options, of_products);
    auto const c = pattern_of_plan(exec_, product, r, graph_of(pattern));
    auto data = data_;
    data.sums = RapSums::products;
    data.nnz = product.nnz();
    data.row_offsets = product.row_offsets();
    data.columns_of_c = c.columns;
    data.counts.intermediate = intermediate.nnz();
    auto const products = std::make_shared<Products const>(Products{intermediate, product});
    data.products_bytes = products->bytes();
    exec_.fence("araios: the plan of a triple product is complete");
    return {std::move(data), workspace_, products};
  }

  /// Finds whether sums are direct, and the bundles otherwise.
  template <class Graphs>
  void find_kind(Graphs const& graphs, std::int64_t nnz_r) {
    auto const num_rows = std::int64_t{graphs.r.num_rows};
    data_.bundles.count = num_rows;
    if constexpr (!by_tables) {
      data_.counts.is_direct = has_short_rows(exec_, graphs.p);
      if (data_.counts.is_direct) return;
      auto const marks = workspace_.template take<std::uint8_t>(
          exec_, WorkspaceSlot::origins, static_cast<std::size_t>(num_rows), max_bytes());
      data_.bundles = find_bundles(exec_, graphs.r, nnz_r, marks);
      data_.counts.rows_together = data_.bundles.largest;
    } else {
      static_cast<void>(nnz_r);
    }
  }

  template <class Graphs>
  void count_products(Graphs const& graphs) {
    std::int64_t const count = data_.bundles.count;
    auto const words = take_numbers(WorkspaceSlot::row_work, count);
    if (count > 0) {
      reduce_range("araios::rap_symbolic::count_products", exec_, count,
                   most_steps(graphs.r) + count,
                   CountProductWords<Graphs, decltype(data_.bundles), decltype(words)>{
                       graphs, data_.bundles, words},
                   Kokkos::Sum<std::int64_t>(data_.counts.products),
                   Kokkos::Max<std::int64_t>(data_.counts.max_products));
    }
    num_words_ = count_sizes(exec_, words).total;
    data_.news.begins = allocate_view<std::int64_t, device_type>(
        uninitialized_at_once(exec_, "araios::rap.begins"), static_cast<std::size_t>(count) + 1);
    scan_sizes(exec_, words, data_.news.begins);
    if (data_.counts.is_direct) return;
    data_.news.words = allocate_view<std::uint64_t, device_type>(
        uninitialized_at_once(exec_, "araios::rap.new_columns"),
        static_cast<std::size_t>(num_words_) + 2);
    Kokkos::deep_copy(exec_, data_.news.words, 0);
    workspace_.hold(data_.kept_bytes() - data_.transposed_bytes, max_bytes());
  }

  template <bool is_direct, class Graphs>
  void find_on_host(Graphs const& graphs) {
    int const owners = hold_lists(graphs);
    std::int64_t const num_ranges = std::clamp<std::int64_t>(
        owners * tuning::fused_ranges_of_owner, 1, std::max<std::int64_t>(data_.bundles.count, 1));
    using Find = FindFusedColumns<is_direct, Graphs, device_type>;
    FusedRanges<Kokkos::View<std::int64_t*, device_type>> const ranges{
        data_.bundles.count, num_words_, num_ranges, data_.news.begins};
    std::vector<FoundRange<ordinal_type>> found(static_cast<std::size_t>(num_ranges));
    auto const row_sizes = take_numbers(WorkspaceSlot::row_sizes, data_.num_rows);
    auto const next = take_numbers(WorkspaceSlot::next_range, 1);
    clear("araios::clear_next_range", exec_, next);
    if (data_.bundles.count > 0) {
      take_ranges("araios::rap_symbolic::find_columns", exec_, owners, num_ranges, next,
                  Find{graphs, data_.bundles, data_.news, row_sizes, ranges,
                       affordable_window(data_.counts.products), found.data()});
      exec_.fence("araios: the columns of a triple product are found");
    }
    auto& counts = data_.counts;
    for (auto const& range : found) {
      if (range.has_failed) throw OutOfMemory{"the columns of a triple product", 0};
      counts.intermediate += range.intermediate;
      counts.max_intermediate = std::max(counts.max_intermediate, range.max_intermediate);
      counts.fine_span = std::max(counts.fine_span, range.fine_span);
      counts.coarse_span = std::max(counts.coarse_span, range.coarse_span);
    }
    allocate_pattern(row_sizes);
    for_range("araios::rap_symbolic::copy_columns", exec_, num_ranges, data_.nnz,
              CopyFoundColumns<ordinal_type, Offset, device_type>{
                  data_.bundles, ranges, data_.row_offsets, data_.columns_of_c, found.data()});
    exec_.fence("araios: the columns of a triple product are copied");
  }

  /// Counts what owners list and mark of a row of R·A towards the cap. Returns how many may work.
  template <class Graphs>
  int hold_lists(Graphs const& graphs) {
    std::int64_t const marks =
        std::min(affordable_window(data_.counts.products), std::int64_t{graphs.a.num_cols});
    std::size_t const bytes =
        2 * (static_cast<std::size_t>(data_.counts.max_products) * sizeof(ordinal_type) +
             static_cast<std::size_t>(marks) * sizeof(std::uint32_t));
    // The marks are a bound, far above what most rows span: they limit owners under a cap alone.
    int const owners = num_fused_owners(exec_, data_.bundles.count, bytes,
                                        workspace_.bytes_in_use(), {max_bytes(), max_bytes()});
    workspace_.hold(static_cast<std::size_t>(owners) * bytes, max_bytes());
    return owners;
  }

  /// Takes row offsets and columns of C from the sizes of its rows.
  template <class Sizes>
  void allocate_pattern(Sizes const& row_sizes) {
    auto const counted = count_rows<Offset>(exec_, row_sizes, "the number of entries of C");
    data_.nnz = counted.nnz;
    data_.row_offsets = counted.row_offsets;
    data_.columns_of_c = allocate_touched<ordinal_type, device_type>(
        exec_, "C.columns", static_cast<std::size_t>(counted.nnz));
  }

  /// The same by hash tables: marks new columns, counts the rows of C, and writes their columns.
  template <class Graphs>
  void find_by_tables(Graphs const& graphs) {
    auto const num_rows = std::int64_t{data_.num_rows};
    NewProducts<Graphs, device_type> const products{graphs, data_.news};
    auto& counts = data_.counts;
    run_tables("araios::rap_symbolic::mark_new_columns", graphs, counts.max_products,
               [&](auto const& shape) {
                 return MarkNewColumns<Graphs, device_type, std::decay_t<decltype(shape)>>{
                     products, shape, data_.a_ascends};
               });
    auto const sizes = take_numbers(WorkspaceSlot::row_work, num_rows);
    auto const bounds = take_numbers(WorkspaceSlot::work_offsets, num_rows);
    auto const row_sizes = take_numbers(WorkspaceSlot::row_sizes, num_rows);
    for_range("araios::rap_symbolic::measure", exec_, num_rows, counts.products + num_rows,
              MeasureNewColumns<Graphs, device_type>{products, sizes, bounds});
    RowSizeCounts const of_rows = count_sizes(exec_, sizes);
    counts.intermediate = of_rows.total;
    counts.max_intermediate = of_rows.largest;
    std::int64_t const most = count_sizes(exec_, bounds).largest;
    auto const find_columns = [&](char const* label) {
      run_tables(label, graphs, most, [&](auto const& shape) {
        return FindCoarseColumns<Graphs, device_type, std::decay_t<decltype(shape)>, Offset>{
            products, shape, bounds, row_sizes, data_.row_offsets, data_.columns_of_c};
      });
    };
    find_columns("araios::rap_symbolic::count_columns");
    allocate_pattern(row_sizes);
    find_columns("araios::rap_symbolic::write_columns");
  }

  /// Runs make_form(shape) over all rows, with tables for `most_columns` columns.
  template <class Graphs, class MakeForm>
  void run_tables(char const* label, Graphs const& graphs, std::int64_t most_columns,
                  MakeForm const& make_form) {
    if (data_.num_rows == 0) return;
    TableShape<ordinal_type, ordinal_type> const shape{table_slots(most_columns), false, 0};
    TableMemory<ExecutionSpace, device_type> const tables{
        exec_, workspace_, data_.bundles.count, shape.bytes(), shape.clean_bytes(), budget()};
    auto const form = make_form(shape);
    form_by_tables(label, exec_, lanes_of_owner(exec_, graphs.a, data_.a.nnz),
                   FormByTables<MemoryPool<device_type>, std::remove_const_t<decltype(form)>>{
                       tables.pool(), data_.bundles.count, tables.num_owners(), form});
    workspace_.give_back(WorkspaceSlot::pool_memory);
    workspace_.give_back(WorkspaceSlot::pool_locks);
  }

  auto take_numbers(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<std::int64_t>(exec_, slot, static_cast<std::size_t>(count),
                                                  max_bytes());
  }
  OwnerBudget budget() const {
    auto const products = static_cast<std::size_t>(data_.counts.products);
    return {affordable_owner_bytes(products * sizeof(ordinal_type)), max_bytes()};
  }
  std::size_t max_bytes() const { return data_.options.max_workspace_bytes; }

  ExecutionSpace const& exec_;
  Workspace<device_type> workspace_;
  typename plan_type::data_type data_;
  std::int64_t num_words_ = 0;
};

/// A plan for a triple product of graphs: of A and P, or of R, A and P. Throws: as rap_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphP, class... GraphR>
auto rap_plan(ExecutionSpace const& exec, RapOptions const& options,
              Workspace<typename GraphA::device_type> const& workspace, GraphA const& a,
              GraphP const& p, GraphR const&... r) {
  typename Workspace<typename GraphA::device_type>::Use const use{exec, workspace};
  Kokkos::Profiling::ScopedRegion const region{"araios::rap_symbolic"};
  return or_out_of_memory("a triple product", 0, [&] {
    return RapSymbolic<Offset, ExecutionSpace, GraphA>{exec, options, workspace}.run(r..., a, p);
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
