// SPDX-License-Identifier: BSD-3-Clause
// The transpose of a pattern, with the permutation of its entries.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Selection.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <sort/Araios_SortRows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A transposed pattern, with the original entry of each of its entries.
///
/// Shapes: graph n×m for an m×n original; entries: one for each entry of the graph.
/// Post:   columns ascend in each row, since they are the original rows; repeated entries keep
///         their order.
template <class Offset, class Ordinal, class Device>
struct TransposedGraph {
  CrsGraph<Offset, Ordinal, Device> graph;
  Kokkos::View<Offset const*, Device> entries;
};

/// Bytes of a transposed pattern with `num_rows` rows.
template <class Offset, class Ordinal>
std::size_t transposed_graph_bytes(std::int64_t num_rows, std::int64_t nnz) {
  return (static_cast<std::size_t>(num_rows) + 1) * sizeof(Offset) +
         static_cast<std::size_t>(nnz) * (sizeof(Ordinal) + sizeof(Offset));
}

/// The number of parts of the rows that have their own cursors. With one part for each thread,
/// hosts scatter in order and without atomics. There are at most as many cursors as entries and
/// columns together, and at most `max_cursors`. On devices all rows share one part.
inline std::int64_t transpose_parts(DeviceTraits const& device, std::int64_t num_cols,
                                    std::int64_t nnz, std::size_t max_cursors) {
  if (!device.is_host || num_cols == 0) return 1;
  std::int64_t const most = std::min<std::int64_t>(device.concurrency, 1 + nnz / num_cols);
  auto const fitting = max_cursors / static_cast<std::size_t>(num_cols);
  if (std::cmp_greater_equal(fitting, most)) return most;
  return std::max<std::int64_t>(static_cast<std::int64_t>(fitting), 1);
}

/// The position of the next entry of each column, for each part of the rows.
template <class ExecutionSpace, class Graph>
struct TransposeParts {
  using offset_type = typename Graph::offset_type;
  using ordinal_type = typename Graph::ordinal_type;
  using device_type = typename Graph::device_type;

  Graph a;
  Kokkos::View<offset_type*, device_type> cursors;  ///< num_cols for each part
  std::int64_t num_parts;

  /// Iterations of a loop over the rows: one for each part on hosts, one for each row on devices.
  std::int64_t num_items() const { return is_host ? num_parts : a.num_rows; }

  /// Advances the cursor of each entry of an item's rows: calls f(row, entry, cursor before).
  template <class F>
  KOKKOS_FUNCTION void advance(std::int64_t item, F const& f) const {
    std::int64_t const begin = is_host ? first_row_of_part(item) : item;
    std::int64_t const end = is_host ? first_row_of_part(item + 1) : item + 1;
    offset_type* const part =
        cursors.data() + (is_host ? static_cast<std::size_t>(item) * columns() : 0);
    for (auto row = static_cast<ordinal_type>(begin); row < end; ++row) {
      auto const row_end = a.row_offsets(row + 1);
      for (auto entry = a.row_offsets(row); entry < row_end; ++entry) {
        offset_type* const cursor = part + a.columns(entry);
        if constexpr (is_host) {
          f(row, entry, (*cursor)++);
        } else {
          f(row, entry, Kokkos::atomic_fetch_add(cursor, offset_type{1}));
        }
      }
    }
  }

 private:
  static constexpr bool is_host = is_host_space_v<ExecutionSpace>;
  KOKKOS_FUNCTION std::size_t columns() const { return static_cast<std::size_t>(a.num_cols); }
  /// Parts have equally many rows and entries together.
  KOKKOS_FUNCTION std::int64_t first_row_of_part(std::int64_t part) const {
    if (a.num_rows == 0) return 0;
    EndOfRow<decltype(a.row_offsets)> const row_end{a.row_offsets};
    return first_row_of_share(part, num_parts, std::int64_t{a.num_rows},
                              row_end(std::int64_t{a.num_rows} - 1), row_end);
  }
};

/// Counts the entries of each column.
template <class Parts>
struct CountColumns {
  Parts parts;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    parts.advance(item, [](auto, auto, auto) {});
  }
};

/// Turns counts into positions by a prefix sum, column by column and part by part within a column.
template <class Parts>
struct PlaceColumns {
  using value_type = std::int64_t;
  using offset_type = typename Parts::offset_type;

  Parts parts;
  Kokkos::View<offset_type*, typename Parts::device_type> row_offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum, bool final_pass) const {
    std::int64_t const column = i / parts.num_parts;
    std::int64_t const part = i % parts.num_parts;
    if (final_pass && part == 0) row_offsets(column) = static_cast<offset_type>(sum);
    if (column == parts.a.num_cols) return;
    offset_type& cursor = parts.cursors(part * parts.a.num_cols + column);
    auto const count = static_cast<std::int64_t>(cursor);
    if (final_pass) cursor = static_cast<offset_type>(sum);
    sum += count;
  }
};

/// Keeps the original entry of each entry.
template <class Entries>
struct KeepEntry {
  Entries entries;

  template <class Offset>
  KOKKOS_FUNCTION void operator()(Offset entry, Offset place) const {
    entries(place) = entry;
  }
};

/// Writes each entry of a row to the next free position of its column: put(entry, place).
template <class Parts, class Put>
struct ScatterEntries {
  using offset_type = typename Parts::offset_type;
  using ordinal_type = typename Parts::ordinal_type;
  using Device = typename Parts::device_type;

  Parts parts;
  Kokkos::View<ordinal_type*, Device> columns;
  Put put;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    parts.advance(item, [&](ordinal_type row, offset_type entry, offset_type place) {
      columns(place) = row;
      put(entry, place);
    });
  }
};

/// The teams that sort the rows of a transpose on a device.
inline Selection select_transpose(DeviceTraits const& device, std::int64_t num_rows,
                                  std::int64_t nnz) {
  Selection selection;
  selection.vector_length = lanes_of_row(device.max_vector_length, num_rows, nnz);
  selection.team_size = tuning::device_lanes_per_team / selection.vector_length;
  return selection;
}

/// Cursors of a transpose. Throws: OutOfMemory.
template <class ExecutionSpace, class Graph>
auto allocate_cursors(ExecutionSpace const& exec, DeviceTraits const& device, Graph const& a,
                      std::int64_t nnz) {
  std::int64_t const parts =
      transpose_parts(device, a.num_cols, nnz, std::numeric_limits<std::size_t>::max());
  return allocate_view<typename Graph::offset_type, typename Graph::device_type>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::transpose.cursors"),
      static_cast<std::size_t>(parts * std::int64_t{a.num_cols}));
}

/// Transposes a pattern: counts the entries of its columns, forms prefix sums, scatters the
/// entries, each of which goes to put(entry, place). On devices those of a row come in any order.
///
/// Shapes: a m×n with nnz entries; cursors n elements of any content for each part.
/// Pre:    the pattern is valid.
/// Cost:   O(m + n · parts + nnz).
/// Source: Gustavson, Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted
///         Transposition, ACM TOMS 4(3), 1978; deviation: several parts of the rows in parallel.
template <class ExecutionSpace, class Graph, class Cursors, class Put>
[[gnu::cold]] auto scatter_transposed(ExecutionSpace const& exec, Graph const& a, std::int64_t nnz,
                                      Cursors const& cursors, Put const& put) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  using Parts = TransposeParts<ExecutionSpace, Graph>;
  auto const row_offsets = allocate_view<Offset, Device>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::transpose.row_offsets"),
      static_cast<std::size_t>(a.num_cols) + 1);
  auto const columns = allocate_touched<Ordinal, Device>(exec, "araios::transpose.columns",
                                                         static_cast<std::size_t>(nnz));
  auto const num_cursors = static_cast<std::int64_t>(cursors.extent(0));
  Parts const parts{a, cursors, a.num_cols == 0 ? 1 : num_cursors / a.num_cols};
  clear("araios::transpose::clear", exec, cursors);
  std::int64_t const num_counts = parts.num_parts * std::int64_t{a.num_cols} + 1;
  launch_range("araios::transpose::count", exec, parts.num_items(), CountColumns<Parts>{parts});
  scan_range("araios::transpose::place", exec, num_counts, num_counts,
             PlaceColumns<Parts>{parts, row_offsets});
  launch_range("araios::transpose::scatter", exec, parts.num_items(),
               ScatterEntries<Parts, Put>{parts, columns, put});
  return CrsGraph<Offset, Ordinal, Device>{a.num_cols, a.num_rows, row_offsets, columns};
}

/// Transposes a pattern and keeps where its entries come from. Devices sort each row by the
/// original entries.
///
/// Shapes, Pre, Cost: as scatter_transposed; on devices also the sorting of the rows.
/// Throws: OutOfMemory.
template <class ExecutionSpace, class Graph, class Cursors>
[[gnu::cold]] auto transpose(ExecutionSpace const& exec, DeviceTraits const& device, Graph const& a,
                             std::int64_t nnz, Cursors const& cursors) {
  using Offset = typename Graph::offset_type;
  using Device = typename Graph::device_type;
  auto const entries = allocate_touched<Offset, Device>(exec, "araios::transpose.entries",
                                                        static_cast<std::size_t>(nnz));
  using Put = KeepEntry<Kokkos::View<Offset*, Device>>;
  auto const graph = scatter_transposed(exec, a, nnz, cursors, Put{entries});
  if constexpr (!is_host_space_v<ExecutionSpace>) {
    Selection const teams = select_transpose(device, a.num_cols, nnz);
    sort_rows(exec, teams.team_size, teams.vector_length, graph.row_offsets, entries,
              graph.columns);
  }
  return TransposedGraph<Offset, typename Graph::ordinal_type, Device>{graph, entries};
}

/// Transposes a pattern with cursors of its own. Throws: OutOfMemory.
///
/// Pre: as transpose.
template <class ExecutionSpace, class Graph>
auto transpose_alone(ExecutionSpace const& exec, Graph const& a, std::int64_t nnz) {
  auto const device = device_traits(exec);
  return transpose(exec, device, a, nnz, allocate_cursors(exec, device, a, nnz));
}

}  // namespace araios::inline ARAIOS_ISA::impl
