// SPDX-License-Identifier: BSD-3-Clause
// Matrices of Kokkos Kernels as operands and as results: the same memory.

#include "support/KokkosSparseMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_KokkosSparseMatrix.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <type_traits>

namespace araios_test {
namespace {

namespace ks = araios::kokkos_sparse;
using Device = Kokkos::DefaultExecutionSpace::device_type;
using Matrix = KokkosSparse::CrsMatrix<double, int, Device, void, std::size_t>;
using Operand = araios::CrsMatrix<double const, std::size_t, int const, Device>;

Matrix rectangular() {
  return to_kokkos<Matrix>(with_integers<double>(uniform_pattern(7, 11, 3, 1), 2));
}

TEST(KokkosSparseMatrix, AnOperandHasTheMemoryOfItsMatrix) {
  auto const given = rectangular();
  auto const a = ks::as_araios(given);
  static_assert(std::is_same_v<decltype(a), Operand const>);
  EXPECT_EQ(a.graph.num_rows, 7);
  EXPECT_EQ(a.graph.num_cols, 11);
  EXPECT_EQ(a.graph.row_offsets.data(), given.graph.row_map.data());
  EXPECT_EQ(a.graph.columns.data(), given.graph.entries.data());
  EXPECT_EQ(a.values.data(), given.values.data());
  EXPECT_EQ(a.values.extent(0), given.nnz());
}

TEST(KokkosSparseMatrix, AnOperandKeepsTheMemoryOfItsMatrix) {
  auto given = rectangular();
  auto const a = ks::as_araios(given);
  auto const expected = from_kokkos(given);
  given = Matrix{};
  EXPECT_EQ(a.values.use_count(), 1);
  EXPECT_EQ(to_host(a).values, expected.values);
}

TEST(KokkosSparseMatrix, ConstantUnmanagedMatricesAreOperands) {
  using Constant =
      KokkosSparse::CrsMatrix<double const, int const, Device,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>, std::size_t const>;
  auto const given = rectangular();
  auto const a = ks::as_araios(Constant{given});
  static_assert(std::is_same_v<decltype(a), Operand const>);
  EXPECT_EQ(a.graph.row_offsets.data(), given.graph.row_map.data());
  EXPECT_EQ(a.graph.columns.data(), given.graph.entries.data());
  EXPECT_EQ(a.values.data(), given.values.data());
}

TEST(KokkosSparseMatrix, TheDefaultMatrixIsAnEmptyOperand) {
  auto const a = ks::as_araios(Matrix{});
  EXPECT_EQ(a.graph.num_rows, 0);
  EXPECT_EQ(a.graph.num_cols, 0);
  EXPECT_EQ(a.values.extent(0), 0u);
}

TEST(KokkosSparseMatrix, AResultHasTheMemoryOfItsMatrix) {
  auto const c =
      to_device<std::size_t, int, Device>(with_integers<double>(uniform_pattern(7, 11, 3, 1), 2));
  auto const taken = ks::as_kokkos("C", c);
  static_assert(std::is_same_v<decltype(taken), Matrix const>);
  EXPECT_EQ(taken.numRows(), 7);
  EXPECT_EQ(taken.numCols(), 11);
  EXPECT_EQ(taken.nnz(), c.values.extent(0));
  EXPECT_EQ(taken.graph.row_map.data(), c.graph.row_offsets.data());
  EXPECT_EQ(taken.graph.entries.data(), c.graph.columns.data());
  EXPECT_EQ(taken.values.data(), c.values.data());
}

TEST(KokkosSparseMatrix, ReadOnlyColumnsStayReadOnly) {
  auto const taken = ks::as_kokkos("C", ks::as_araios(rectangular()));
  using Taken = std::remove_const_t<decltype(taken)>;
  static_assert(
      std::is_same_v<Taken,
                     KokkosSparse::CrsMatrix<double const, int const, Device, void, std::size_t>>);
  EXPECT_EQ(from_kokkos(taken).pattern.columns, from_kokkos(rectangular()).pattern.columns);
}

TEST(KokkosSparseMatrix, AResultHasAColumnForEachValue) {
  auto c = to_device<std::size_t, int, Device>(with_integers<double>(diagonal_pattern(4), 2));
  c.values = Kokkos::View<double*, Device>("values", 5);
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::as_kokkos("C", c); },
                                            {"C.columns has 4", "C.values has 5"}));
}

}  // namespace
}  // namespace araios_test
