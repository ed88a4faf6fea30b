// SPDX-License-Identifier: BSD-3-Clause
// The pattern of C: the entries of a mask that have products, or a copy of the mask.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

template <class Graph, class Hits, class Sizes>
struct CountHits {
  Graph graph;
  Hits hits;
  Sizes sizes;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(graph.row_offsets(row + 1)) - begin;
    auto const count = lanes.template sum<std::int64_t>(
        size, [&](std::int64_t i, std::int64_t& sum) { sum += hits(begin + i); });
    lanes.single([&]() { sizes(row) = count; });
  }
};

template <class Graph, class Hits, class GraphC>
struct WriteHits {
  Graph graph;
  Hits hits;
  GraphC c;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(graph.row_offsets(row + 1)) - begin;
    auto const first = static_cast<std::int64_t>(c.row_offsets(row));
    lanes.template scan<std::int64_t>(size,
                                      [&](std::int64_t i, std::int64_t& before, bool is_final) {
                                        if (hits(begin + i) == 0) return;
                                        if (is_final)
                                          c.columns(first + before) = graph.columns(begin + i);
                                        ++before;
                                      });
  }
};

/// A pattern in new memory.
template <class Offset, class Ordinal, class Device>
struct PatternOfResult {
  CrsGraph<Offset, Ordinal, Device> graph;
  std::int64_t nnz;
};

/// The entries of a graph whose hits are 1. Its rows keep their order.
///
/// Shapes: hits one for each entry, sizes one for each row.
/// Throws: std::overflow_error where they exceed Offset; OutOfMemory.
/// Fences: once, to count them.
template <class Offset, class ExecutionSpace, class Graph, class Hits, class Sizes>
auto entries_with_hits(ExecutionSpace const& exec, Graph const& graph, Hits const& hits,
                       Sizes const& sizes) {
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  using GraphC = CrsGraph<Offset, Ordinal, Device>;
  auto const rows = rows_by_entries(graph, static_cast<std::int64_t>(hits.extent(0)));
  for_each_row("araios::semiring_spgemm_symbolic::count_rows", exec, rows,
               CountHits<Graph, Hits, Sizes>{graph, hits, sizes});
  auto const counted = count_rows<Offset>(exec, sizes, "the number of entries of C");
  GraphC const c{
      graph.num_rows, graph.num_cols, counted.row_offsets,
      allocate_touched<Ordinal, Device>(exec, "C.columns", static_cast<std::size_t>(counted.nnz))};
  for_each_row("araios::semiring_spgemm_symbolic::write_rows", exec, rows,
               WriteHits<Graph, Hits, GraphC>{graph, hits, c});
  return PatternOfResult<Offset, Ordinal, Device>{c, counted.nnz};
}

template <class From, class To>
struct CopyOffset {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    to(i) = static_cast<typename To::non_const_value_type>(from(i));
  }
};

/// A copy of a graph, which may count entries in another type.
///
/// Pre:    offsets count from 0.
/// Throws: std::overflow_error where the entries exceed Offset; OutOfMemory.
template <class Offset, class ExecutionSpace, class Graph>
auto copy_of_pattern(ExecutionSpace const& exec, Graph const& graph, std::int64_t nnz) {
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  using Offsets = Kokkos::View<Offset*, Device>;
  checked_cast<Offset>(nnz, "the number of entries of C");
  Offsets const row_offsets =
      allocate_row_offsets<Offset, Device>(exec, std::int64_t{graph.num_rows});
  auto const columns =
      allocate_touched<Ordinal, Device>(exec, "C.columns", static_cast<std::size_t>(nnz));
  if (graph.row_offsets.extent(0) == 0) {
    Kokkos::deep_copy(exec, row_offsets, Offset{0});
  } else {
    auto const size = static_cast<std::int64_t>(row_offsets.extent(0));
    for_range("araios::semiring_spgemm_symbolic::copy_offsets", exec, size, size,
              CopyOffset<decltype(graph.row_offsets), Offsets>{graph.row_offsets, row_offsets});
  }
  Kokkos::deep_copy(
      exec, columns,
      Kokkos::subview(graph.columns, Kokkos::make_pair(std::size_t{0}, columns.extent(0))));
  return PatternOfResult<Offset, Ordinal, Device>{
      {graph.num_rows, graph.num_cols, row_offsets, columns}, nnz};
}

}  // namespace araios::inline ARAIOS_ISA::impl
