// SPDX-License-Identifier: BSD-3-Clause
// Sums onto a pattern: each entry is the product of a row of A and a column of B.
#pragma once

#include <matrix/Araios_TransposedGraph.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <semirings/Araios_MarkedRow.hpp>
#include <semirings/Araios_SemiringRules.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Calls visit(i, j) for all x(i) == y(j), in ascending order, until it returns true. A row that is
/// much longer than the other is searched.
///
/// Pre: both ascend strictly.
template <class Ordinal, class Visit>
KOKKOS_FUNCTION void for_each_common(RowColumns<Ordinal> const& x, RowColumns<Ordinal> const& y,
                                     Visit const& visit) {
  bool const skips_in_x = searches_operand(x.size, y.size);
  bool const skips_in_y = searches_operand(y.size, x.size);
  // The first place at or after `place` whose column is at least `column`.
  auto const skip = [](RowColumns<Ordinal> const& row, std::int64_t place, Ordinal column) {
    return upper_bound(place, row.size, row, static_cast<Ordinal>(column - 1));
  };
  std::int64_t i = 0;
  std::int64_t j = 0;
  while (i < x.size && j < y.size) {
    if (skips_in_x) i = skip(x, i, y(j));
    if (i == x.size) return;
    if (skips_in_y) j = skip(y, j, x(i));
    if (j == y.size) return;
    Ordinal const of_x = x(i);
    Ordinal const of_y = y(j);
    if (of_x == of_y && visit(i, j)) return;
    i += of_x <= of_y ? 1 : 0;
    j += of_y <= of_x ? 1 : 0;
  }
}

/// What dot products have in common: operands, the pattern of C, and what happens to a product.
///
/// Pre: rows of A and of the pattern ascend strictly, and so do the columns of B.
template <class GraphA, class Transposed, class Pattern, class Operation>
struct Dots {
  using ordinal_type = typename Pattern::ordinal_type;
  using value_type = typename Operation::value_type;
  using Row = RowColumns<ordinal_type>;

  GraphA a;
  Transposed b;  ///< Bᵀ
  Pattern pattern;
  Operation operation;

  KOKKOS_FUNCTION value_type* results_of(std::int64_t row) const {
    return operation.data() + pattern.row_offsets(row);
  }
  KOKKOS_FUNCTION Row column_of_b(ordinal_type column) const {
    return columns_of_row(b.graph, std::int64_t{column});
  }
  /// Adds the product of the entry at place i of a row of A and of that at place j of a column of
  /// B.
  KOKKOS_FUNCTION void add(value_type& result, std::int64_t row, std::int64_t i,
                           ordinal_type column, std::int64_t j) const {
    auto const a_entry = static_cast<std::int64_t>(a.row_offsets(row)) + i;
    auto const place = static_cast<std::int64_t>(b.graph.row_offsets(column)) + j;
    operation.add(result, operation.left(a_entry), static_cast<std::int64_t>(b.entries(place)));
  }
};

/// Forms a row of C on a host: the row of A is marked in an array of its owner, where the columns
/// of B are looked up.
template <class GraphA, class Transposed, class Pattern, class Operation>
struct DotRowOfHost : Dots<GraphA, Transposed, Pattern, Operation> {
  using Base = Dots<GraphA, Transposed, Pattern, Operation>;
  using typename Base::ordinal_type;
  using typename Base::Row;
  using typename Base::value_type;
  using Marks = MarkedArray<ordinal_type>;

  std::byte* memory;  ///< zero
  std::size_t bytes_of_owner;

  void operator()(std::int64_t owner, std::int64_t row) const {
    Row const columns = columns_of_row(this->pattern, row);
    if (columns.size == 0) return;
    Row const of_a = columns_of_row(this->a, row);
    value_type* const results = this->results_of(row);
    Marks marks{memory + bytes_of_owner * static_cast<std::size_t>(owner)};
    marks.mark(of_a);
    for (std::int64_t i = 0; i < columns.size; ++i) {
      results[i] = this->operation.identity();
      form(results[i], row, of_a, marks, columns(i));
    }
    marks.clear(of_a);
  }

 private:
  void form(value_type& result, std::int64_t row, Row const& of_a, Marks const& marks,
            ordinal_type column) const {
    Row const of_b = this->column_of_b(column);
    if (searches_row_of_b(of_b.size, of_a.size)) {
      for_each_common(of_a, of_b, [&](std::int64_t i, std::int64_t j) {
        this->add(result, row, i, column, j);
        return Operation::ends_at_first;
      });
      return;
    }
    FoundColumns<ordinal_type> found;
    for (std::int64_t begin = 0; begin < of_b.size; begin += found.most) {
      auto const size = static_cast<int>(std::min<std::int64_t>(of_b.size - begin, found.most));
      found.count = 0;
      find_columns(marks, of_b.columns + begin, size, found);
      for (int i = 0; i < found.count; ++i) {
        this->add(result, row, found.places[i] - 1, column, begin + found.indices[i]);
      }
      if (Operation::ends_at_first && found.count > 0) return;
    }
  }
};

/// Forms a row of C on a device: each entry by one lane, which merges a row and a column.
template <class GraphA, class Transposed, class Pattern, class Operation>
struct DotRowOfDevice : Dots<GraphA, Transposed, Pattern, Operation> {
  using Base = Dots<GraphA, Transposed, Pattern, Operation>;
  using typename Base::ordinal_type;
  using typename Base::Row;
  using typename Base::value_type;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    Row const columns = columns_of_row(this->pattern, row);
    value_type* const results = this->results_of(row);
    lanes.for_each(columns.size, [&](std::int64_t i) { results[i] = dot(row, columns(i)); });
  }

 private:
  KOKKOS_FUNCTION value_type dot(std::int64_t row, ordinal_type column) const {
    value_type result = this->operation.identity();
    for_each_common(columns_of_row(this->a, row), this->column_of_b(column),
                    [&](std::int64_t i, std::int64_t j) {
                      this->add(result, row, i, column, j);
                      return Operation::ends_at_first;
                    });
    return result;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
