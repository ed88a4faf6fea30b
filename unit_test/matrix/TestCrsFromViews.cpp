// SPDX-License-Identifier: BSD-3-Clause
// Matrices over views that exist: their types, their memory, what is refused.

#include <Araios_BsrMatrix.hpp>
#include <Araios_CrsFromViews.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;
template <class T>
using Vector = Kokkos::View<T*, Device>;
template <class T, class U>
inline constexpr bool is_same_v = std::is_same_v<T, U>;

/// The members of a graph of Kokkos Kernels.
template <class Offset, class Column>
struct StaticGraph {
  Vector<Offset const> row_map;
  Vector<Column> entries;

  std::size_t numRows() const { return row_map.extent(0) == 0 ? 0 : row_map.extent(0) - 1; }
};

TEST(CrsFromViews, BracesDeduceTheTypesOfTheViews) {
  Vector<std::size_t> const row_offsets("row_offsets", 3);
  Vector<int const> const columns = Vector<int>("columns", 4);
  Vector<double> const values("values", 4);
  araios::CrsMatrix const a{araios::CrsGraph{2, 5, row_offsets, columns}, values};
  static_assert(
      is_same_v<decltype(a), araios::CrsMatrix<double, std::size_t, int const, Device> const>);
  EXPECT_EQ(a.graph.num_rows, 2);
  EXPECT_EQ(a.graph.num_cols, 5);
  EXPECT_EQ(a.graph.row_offsets.data(), row_offsets.data());
  EXPECT_EQ(a.graph.columns.data(), columns.data());
  EXPECT_EQ(a.values.data(), values.data());
}

TEST(CrsFromViews, ConstViewsMakeAReadOnlyMatrixOverTheSameMemory) {
  Vector<int const> const row_offsets = Vector<int>("row_offsets", 3);
  Vector<std::int64_t const> const columns = Vector<std::int64_t>("columns", 4);
  Vector<float const> const values = Vector<float>("values", 4);
  auto const a = araios::matrix_of(2U, std::size_t{5}, row_offsets, columns, values);
  static_assert(is_same_v<decltype(a),
                          araios::CrsMatrix<float const, int, std::int64_t const, Device> const>);
  EXPECT_EQ(a.graph.num_rows, 2);
  EXPECT_EQ(a.graph.num_cols, 5);
  EXPECT_EQ(a.graph.row_offsets.data(), row_offsets.data());
  EXPECT_EQ(a.graph.columns.data(), columns.data());
  EXPECT_EQ(a.values.data(), values.data());
}

TEST(CrsFromViews, AStaticCrsGraphGivesItsRowsAndViews) {
  StaticGraph<std::size_t, int> const graph{Vector<std::size_t>("row_map", 4),
                                            Vector<int>("entries", 6)};
  Vector<double> const values("values", 6);
  auto const a = araios::matrix_of(graph, 7, values);
  static_assert(is_same_v<decltype(a), araios::CrsMatrix<double, std::size_t, int, Device> const>);
  EXPECT_EQ(a.graph.num_rows, 3);
  EXPECT_EQ(a.graph.num_cols, 7);
  EXPECT_EQ(a.graph.row_offsets.data(), graph.row_map.data());
  EXPECT_EQ(a.graph.columns.data(), graph.entries.data());
  EXPECT_EQ(a.values.data(), values.data());
  EXPECT_EQ(araios::graph_of(StaticGraph<std::size_t, int>{}, 7).num_rows, 0);
}

TEST(CrsFromViews, CountsBeyondTheOrdinalAreRefused) {
  Vector<int> const row_offsets("row_offsets", 1);
  Vector<int> const columns("columns", 0);
  std::int64_t const beyond = std::int64_t{std::numeric_limits<int>::max()} + 1;
  EXPECT_THROW(araios::graph_of(beyond, 1, row_offsets, columns), std::overflow_error);
  EXPECT_THROW(araios::graph_of(1, beyond, row_offsets, columns), std::overflow_error);
  EXPECT_EQ(araios::graph_of(beyond - 1, 1, row_offsets, columns).num_rows, beyond - 1);
}

TEST(CrsFromViews, AnyNameOfADeviceAndReadOnlyElementsTakeAMatrix) {
  using Named = araios::CrsMatrix<double, int, int, Space>;
  using OfDevice = araios::CrsMatrix<double, int, int, Device>;
  Named const a{{1, 2, Vector<int>("row_offsets", 2), Vector<int>("columns", 0)},
                Vector<double>("values", 0)};
  Named c;
  c = araios::spgemm(Space{}, Named{{1, 1, a.graph.row_offsets, a.graph.columns}, a.values}, a);
  EXPECT_EQ(c.graph.num_rows, 1);
  EXPECT_EQ(c.graph.num_cols, 2);
  OfDevice const same = a;
  EXPECT_EQ(same.graph.row_offsets.data(), a.graph.row_offsets.data());
  araios::CrsMatrix<double const, int, int const, Device> const read_only = a;
  EXPECT_EQ(read_only.graph.columns.data(), a.graph.columns.data());
  static_assert(!std::is_convertible_v<decltype(read_only), OfDevice>);
  static_assert(!std::is_convertible_v<araios::CrsMatrix<float, int, int, Space>, OfDevice>);
  static_assert(!std::is_convertible_v<araios::CrsMatrix<double, long, int, Space>, OfDevice>);
  static_assert(std::is_convertible_v<araios::BsrMatrix<double, int, int, Device>,
                                      araios::BsrMatrix<double const, int, int const, Space>>);
}

TEST(CrsFromViews, AWorkspaceOfASpaceSharesThatOfItsDevice) {
  araios::Workspace<Device> const of_device;
  araios::Workspace<Space> of_space{of_device};
  of_space.begin_call(Space{});
  auto const memory = of_space.take<std::int64_t>(Space{}, araios::impl::WorkspaceSlot::row_sizes,
                                                  100, std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(memory.extent(0), 100U);
  EXPECT_GE(of_device.bytes(), 100 * sizeof(std::int64_t));
  EXPECT_EQ(of_device.bytes(), of_space.bytes());
}

}  // namespace
}  // namespace araios_test
