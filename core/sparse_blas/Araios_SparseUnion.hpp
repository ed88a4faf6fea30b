// SPDX-License-Identifier: BSD-3-Clause
// The sum of two sparse matrices row by row, on the union of their patterns.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sparse_blas/Araios_BlasOperand.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Two patterns of one shape with ascending columns; those of the second may repeat.
template <class GraphX, class GraphY>
struct PatternPair {
  using ordinal_type = typename GraphX::ordinal_type;

  GraphX x;
  GraphY y;

  /// Calls visit(column, x_begin, x_end, y_begin, y_end) for each column of a row of the union, in
  /// ascending order, with the entries that x and y have there.
  template <class Visit>
  KOKKOS_FUNCTION void visit_row(ordinal_type row, Visit const& visit) const {
    auto x_entry = x.row_offsets(row);
    auto y_entry = y.row_offsets(row);
    auto const x_end = x.row_offsets(row + 1);
    auto const y_end = y.row_offsets(row + 1);
    while (x_entry < x_end || y_entry < y_end) {
      bool const is_of_x =
          y_entry >= y_end || (x_entry < x_end && x.columns(x_entry) <= y.columns(y_entry));
      ordinal_type const column = is_of_x ? x.columns(x_entry) : y.columns(y_entry);
      auto const x_begin = x_entry;
      auto const y_begin = y_entry;
      while (x_entry < x_end && x.columns(x_entry) == column) ++x_entry;
      while (y_entry < y_end && y.columns(y_entry) == column) ++y_entry;
      visit(column, x_begin, x_entry, y_begin, y_entry);
    }
  }
};

template <class Pair, class Sizes>
struct CountUnionRow {
  Pair pair;
  Sizes sizes;
  KOKKOS_FUNCTION void operator()(typename Pair::ordinal_type row) const {
    typename Pair::ordinal_type size = 0;
    pair.visit_row(row, [&](auto, auto, auto, auto, auto) { ++size; });
    sizes(row) = size;
  }
};

/// The row offsets of a union, and its entries.
template <class Offset, class Device>
struct UnionRows {
  Kokkos::View<Offset const*, Device> row_offsets;
  std::int64_t nnz = 0;
};

/// Counts the rows of the union of two patterns.
///
/// Throws: std::overflow_error if its entries do not fit Offset; OutOfMemory.
/// Fences: to read the count.
template <class Offset, class ExecutionSpace, class GraphX, class GraphY>
auto count_union(ExecutionSpace const& exec, PatternPair<GraphX, GraphY> const& pair) {
  using Ordinal = typename GraphX::ordinal_type;
  using Device = typename GraphX::device_type;
  using Sizes = Kokkos::View<Ordinal*, Device>;
  Sizes const sizes = allocate_view<Ordinal, Device>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::sparse_union.sizes"),
      static_cast<std::size_t>(pair.x.num_rows));
  for_range("araios::sparse_union::count", exec, pair.x.num_rows,
            most_steps(pair.x) + most_steps(pair.y),
            CountUnionRow<PatternPair<GraphX, GraphY>, Sizes>{pair, sizes});
  std::int64_t const nnz = count_sizes(exec, sizes).total;
  checked_cast<Offset>(nnz, "the number of entries of c");
  auto const row_offsets = allocate_view<Offset, Device>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::sparse_union.row_offsets"),
      static_cast<std::size_t>(pair.x.num_rows) + 1);
  scan_sizes(exec, sizes, row_offsets);
  exec.fence("araios: the sizes of rows of a union are freed");
  return UnionRows<Offset, Device>{row_offsets, nnz};
}

/// Writes a row of C = alpha·X + beta·Y.
template <class X, class Y, class Entries, class C>
struct AddRow {
  using scalar_type = typename C::scalar_type;
  using ordinal_type = typename C::ordinal_type;

  scalar_type alpha;
  X x;
  scalar_type beta;
  Y y;
  Entries y_entries;  ///< where the values of y lie; empty: each at the place of its entry
  bool conjugates_y;
  C c;

  KOKKOS_FUNCTION void operator()(ordinal_type row) const {
    auto place = c.graph.row_offsets(row);
    PatternPair<typename X::graph_type, typename Y::graph_type> const pair{x.graph, y.graph};
    pair.visit_row(row, [&](auto column, auto x_begin, auto x_end, auto y_begin, auto y_end) {
      scalar_type sum{};
      for (auto entry = x_begin; entry < x_end; ++entry) sum += alpha * x.values(entry);
      for (auto entry = y_begin; entry < y_end; ++entry) sum += beta * value_of_y(entry);
      c.graph.columns(place) = column;
      c.values(place) = sum;
      ++place;
    });
  }

 private:
  template <class Entry>
  KOKKOS_FUNCTION scalar_type value_of_y(Entry entry) const {
    auto const value = y.values(y_entries.extent(0) == 0 ? entry : y_entries(entry));
    return conjugates_y ? conjugate(value) : value;
  }
};

/// Writes columns and values of the rows that count_union has counted.
template <class ExecutionSpace, class X, class Y, class Entries, class C>
void add_rows(ExecutionSpace const& exec, AddRow<X, Y, Entries, C> const& sum) {
  for_range("araios::sparse_union::add", exec, sum.x.graph.num_rows,
            most_steps(sum.x.graph) + most_steps(sum.y.graph), sum);
}

}  // namespace araios::inline ARAIOS_ISA::impl
