// SPDX-License-Identifier: BSD-3-Clause
// Products of a sparse matrix and dense vectors or matrices by a semiring.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Row ends of rows that may be those of a larger matrix, counted from their first entry.
template <class RowOffsets>
struct EndOfLaterRow {
  RowOffsets row_offsets;
  std::int64_t first;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets(row + 1)) - first;
  }
};

/// The rows of A, once its shape and the ends of its offsets are checked.
///
/// Throws: std::invalid_argument. Fences: twice, to read these ends.
template <class ExecutionSpace, class Matrix>
auto rows_of_operand(ExecutionSpace const& exec, Matrix const& a) {
  using RowEnd = EndOfLaterRow<decltype(a.graph.row_offsets)>;
  check_shape(a.graph, "A");
  auto const num_rows = static_cast<std::size_t>(a.graph.num_rows);
  if (num_rows == 0) return RowsByEntries<RowEnd>{0, 0, {a.graph.row_offsets, 0}};
  auto const first = element_of(exec, a.graph.row_offsets, 0);
  auto const last = element_of(exec, a.graph.row_offsets, num_rows);
  check_ends(first, last, a.graph.columns.extent(0), {"A", "row_offsets", num_rows, "columns"});
  check_num_values(a, static_cast<std::int64_t>(last), "A");
  auto const begin = static_cast<std::int64_t>(first);
  return RowsByEntries<RowEnd>{
      a.graph.num_rows, static_cast<std::int64_t>(last) - begin, {a.graph.row_offsets, begin}};
}

/// Checks a dimension of a dense operand. Throws: std::invalid_argument.
template <class View>
void check_extent(View const& view, int dimension, std::int64_t expected, std::string const& what) {
  auto const found = static_cast<std::int64_t>(view.extent(static_cast<std::size_t>(dimension)));
  ARAIOS_EXPECTS(found == expected, what + ", found " + std::to_string(found) + ", expected " +
                                        std::to_string(expected));
}

/// Joins the sums of the lanes of a row.
template <class Semiring>
struct JoinSums {
  using reducer = JoinSums;
  using value_type = typename Semiring::value_type;
  using result_view_type =
      Kokkos::View<value_type, Kokkos::AnonymousSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Semiring semiring;
  value_type& sum;

  KOKKOS_FUNCTION void init(value_type& value) const { value = semiring.identity(); }
  KOKKOS_FUNCTION void join(value_type& to, value_type const& from) const {
    to = semiring.add(to, from);
  }
  KOKKOS_FUNCTION value_type& reference() const { return sum; }
  KOKKOS_FUNCTION result_view_type view() const { return result_view_type{&sum}; }
};

/// Forms an element of y.
template <class Semiring, class Matrix, class X, class Y>
struct SumRowOfVector {
  using value_type = typename Semiring::value_type;

  Semiring semiring;
  Matrix a;
  X x;
  Y y;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = static_cast<std::int64_t>(a.graph.row_offsets(row));
    std::int64_t const size = static_cast<std::int64_t>(a.graph.row_offsets(row + 1)) - begin;
    value_type sum = semiring.identity();
    lanes.reduce(
        size,
        [&](std::int64_t i, value_type& partial) {
          partial = semiring.add(
              partial, semiring.multiply(a.values(begin + i), x(a.graph.columns(begin + i))));
        },
        JoinSums<Semiring>{semiring, sum});
    lanes.single([&]() { y(row) = sum; });
  }
};

/// Forms a row of C. Devices keep a sum for each lane, hosts add to C: both in the order of the
/// entries of A.
template <class Semiring, class Matrix, class B, class C>
struct SumRowOfDense {
  using value_type = typename Semiring::value_type;

  Semiring semiring;
  Matrix a;
  B b;
  C c;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    auto const begin = a.graph.row_offsets(row);
    auto const end = a.graph.row_offsets(row + 1);
    auto const num_columns = static_cast<std::int64_t>(c.extent(1));
    if constexpr (Lanes::concurrent) {
      lanes.for_each(num_columns, [&](std::int64_t column) {
        value_type sum = semiring.identity();
        for (auto entry = begin; entry < end; ++entry) add(sum, entry, column);
        c(row, column) = sum;
      });
    } else {
      for (std::int64_t column = 0; column < num_columns; ++column) {
        c(row, column) = semiring.identity();
      }
      for (auto entry = begin; entry < end; ++entry) {
        for (std::int64_t column = 0; column < num_columns; ++column) {
          add(c(row, column), entry, column);
        }
      }
    }
  }

 private:
  KOKKOS_FUNCTION void add(value_type& sum, auto entry, std::int64_t column) const {
    sum = semiring.add(sum, semiring.multiply(a.values(entry), b(a.graph.columns(entry), column)));
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
