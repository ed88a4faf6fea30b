// SPDX-License-Identifier: BSD-3-Clause
// The transpose of a pattern, and of values by the permutation kept with it.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_RowCounts.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SortRows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace araios {

/// A transposed pattern, and which entry of the original each of its entries is.
///
/// Shapes: graph n×m for an m×n original; entries has one element for each entry of the graph.
/// Post:   rows ascend by the original row; entries of one original row keep their order.
template <class Offset, class Ordinal, class Device>
struct TransposedGraph {
  CrsGraph<Offset, Ordinal const, Device> graph;
  Kokkos::View<Offset const*, Device> entries;
};

/// Bytes of a transposed pattern with `num_rows` rows.
template <class Offset, class Ordinal>
std::size_t transposed_graph_bytes(std::int64_t num_rows, std::int64_t nnz) {
  return (static_cast<std::size_t>(num_rows) + 1) * sizeof(Offset) +
         static_cast<std::size_t>(nnz) * (sizeof(Ordinal) + sizeof(Offset));
}

/// Counts the entries of each column.
template <class Graph, class Counts>
struct CountColumns {
  Graph a;
  Counts counts;

  KOKKOS_FUNCTION void operator()(typename Graph::ordinal_type row) const {
    auto const end = a.row_offsets(row + 1);
    for (auto entry = a.row_offsets(row); entry < end; ++entry) {
      Kokkos::atomic_inc(&counts(a.columns(entry)));
    }
  }
};

/// Puts each entry of a row at the next free place of its column.
template <class Graph>
struct ScatterEntries {
  using offset_type = typename Graph::offset_type;
  using ordinal_type = typename Graph::ordinal_type;
  using device_type = typename Graph::device_type;

  Graph a;
  Kokkos::View<offset_type const*, device_type> row_offsets;
  Kokkos::View<offset_type*, device_type> cursors;
  Kokkos::View<offset_type*, device_type> entries;
  Kokkos::View<ordinal_type*, device_type> columns;

  KOKKOS_FUNCTION void operator()(ordinal_type row) const {
    auto const end = a.row_offsets(row + 1);
    for (auto entry = a.row_offsets(row); entry < end; ++entry) {
      auto const column = a.columns(entry);
      auto const place =
          row_offsets(column) + Kokkos::atomic_fetch_add(&cursors(column), offset_type{1});
      entries(place) = entry;
      columns(place) = row;
    }
  }
};

/// Lanes that sort the rows of a transpose: a power of two near their mean length, as many as a
/// thread may have.
inline Selection select_transpose(DeviceTraits const& device, std::int64_t num_rows,
                                  std::int64_t nnz) {
  Selection selection;
  if (device.is_host) return selection;
  auto const mean = static_cast<std::uint64_t>(nnz / std::max<std::int64_t>(num_rows, 1));
  auto const limit = static_cast<std::uint64_t>(device.max_vector_length);
  selection.vector_length =
      static_cast<int>(std::bit_floor(std::clamp<std::uint64_t>(mean, 1, limit)));
  selection.team_size = tuning::device_lanes_per_team / selection.vector_length;
  return selection;
}

/// Transposes a pattern: counts its columns, scans the counts, scatters the entries, and orders
/// each row by the original entry where several threads scattered.
///
/// Shapes: a m×n with nnz entries; cursors n elements of any content.
/// Pre:    the pattern is valid.
/// Cost:   O(m + n + nnz), and sorting short rows where several threads run.
template <class ExecutionSpace, class Graph, class Cursors>
auto transpose(ExecutionSpace const& exec, DeviceTraits const& device, Graph const& a,
               std::int64_t nnz, Cursors const& cursors) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  auto const uninitialized = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  auto const size = static_cast<std::size_t>(nnz);
  Kokkos::View<Offset*, Device> const row_offsets(uninitialized("araios::transpose.row_offsets"),
                                                  static_cast<std::size_t>(a.num_cols) + 1);
  Kokkos::View<Offset*, Device> const entries(uninitialized("araios::transpose.entries"), size);
  Kokkos::View<Ordinal*, Device> const columns(uninitialized("araios::transpose.columns"), size);
  Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Ordinal>> const rows(exec, 0, a.num_rows);
  Kokkos::deep_copy(exec, cursors, Offset{0});
  Kokkos::parallel_for("araios::transpose::count", rows, CountColumns<Graph, Cursors>{a, cursors});
  scan_sizes(exec, cursors, row_offsets);
  Kokkos::deep_copy(exec, cursors, Offset{0});
  Kokkos::parallel_for("araios::transpose::scatter", rows,
                       ScatterEntries<Graph>{a, row_offsets, cursors, entries, columns});
  // A single thread meets the entries in order.
  if (device.concurrency > 1) {
    sort_rows(exec, select_transpose(device, a.num_cols, nnz), row_offsets, entries, columns);
  }
  return TransposedGraph<Offset, Ordinal, Device>{{a.num_cols, a.num_rows, row_offsets, columns},
                                                  entries};
}

/// Copies values into the order of a transpose.
template <class Values, class Entries, class Gathered>
struct GatherValues {
  Values values;
  Entries entries;
  Gathered gathered;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { gathered(i) = values(entries(i)); }
};

/// gathered(i) = values(entries(i)). Shapes: gathered as many elements as entries.
template <class ExecutionSpace, class Values, class Entries, class Gathered>
void gather_values(ExecutionSpace const& exec, Values const& values, Entries const& entries,
                   Gathered const& gathered) {
  Kokkos::parallel_for("araios::transpose::gather_values",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(
                           exec, 0, entries.extent(0)),
                       GatherValues<Values, Entries, Gathered>{values, entries, gathered});
}

}  // namespace araios
