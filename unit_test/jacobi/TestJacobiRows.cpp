// SPDX-License-Identifier: BSD-3-Clause
// Rows of I − omega·D⁻¹·A by one lane and by the lanes of a device: pattern and values.

#include "support/HostMatrix.hpp"
#include "support/LanesInTurn.hpp"
#include "support/RandomMatrices.hpp"
#include <jacobi/Araios_JacobiPattern.hpp>
#include <jacobi/Araios_JacobiValues.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Views = Host::device_type;
using Matrix = araios::CrsMatrix<double, std::int32_t, std::int32_t, Views>;
using Graph = Matrix::graph_type;
using Indices = Kokkos::View<std::int32_t*, Views>;
using Sizes = Kokkos::View<std::int64_t*, Views>;
using Values = Kokkos::View<double*, Views>;

/// A row of M: columns and values.
struct Row {
  std::vector<std::int32_t> columns;
  std::vector<double> values;

  bool operator==(Row const&) const = default;
};

/// A single row of A, with its number; factor 2.
struct RowOfA {
  std::int32_t number;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
};

/// The matrix that has the row, and no other entry.
Matrix matrix_of_row(RowOfA const& row) {
  constexpr std::int32_t size = 9;
  std::vector<std::int32_t> offsets(size + 1, 0);
  for (std::int32_t i = row.number + 1; i <= size; ++i) {
    offsets[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(row.columns.size());
  }
  return {{size, size, to_view<std::int32_t, Views>(offsets, "row_offsets"),
           to_view<std::int32_t, Views>(row.columns, "columns")},
          to_view<double, Views>(row.values, "values")};
}

template <class Lanes>
Row row_of_step(Lanes const& lanes, RowOfA const& row) {
  Matrix const a = matrix_of_row(row);
  Indices const places("places", 9);
  Sizes const sizes("sizes", 9);
  araios::impl::FindDiagonal<Graph, Indices, Sizes>{a.graph, places, sizes}(lanes, row.number);
  auto const size = static_cast<std::size_t>(sizes(row.number));
  Kokkos::View<std::int32_t*, Views> const offsets("offsets", 10);
  for (int i = row.number + 1; i <= 9; ++i) offsets(i) = static_cast<std::int32_t>(size);
  Graph const m{9, 9, offsets, Indices("columns", size)};
  araios::impl::InsertDiagonal<Graph, Graph, Indices>{a.graph, m, places}(lanes, row.number);
  Values const factors("factors", 9);
  Kokkos::deep_copy(factors, 2.0);
  Values const values("values", size);
  using RowOffsets = decltype(Graph::row_offsets);
  araios::impl::JacobiRow<Matrix, RowOffsets, Indices, Values, Values>{
      a, m.row_offsets, places, factors, values}(lanes, row.number);
  return {to_vector<std::int32_t>(m.columns), to_vector<double>(values)};
}

void expect_row(RowOfA const& row, Row const& expected) {
  araios::impl::HostThread<Host> const self;
  araios::impl::ThreadLanes<araios::impl::HostThread<Host>> const one_lane{self};
  EXPECT_EQ(row_of_step(one_lane, row), expected);
  EXPECT_EQ(row_of_step(LanesInTurn{}, row), expected);
}

TEST(JacobiRows, TheDiagonalIsWhereAHasIt) {
  expect_row({2, {0, 2, 5}, {3, 4, 5}}, {{0, 2, 5}, {-6, -7, -10}});
  expect_row({0, {0}, {4}}, {{0}, {-7}});
  expect_row({8, {7, 8}, {1, 1}}, {{7, 8}, {-2, -1}});
}

TEST(JacobiRows, AMissingDiagonalComesBeforeTheFirstLargerColumn) {
  expect_row({2, {0, 1, 5}, {3, 4, 5}}, {{0, 1, 2, 5}, {-6, -8, 1, -10}});
  expect_row({0, {3}, {4}}, {{0, 3}, {1, -8}});
  expect_row({8, {3}, {4}}, {{3, 8}, {-8, 1}});
  expect_row({5, {}, {}}, {{5}, {1}});
  expect_row({4, {7, 3, 8}, {1, 2, 3}}, {{4, 7, 3, 8}, {1, -2, -4, -6}});
}

TEST(JacobiRows, TheFirstOfRepeatedDiagonalEntriesTakesTheOne) {
  expect_row({4, {4, 1, 4}, {1, 2, 3}}, {{4, 1, 4}, {-1, -4, -6}});
}

TEST(JacobiRows, RepeatedDiagonalEntriesAddUpToD) {
  Matrix const a = matrix_of_row({4, {1, 4, 0, 4}, {7, 3, 9, 5}});
  Indices const places("places", 9);
  places(4) = 1;
  Values const factors("factors", 9);
  using Factor = araios::impl::FactorOfDiagonal<double, Matrix, Indices, Values>;
  std::int64_t first_zero = 9;
  Factor{4, a, places, factors, true}(4, first_zero);
  EXPECT_EQ(factors(4), 0.5);
  EXPECT_EQ(first_zero, 9);
  Factor{6, a, places, factors, false}(4, first_zero);
  EXPECT_EQ(factors(4), 2);
}

}  // namespace
}  // namespace araios_test
