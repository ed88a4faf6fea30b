// SPDX-License-Identifier: BSD-3-Clause
// Steps of each row of a product onto a pattern, and their prefix sums.
#pragma once

#include <matrix/Araios_RowProducts.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <semirings/Araios_OwnedRows.hpp>
#include <semirings/Araios_SemiringRules.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Steps of a walk. A row without columns is not walked.
template <class Products, class Pattern>
struct WalkSteps {
  Products products;
  Pattern pattern;
  bool b_ascends;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t index) const {
    auto const row = static_cast<typename Products::ordinal_type>(index);
    std::int64_t const size = row_length(pattern, row);
    if (size == 0) return 0;
    std::int64_t steps = size;
    auto const end = products.a.row_offsets(row + 1);
    for (auto a_entry = products.a.row_offsets(row); a_entry < end; ++a_entry) {
      std::int64_t const of_b = row_length(products.b, products.a.columns(a_entry));
      steps += 1 + steps_along_b(of_b, size, b_ascends);
    }
    return steps;
  }
};

/// Sums the counts of the parts of the rows, for each column.
template <class Cursors, class Lengths>
struct SumPartsOfColumn {
  Cursors cursors;
  Lengths lengths;

  KOKKOS_FUNCTION void operator()(std::int64_t column) const {
    auto const num_columns = static_cast<std::int64_t>(lengths.extent(0));
    std::int64_t length = 0;
    for (std::int64_t place = column; place < static_cast<std::int64_t>(cursors.extent(0));
         place += num_columns) {
      length += static_cast<std::int64_t>(cursors(place));
    }
    lengths(column) = length;
  }
};

/// Counts the entries of each column of a graph, by parts of the rows as a transpose does.
///
/// Shapes: lengths one for each column.
/// Throws: OutOfMemory.
template <class ExecutionSpace, class Graph, class Lengths>
void count_columns(ExecutionSpace const& exec, Graph const& graph, std::int64_t nnz,
                   Lengths const& lengths) {
  using Parts = TransposeParts<ExecutionSpace, Graph>;
  auto const num_columns = std::int64_t{graph.num_cols};
  if (num_columns == 0) return;
  auto const cursors = allocate_cursors(exec, device_traits(exec), graph, nnz);
  clear("araios::semiring_spgemm_symbolic::clear_columns", exec, cursors);
  Parts const parts{graph, cursors, static_cast<std::int64_t>(cursors.extent(0)) / num_columns};
  launch_range("araios::semiring_spgemm_symbolic::count_columns", exec, parts.num_items(),
               CountColumns<Parts>{parts});
  for_range("araios::semiring_spgemm_symbolic::sum_parts", exec, num_columns,
            static_cast<std::int64_t>(cursors.extent(0)),
            SumPartsOfColumn<std::remove_const_t<decltype(cursors)>, Lengths>{cursors, lengths});
}

/// Steps of dot products: those of the columns of B, which are counted before, and of a row of A.
template <class GraphA, class Lengths, class Pattern>
struct DotSteps {
  GraphA a;
  Lengths lengths;
  Pattern pattern;
  bool is_host;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t index) const {
    auto const row = static_cast<typename GraphA::ordinal_type>(index);
    if (row_length(pattern, row) == 0) return 0;
    std::int64_t const of_a = row_length(a, row);
    std::int64_t steps = is_host ? of_a : 0;
    auto const end = pattern.row_offsets(row + 1);
    for (auto entry = pattern.row_offsets(row); entry < end; ++entry) {
      steps += 1 + steps_of_dot(is_host, of_a, lengths(pattern.columns(entry)));
    }
    return steps;
  }
};

template <class Steps, class Ends>
struct WriteSteps {
  Steps steps;
  Ends ends;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const { ends(row) = steps(row); }
};

template <class Ends>
struct SumSteps {
  using value_type = std::int64_t;

  Ends ends;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& sum, bool is_final) const {
    sum += ends(row);
    if (is_final) ends(row) = sum;
  }
};

/// The rows of a product by their steps, in new memory. Throws: OutOfMemory.
///
/// Fences: once, to read their number.
template <class Device, class ExecutionSpace, class Steps>
RowsByWork<Device> rows_by_steps(ExecutionSpace const& exec, std::int64_t num_rows,
                                 std::int64_t num_entries, Steps const& steps) {
  using Ends = Kokkos::View<std::int64_t*, Device>;
  auto const ends = allocate_view<std::int64_t, Device>(
      uninitialized_at_once(exec, "araios::semirings.step_ends"),
      static_cast<std::size_t>(num_rows));
  // Counted apart from their sums: threads that scan go over all rows twice.
  for_range("araios::semiring_spgemm_symbolic::count_steps", exec, num_rows, num_rows + num_entries,
            WriteSteps<Steps, Ends>{steps, ends});
  scan_range("araios::semiring_spgemm_symbolic::sum_steps", exec, num_rows, num_rows,
             SumSteps<Ends>{ends});
  auto const total =
      num_rows == 0 ? 0 : element_of(exec, ends, static_cast<std::size_t>(num_rows) - 1);
  return {num_rows, total, WorkEnds<Device>{ends}};
}

}  // namespace araios::inline ARAIOS_ISA::impl
