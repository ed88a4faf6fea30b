// SPDX-License-Identifier: BSD-3-Clause
// Sums onto a pattern: each entry is the product of a row of A and a column of B.
#pragma once

#include <matrix/Araios_TransposedGraph.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <semirings/Araios_SemiringRules.hpp>

#include <Kokkos_Core.hpp>

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

/// Forms the entries of a row of C, each by one lane.
///
/// Pre: rows of A and of the pattern ascend strictly, and so do the columns of B.
template <class GraphA, class Transposed, class Pattern, class Operation>
struct DotRow {
  using value_type = typename Operation::value_type;

  GraphA a;
  Transposed b;  ///< Bᵀ
  Pattern pattern;
  Operation operation;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const columns = columns_of_row(pattern, row);
    value_type* const results = operation.data() + pattern.row_offsets(row);
    lanes.for_each(columns.size,
                   [&](std::int64_t i) { results[i] = dot(row, std::int64_t{columns(i)}); });
  }

 private:
  KOKKOS_FUNCTION value_type dot(std::int64_t row, std::int64_t column) const {
    auto const first_of_a = static_cast<std::int64_t>(a.row_offsets(row));
    auto const first_of_b = static_cast<std::int64_t>(b.graph.row_offsets(column));
    value_type result = operation.identity();
    for_each_common(columns_of_row(a, row), columns_of_row(b.graph, column),
                    [&](std::int64_t i, std::int64_t j) {
                      operation.add(result, operation.left(first_of_a + i),
                                    static_cast<std::int64_t>(b.entries(first_of_b + j)));
                      return Operation::ends_at_first;
                    });
    return result;
  }
};

/// The same on a host, whose owners have a lane each.
template <class ExecutionSpace, class Dots>
struct DotRowOfHost {
  Dots dots;

  void operator()(std::int64_t, std::int64_t row) const {
    HostThread<ExecutionSpace> const self;
    dots(ThreadLanes<HostThread<ExecutionSpace>>{self}, row);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
