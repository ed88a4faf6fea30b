// SPDX-License-Identifier: BSD-3-Clause
// Rows that are sorted and hold each column once, and which entries each of theirs adds up.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <matrix/Araios_SortedEntries.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The entries that each entry of merged rows adds up: order(begins(i)) to order(begins(i + 1)),
/// without the last.
///
/// Shapes: order: one for each entry of the rows as given; begins: one more than merged entries.
template <class Device>
struct MergedEntries {
  Kokkos::View<std::int64_t*, Device> order;
  Kokkos::View<std::int64_t*, Device> begins;

  std::size_t bytes() const { return (order.size() + begins.size()) * sizeof(std::int64_t); }
};

/// A pattern with merged rows.
template <class Offset, class Ordinal, class Device>
struct MergedRows {
  CrsGraph<Offset, Ordinal, Device> graph;  ///< columns ascend strictly
  std::int64_t nnz;
  MergedEntries<Device> entries;
};

/// The entries of a graph by column.
template <class Graph, class Order>
struct OrderedRows {
  Graph graph;
  Order order;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const {
    return static_cast<std::int64_t>(graph.row_offsets(row));
  }
  KOKKOS_FUNCTION std::int64_t size(std::int64_t row) const { return begin(row + 1) - begin(row); }
  KOKKOS_FUNCTION typename Graph::ordinal_type column(std::int64_t place) const {
    return graph.columns(order(place));
  }
  /// Whether a place has another column than the one before it in the row.
  KOKKOS_FUNCTION bool has_new_column(std::int64_t row_begin, std::int64_t place) const {
    return place == row_begin || column(place - 1) != column(place);
  }
};

template <class Rows, class Sizes>
struct CountDistinctColumns {
  Rows rows;
  Sizes sizes;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    std::int64_t const begin = rows.begin(row);
    auto const count =
        lanes.template sum<std::int64_t>(rows.size(row), [&](std::int64_t i, std::int64_t& found) {
          found += rows.has_new_column(begin, begin + i) ? 1 : 0;
        });
    lanes.single([&]() { sizes(row) = count; });
  }
};

template <class Rows, class Merged>
struct WriteDistinctColumns {
  Rows rows;
  Merged merged;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    std::int64_t const begin = rows.begin(row);
    auto const first = static_cast<std::int64_t>(merged.graph.row_offsets(row));
    lanes.template scan<std::int64_t>(
        rows.size(row), [&](std::int64_t i, std::int64_t& before, bool is_final) {
          if (!rows.has_new_column(begin, begin + i)) return;
          if (is_final) {
            merged.graph.columns(first + before) = rows.column(begin + i);
            merged.entries.begins(first + before) = begin + i;
          }
          ++before;
        });
    if (row + 1 == merged.graph.num_rows) {
      lanes.single([&]() { merged.entries.begins(merged.nnz) = rows.begin(row + 1); });
    }
  }
};

/// Merges the entries of a column in each row. Its memory is new.
///
/// Pre:    the pattern is valid, and its offsets count from 0.
/// Throws: OutOfMemory.
/// Fences: once, to count the entries.
template <class ExecutionSpace, class Graph>
auto merge_rows(ExecutionSpace const& exec, Graph const& graph, std::int64_t nnz) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  using Numbers = Kokkos::View<std::int64_t*, Device>;
  using Merged = MergedRows<Offset, Ordinal, Device>;
  auto const numbers = [&](char const* label, std::int64_t size) {
    return allocate_view<std::int64_t, Device>(uninitialized_at_once(exec, label),
                                               static_cast<std::size_t>(size));
  };
  Numbers const order = numbers("araios::merged_rows.order", nnz);
  sort_entries(exec, graph, order);
  OrderedRows<Graph, Numbers> const rows{graph, order};
  auto const of_rows = rows_by_entries(graph, nnz);
  Numbers const sizes = numbers("araios::merged_rows.sizes", std::int64_t{graph.num_rows});
  for_each_row("araios::merged_rows::count", exec, of_rows,
               CountDistinctColumns<decltype(rows), Numbers>{rows, sizes});
  auto const counted = count_rows<Offset>(exec, sizes, "the number of merged entries");
  Merged const merged{
      {graph.num_rows, graph.num_cols, counted.row_offsets,
       allocate_view<Ordinal, Device>(uninitialized_at_once(exec, "araios::merged_rows.columns"),
                                      static_cast<std::size_t>(counted.nnz))},
      counted.nnz,
      {order, numbers("araios::merged_rows.begins", counted.nnz + 1)}};
  for_each_row("araios::merged_rows::write", exec, of_rows,
               WriteDistinctColumns<decltype(rows), Merged>{rows, merged});
  return merged;
}

template <class Values, class Entries, class Sums>
struct SumMergedEntries {
  Values values;
  Entries entries;
  Sums sums;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const end = entries.begins(i + 1);
    std::int64_t place = entries.begins(i);
    auto sum = values(entries.order(place));
    for (++place; place < end; ++place) sum += values(entries.order(place));
    sums(i) = sum;
  }
};

/// Adds up the values of each merged entry, in the order of the entries.
///
/// Shapes: sums: one for each merged entry.
template <class ExecutionSpace, class Values, class Entries, class Sums>
void sum_merged_entries(ExecutionSpace const& exec, Values const& values, Entries const& entries,
                        Sums const& sums) {
  auto const size = static_cast<std::int64_t>(sums.extent(0));
  for_range("araios::merged_rows::sum", exec, size,
            static_cast<std::int64_t>(entries.order.extent(0)),
            SumMergedEntries<Values, Entries, Sums>{values, entries, sums});
}

}  // namespace araios::inline ARAIOS_ISA::impl
