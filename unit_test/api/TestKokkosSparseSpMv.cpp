// SPDX-License-Identifier: BSD-3-Clause
// Products with vectors as programs for Kokkos Kernels write them, beside its own results.

#include "support/KokkosSparseMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_KokkosSparse.hpp>

#include <KokkosSparse_spmv.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

namespace ks = araios::kokkos_sparse;
using Space = Kokkos::DefaultExecutionSpace;
using Device = Space::device_type;
template <class Scalar>
using MatrixOf = KokkosSparse::CrsMatrix<Scalar, int, Device, void, int>;
using Vector = Kokkos::View<double*, Device>;
using Vectors = Kokkos::View<double**, Kokkos::LayoutLeft, Device>;

MatrixOf<double> rectangular() {
  return to_kokkos<MatrixOf<double>>(with_integers<double>(uniform_pattern(30, 20, 5, 1), 2));
}

/// Small integers, so that sums are exact.
Vector integers(std::size_t size) {
  std::vector<double> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i % 7) - 3;
  return to_view<double, Device>(values, "vector");
}

TEST(KokkosSparseSpMv, AVectorIsMultipliedAsByKokkosKernels) {
  auto const a = rectangular();
  Kokkos::View<double const*, Device> const x = integers(20);
  for (auto const* const mode : {"N", "C"}) {
    auto const ours = integers(30);
    auto const theirs = integers(30);
    ks::spmv(mode, 2.0, a, x, -3, ours);
    KokkosSparse::spmv(mode, 2.0, a, x, -3.0, theirs);
    Kokkos::fence();
    EXPECT_EQ(to_vector<double>(ours), to_vector<double>(theirs)) << mode;
    EXPECT_NE(to_vector<double>(ours), to_vector<double>(integers(30)));
    ks::spmv(Space{}, mode, 2.0, a, x, 0, ours);
    KokkosSparse::spmv(mode, 2.0, a, x, 0.0, theirs);
    Kokkos::fence();
    EXPECT_EQ(to_vector<double>(ours), to_vector<double>(theirs)) << mode;
  }
}

TEST(KokkosSparseSpMv, SeveralVectorsAreMultipliedAsByKokkosKernels) {
  auto const a = rectangular();
  Vectors const x("x", 20, 3);
  Vectors const ours("y", 30, 3);
  Vectors const theirs("y", 30, 3);
  for (std::size_t j = 0; j < 3; ++j) {
    Kokkos::deep_copy(Kokkos::subview(x, Kokkos::ALL, j), integers(20));
    Kokkos::deep_copy(Kokkos::subview(x, j, Kokkos::ALL), static_cast<double>(j + 1));
  }
  Kokkos::deep_copy(ours, 5);
  Kokkos::deep_copy(theirs, 5);
  ks::spmv("N", 2, a, x, 3, ours);
  KokkosSparse::spmv("N", 2.0, a, x, 3.0, theirs);
  Kokkos::fence();
  for (std::size_t j = 0; j < 3; ++j) {
    Vector const column("column", 30);
    Kokkos::deep_copy(column, Kokkos::subview(ours, Kokkos::ALL, j));
    auto const found = to_vector<double>(column);
    Kokkos::deep_copy(column, Kokkos::subview(theirs, Kokkos::ALL, j));
    EXPECT_EQ(found, to_vector<double>(column)) << "column " << j;
  }
}

TEST(KokkosSparseSpMv, TheDefaultMatrixLeavesAnEmptyVector) {
  Vector const none;
  ks::spmv("N", 1.0, MatrixOf<double>{}, none, 0.0, none);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [] { ks::spmv("N", 1.0, MatrixOf<double>{}, Vector("x", 2), 0.0, Vector{}); }, {"x", "2"}));
}

template <class Scalar>
void expect_every_mode() {
  auto const a =
      to_kokkos<MatrixOf<Scalar>>(with_integers<Scalar>(uniform_pattern(30, 20, 5, 3), 4));
  for (std::string const mode : {"N", "C", "T", "H"}) {
    bool const is_transposed = mode == "T" || mode == "H";
    std::size_t const rows = is_transposed ? 20 : 30;
    Kokkos::View<Scalar**, Kokkos::LayoutLeft, Device> const x("x", 50 - rows, 2);
    Kokkos::View<Scalar**, Kokkos::LayoutLeft, Device> const ours("ours", rows, 2);
    Kokkos::View<Scalar**, Kokkos::LayoutLeft, Device> const theirs("theirs", rows, 2);
    Kokkos::deep_copy(x, Scalar{3});
    Kokkos::deep_copy(Kokkos::subview(x, Kokkos::ALL, 1), Scalar{-1});
    Kokkos::deep_copy(ours, Scalar{5});
    Kokkos::deep_copy(theirs, Scalar{5});
    auto const column = [](auto const& block, int j) {
      return Kokkos::subview(block, Kokkos::ALL, j);
    };
    auto const expect_equal = [&] {
      Kokkos::fence();
      for (std::size_t row = 0; row < rows; ++row) {
        EXPECT_EQ(ours(row, 0), theirs(row, 0)) << mode << ", row " << row;
        EXPECT_EQ(ours(row, 1), theirs(row, 1)) << mode << ", row " << row;
      }
    };
    ks::spmv(mode.c_str(), 2.0, a, x, 3.0, ours);
    KokkosSparse::spmv(mode.c_str(), Scalar{2}, a, x, Scalar{3}, theirs);
    expect_equal();
    ks::spmv(mode.c_str(), 2.0, a, column(x, 0), 3.0, column(ours, 0));
    KokkosSparse::spmv(mode.c_str(), Scalar{2}, a, column(x, 0), Scalar{3}, column(theirs, 0));
    expect_equal();
  }
}

TEST(KokkosSparseSpMv, EveryModeIsThatOfKokkosKernels) {
  expect_every_mode<double>();
  expect_every_mode<Kokkos::complex<double>>();
}

TEST(KokkosSparseSpMv, OtherModesAreNamedAndLeaveTheResult) {
  auto const a = rectangular();
  auto const x = integers(20);
  auto const y = integers(30);
  auto const call = [&](char const* mode) { ks::spmv(mode, 1.0, a, x, 0.0, y); };
  EXPECT_TRUE(throws<std::invalid_argument>([&] { call("X"); }, {"\"X\"", "N, T, C or H"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { call(""); }, {"\"\"", "N, T, C or H"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { call(nullptr); }, {"N, T, C or H"}));
  EXPECT_EQ(to_vector<double>(y), to_vector<double>(integers(30)));
}

}  // namespace
}  // namespace araios_test
