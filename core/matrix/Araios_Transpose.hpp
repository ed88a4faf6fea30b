// SPDX-License-Identifier: BSD-3-Clause
// The transpose of a pattern, and of values by the permutation kept with it.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Selection.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <sort/Araios_SortRows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A transposed pattern, with the original entry of each of its entries.
///
/// Shapes: graph n×m for an m×n original; entries: one for each entry of the graph.
/// Post:   columns ascend in each row, since they are the original rows; repeated entries keep
///         their order.
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
    std::int64_t const num_rows = a.num_rows;
    std::int64_t const begin = is_host ? num_rows * item / num_parts : item;
    std::int64_t const end = is_host ? num_rows * (item + 1) / num_parts : item + 1;
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

/// Writes each entry of a row to the next free position of its column.
template <class Parts>
struct ScatterEntries {
  using offset_type = typename Parts::offset_type;
  using ordinal_type = typename Parts::ordinal_type;
  using Device = typename Parts::device_type;

  Parts parts;
  Kokkos::View<offset_type*, Device> entries;
  Kokkos::View<ordinal_type*, Device> columns;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    parts.advance(item, [&](ordinal_type row, offset_type entry, offset_type place) {
      entries(place) = entry;
      columns(place) = row;
    });
  }
};

/// The lanes that sort the rows of a transpose on a device: a power of two near their mean length,
/// at most those of a thread.
inline Selection select_transpose(DeviceTraits const& device, std::int64_t num_rows,
                                  std::int64_t nnz) {
  auto const mean = static_cast<std::uint64_t>(nnz / std::max<std::int64_t>(num_rows, 1));
  auto const limit = static_cast<std::uint64_t>(device.max_vector_length);
  Selection selection;
  selection.vector_length =
      static_cast<int>(std::bit_floor(std::clamp<std::uint64_t>(mean, 1, limit)));
  selection.team_size = tuning::device_lanes_per_team / selection.vector_length;
  return selection;
}

/// Transposes a pattern: counts the entries of its columns, forms prefix sums, scatters the
/// entries. Devices scatter in any order, and then sort each row by the original entries.
///
/// Shapes: a m×n with nnz entries; cursors n elements of any content for each part.
/// Pre:    the pattern is valid.
/// Cost:   O(m + n · parts + nnz); on devices also the sorting of the rows.
/// Source: Gustavson, Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted
///         Transposition, ACM TOMS 4(3), 1978; deviation: several parts of the rows in parallel.
template <class ExecutionSpace, class Graph, class Cursors>
auto transpose(ExecutionSpace const& exec, DeviceTraits const& device, Graph const& a,
               std::int64_t nnz, Cursors const& cursors) {
  using Offset = typename Graph::offset_type;
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  using Parts = TransposeParts<ExecutionSpace, Graph>;
  auto const uninitialized = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  auto const size = static_cast<std::size_t>(nnz);
  auto const row_offsets = allocate_view<Offset, Device>(
      uninitialized("araios::transpose.row_offsets"), static_cast<std::size_t>(a.num_cols) + 1);
  auto const entries =
      allocate_view<Offset, Device>(uninitialized("araios::transpose.entries"), size);
  auto const columns =
      allocate_view<Ordinal, Device>(uninitialized("araios::transpose.columns"), size);
  auto const num_cursors = static_cast<std::int64_t>(cursors.extent(0));
  Parts const parts{a, cursors, a.num_cols == 0 ? 1 : num_cursors / a.num_cols};
  Kokkos::deep_copy(exec, cursors, Offset{0});
  Kokkos::parallel_for("araios::transpose::count", shared_range_of(exec, parts.num_items()),
                       CountColumns<Parts>{parts});
  Kokkos::parallel_scan("araios::transpose::place",
                        shared_range_of(exec, parts.num_parts * std::int64_t{a.num_cols} + 1),
                        PlaceColumns<Parts>{parts, row_offsets});
  Kokkos::parallel_for("araios::transpose::scatter", shared_range_of(exec, parts.num_items()),
                       ScatterEntries<Parts>{parts, entries, columns});
  if constexpr (!is_host_space_v<ExecutionSpace>) {
    Selection const teams = select_transpose(device, a.num_cols, nnz);
    sort_rows(exec, teams.team_size, teams.vector_length, row_offsets, entries, columns);
  }
  return TransposedGraph<Offset, Ordinal, Device>{{a.num_cols, a.num_rows, row_offsets, columns},
                                                  entries};
}

/// Gathers values in the order of a transpose.
template <class Values, class Entries, class Gathered>
struct GatherValues {
  Values values;
  Entries entries;
  Gathered gathered;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { gathered(i) = values(entries(i)); }
};

/// gathered(i) = values(entries(i)).
///
/// Shapes: gathered as many elements as entries.
template <class ExecutionSpace, class Values, class Entries, class Gathered>
void gather_values(ExecutionSpace const& exec, Values const& values, Entries const& entries,
                   Gathered const& gathered) {
  Kokkos::parallel_for("araios::transpose::gather_values", range_of(exec, entries.extent(0)),
                       GatherValues<Values, Entries, Gathered>{values, entries, gathered});
}

}  // namespace araios::inline ARAIOS_ISA::impl
