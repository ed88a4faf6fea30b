// SPDX-License-Identifier: BSD-3-Clause
// Products whose rows have few products, formed in one walk through A and B on hosts.
#pragma once

#include <Araios_CallingThread.hpp>
#include <Araios_CrsMatrix.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_HugePages.hpp>
#include <Araios_Partitioning.hpp>
#include <Araios_RowBlock.hpp>
#include <Araios_RowCounts.hpp>
#include <Araios_RowRanges.hpp>
#include <Araios_Search.hpp>
#include <Araios_SmallLoops.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpGemmSymbolic.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace araios {

/// Successive rows of C that one thread forms, and where their entries lie until C is there.
struct RowChunk {
  std::int64_t first_row;
  std::int64_t place;  ///< of the first entry; at most as many as products follow
  std::int64_t size;   ///< entries
};

template <class Device>
using RowChunks = Kokkos::View<RowChunk*, Device>;

/// Counts the products of each chunk. Shapes: chunks one more than there are.
template <class GraphA, class GraphB>
struct CountChunk {
  GraphA a;
  GraphB b;
  RowChunks<typename GraphA::device_type> chunks;

  void operator()(std::int64_t chunk) const {
    auto const num_chunks = static_cast<std::int64_t>(chunks.extent(0)) - 1;
    auto const num_rows = static_cast<std::int64_t>(a.num_rows);
    auto const row_end = [&](std::int64_t row) {
      return static_cast<std::int64_t>(a.row_offsets(row + 1));
    };
    auto const first_row = [&](std::int64_t i) {
      return first_row_of_share(i, num_chunks, num_rows, row_end(num_rows - 1), row_end);
    };
    std::int64_t const begin = first_row(chunk);
    auto const end = a.row_offsets(first_row(chunk + 1));
    std::int64_t work = 0;
    for (auto entry = a.row_offsets(begin); entry < end; ++entry) {
      work += row_length(b, a.columns(entry));
    }
    chunks(chunk) = {begin, 0, work};
  }
};

template <class ExecutionSpace, class GraphA, class GraphB, class Scalar, class Offset>
struct FormChunks {
  using Ordinal = typename GraphA::ordinal_type;
  using Device = typename GraphA::device_type;
  using Block = RowBlock<Scalar, Ordinal>;

  GraphA a;
  GraphB b;
  Kokkos::View<Scalar const*, Device> a_values;
  Kokkos::View<Scalar const*, Device> b_values;
  RowChunks<Device> chunks;
  Kokkos::View<Ordinal*, Device> columns;
  Kokkos::View<Scalar*, Device> values;
  Kokkos::View<Offset*, Device> row_offsets;
  Kokkos::View<Block*, Device> blocks;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> failed;
  RowRanges<ExecutionSpace, Device> ranges;

  template <class Member>
  void operator()(Member const& member) const {
    auto const lanes = ThreadSequential::lanes(member);
    Block& block = blocks(static_cast<std::size_t>(ThreadSequential::owner_index(member)));
    ranges.template for_each<ThreadSequential>(lanes, [&](Rows const& range) {
      for (std::int64_t i = range.begin; i < range.end; ++i) form(i, block);
    });
  }

 private:
  void form(std::int64_t index, Block& block) const {
    RowChunk& chunk = chunks(index);
    auto const end = static_cast<Ordinal>(chunks(index + 1).first_row);
    std::int64_t count = 0;
    for (auto row = static_cast<Ordinal>(chunk.first_row); row < end;) {
      Ordinal const next = block.take(a, b, a_values, b_values, row, end);
      if (next == row) {
        failed() = 1;
        return;
      }
      block.order();
      count = block.write(count, columns.data() + chunk.place, values.data() + chunk.place,
                          row_offsets.data() + row + 1);
      row = next;
    }
    chunk.size = count;
  }
};

template <class Device, class Ordinal, class Scalar, class Offset>
struct MoveChunk {
  RowChunks<Device> chunks;
  Kokkos::View<std::int64_t const*, Device> begins;
  Kokkos::View<Ordinal const*, Device> columns;
  Kokkos::View<Scalar const*, Device> values;
  Kokkos::View<Ordinal*, Device> columns_of_c;
  Kokkos::View<Scalar*, Device> values_of_c;
  Kokkos::View<Offset*, Device> row_offsets;

  void operator()(std::int64_t index) const {
    RowChunk const& chunk = chunks(index);
    std::int64_t const begin = begins(index);
    std::copy_n(columns.data() + chunk.place, chunk.size, columns_of_c.data() + begin);
    std::copy_n(values.data() + chunk.place, chunk.size, values_of_c.data() + begin);
    Offset* const end = row_offsets.data() + chunks(index + 1).first_row + 1;
    for (Offset* row = row_offsets.data() + chunk.first_row + 1; row < end; ++row) {
      *row += static_cast<Offset>(begin);
    }
  }
};

template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
class OnePassProduct {
 public:
  using scalar_type = typename MatrixA::scalar_type;
  using ordinal_type = typename MatrixA::ordinal_type;
  using device_type = typename MatrixA::device_type;
  using result_type = CrsMatrix<scalar_type, Offset, ordinal_type, device_type>;
  using Block = RowBlock<scalar_type, ordinal_type>;

  OnePassProduct(ExecutionSpace const& exec, MatrixA const& a, MatrixB const& b,
                 SpGemmOptions const& options, Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, b_{b}, options_{options}, workspace_{workspace} {}

  std::optional<result_type> run() {
    if constexpr (is_host_space_v<ExecutionSpace> && Block::exists) {
      if (!leaves_choices_open(options_) || options_.transpose_a || options_.transpose_b) return {};
      workspace_.begin_call();
      check_shapes(a_.graph, b_.graph, options_);
      if (!Block::can_order(b_.graph.num_cols) || a_.graph.num_rows == 0) return {};
      auto const scan = scan_rows(exec_, a_.graph, Kokkos::View<ordinal_type*, device_type>{});
      expect_checked(exec_, a_.graph, scan, "A", options_);
      if (!is_same_graph(a_.graph, b_.graph)) {
        expect_checked(exec_, b_.graph,
                       scan_rows(exec_, b_.graph, Kokkos::View<ordinal_type*, device_type>{}), "B",
                       options_);
      }
      return form();
    } else {
      return {};
    }
  }

 private:
  template <class T>
  auto take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count),
                                       options_.max_workspace_bytes);
  }

  std::optional<result_type> form() {
    std::int64_t const threads = exec_.concurrency();
    std::int64_t const num_chunks = threads * 16;
    chunks_ = take<RowChunk>(WorkspaceSlot::recorded_rows, num_chunks + 1);
    auto const graph_a = graph_of(a_);
    auto const graph_b = graph_of(b_);
    using GraphA = decltype(graph_of(a_));
    using GraphB = decltype(graph_of(b_));
    Kokkos::parallel_for("araios::spgemm::count_chunks",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                                             Kokkos::Schedule<Kokkos::Static>>(exec_, 0, num_chunks),
                         CountChunk<GraphA, GraphB>{graph_a, graph_b, chunks_});
    exec_.fence("araios: count");
    std::int64_t work = 0;
    for (std::int64_t i = 0; i < num_chunks; ++i) {
      chunks_(i).place = work;
      work += chunks_(i).size;
    }
    chunks_(num_chunks) = {a_.graph.num_rows, work, 0};
    if (work > 128 * static_cast<std::int64_t>(a_.graph.num_rows)) return {};
    auto const columns = take<ordinal_type>(WorkspaceSlot::recorded_columns, work);
    auto const values = take<scalar_type>(WorkspaceSlot::destinations, work);
    auto const row_offsets = allocate_row_offsets<Offset, device_type>(exec_, a_.graph.num_rows);
    row_offsets(0) = 0;
    auto const blocks = take<Block>(WorkspaceSlot::pool_memory, threads);
    auto const failed = workspace_.flag(WorkspaceFlag::mismatch);
    failed() = 0;
    RowRanges<ExecutionSpace, device_type> ranges{
        num_chunks, 1, static_cast<int>(threads), ScheduleKind::dynamic_chunks,
        take<std::int64_t>(WorkspaceSlot::next_range, 1), false};
    ranges.next_range(0) = 0;
    Selection selection;
    selection.team_size = 1;
    selection.vector_length = 1;
    FormChunks<ExecutionSpace, GraphA, GraphB, scalar_type, Offset> const kernel{
        graph_a, graph_b, a_.values, b_.values, chunks_, columns,
        values,  row_offsets, blocks, failed,  ranges};
    run_by_threads(exec_, selection, kernel, "araios::spgemm::form_chunks");
    exec_.fence("araios: form");
    if (failed() != 0) return {};
    auto const begins = take<std::int64_t>(WorkspaceSlot::recording_counters, num_chunks);
    std::int64_t nnz = 0;
    for (std::int64_t i = 0; i < num_chunks; ++i) {
      begins(i) = nnz;
      nnz += chunks_(i).size;
    }
    checked_cast<Offset>(nnz, "the number of entries of C");
    auto const property = [&](std::string const& label) {
      return Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, label);
    };
    result_type c{{a_.graph.num_rows, b_.graph.num_cols, row_offsets,
                   Kokkos::View<ordinal_type*, device_type>(property("C.columns"), nnz)},
                  Kokkos::View<scalar_type*, device_type>(property("C.values"), nnz)};
    prefer_huge_pages(c.graph.columns);
    prefer_huge_pages(c.values);
    Kokkos::parallel_for(
        "araios::spgemm::move_chunks",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                            Kokkos::Schedule<Kokkos::Static>>(exec_, 0, num_chunks),
        MoveChunk<device_type, ordinal_type, scalar_type, Offset>{
            chunks_, begins, columns, values, c.graph.columns, c.values, row_offsets});
    exec_.fence("araios: move");
    return c;
  }

  ExecutionSpace const& exec_;
  MatrixA const& a_;
  MatrixB const& b_;
  SpGemmOptions const& options_;
  Workspace<device_type> workspace_;
  RowChunks<device_type> chunks_;
};

}  // namespace araios
