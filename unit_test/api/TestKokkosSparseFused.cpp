// SPDX-License-Identifier: BSD-3-Clause
// Sums and Jacobi steps as programs for Kokkos Kernels write them, beside its own results.

#include "support/KokkosSparseMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_KokkosSparse.hpp>

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spadd.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spgemm_jacobi.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

namespace ks = araios::kokkos_sparse;
using Space = Kokkos::DefaultExecutionSpace;
using Device = Space::device_type;
using Memory = Device::memory_space;
using Matrix = KokkosSparse::CrsMatrix<double, int, Device, void, int>;
using Offsets = Kokkos::View<int*, Device>;
using Handle = ks::KokkosKernelsHandle<int, int, double, Space, Memory, Memory>;
using Theirs =
    KokkosKernels::Experimental::KokkosKernelsHandle<int, int, double, Space, Memory, Memory>;

Matrix random(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  return to_kokkos<Matrix>(with_integers<double>(uniform_pattern(rows, cols, 4, seed), seed + 1));
}

void expect_same(Matrix const& found, Matrix const& expected) {
  Kokkos::fence();
  auto const ours = from_kokkos(found);
  auto const theirs = from_kokkos(expected);
  EXPECT_EQ(ours.pattern.row_offsets, theirs.pattern.row_offsets);
  EXPECT_EQ(ours.pattern.columns, theirs.pattern.columns);
  EXPECT_EQ(ours.values, theirs.values);
}

TEST(KokkosSparseSpAdd, MatricesAreAddedAsByKokkosKernels) {
  auto const a = random(30, 20, 1);
  auto const b = random(30, 20, 5);
  Handle handle;
  handle.create_spadd_handle(true, true);
  Theirs other;
  other.create_spadd_handle(true, true);
  Matrix ours;
  Matrix theirs;
  ks::spadd_symbolic(&handle, a, b, ours);
  KokkosSparse::spadd_symbolic(&other, a, b, theirs);
  EXPECT_EQ(handle.get_spadd_handle()->get_c_nnz(), other.get_spadd_handle()->get_c_nnz());
  EXPECT_FALSE(handle.get_spadd_handle()->is_numeric_called());
  for (double const alpha : {2.0, -1.0}) {
    ks::spadd_numeric(&handle, alpha, a, 3, b, ours);
    KokkosSparse::spadd_numeric(&other, alpha, a, 3.0, b, theirs);
    expect_same(ours, theirs);
  }
  EXPECT_TRUE(handle.get_spadd_handle()->is_numeric_called());
  other.destroy_spadd_handle();
}

TEST(KokkosSparseSpAdd, ViewsAreAddedAsMatrices) {
  auto const a = random(30, 20, 1);
  auto const b = random(30, 20, 5);
  Handle handle;
  handle.create_spadd_handle();
  Matrix expected;
  ks::spadd_symbolic(Space{}, &handle, a, b, expected);
  ks::spadd_numeric(Space{}, &handle, 2.0, a, -1.0, b, expected);
  Offsets const row_map("row map", 31);
  Handle of_views;
  of_views.create_spadd_handle();
  ks::spadd_symbolic(&of_views, 30, 20, a.graph.row_map, a.graph.entries, b.graph.row_map,
                     b.graph.entries, row_map);
  auto const size = static_cast<std::size_t>(of_views.get_spadd_handle()->get_c_nnz());
  Kokkos::View<int*, Device> const entries("entries", size);
  Kokkos::View<double*, Device> const values("values", size);
  ks::spadd_numeric(&of_views, 30, 20, a.graph.row_map, a.graph.entries, a.values, 2.0,
                    b.graph.row_map, b.graph.entries, b.values, -1.0, row_map, entries, values);
  expect_same(Matrix{"C", 30, 20, static_cast<int>(size), values, row_map, entries}, expected);
}

TEST(KokkosSparseSpAdd, CallsOutOfOrderSayWhatIsMissing) {
  auto const a = random(6, 6, 1);
  Matrix c;
  Handle handle;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spadd_symbolic(&handle, a, a, c); },
                                            {"create_spadd_handle"}));
  handle.create_spadd_handle();
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spadd_numeric(&handle, 1.0, a, 1.0, a, c); },
                                            {"call spadd_symbolic"}));
  Offsets const short_row_map("row map", 3);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        ks::spadd_symbolic(&handle, 6, 6, a.graph.row_map, a.graph.entries, a.graph.row_map,
                           a.graph.entries, short_row_map);
      },
      {"row map of C has 3", "expected 7"}));
  EXPECT_FALSE(handle.get_spadd_handle()->is_symbolic_called());
}

/// C = (I − omega·D⁻¹·A)·B by either library.
template <class KernelHandle, class Symbolic, class Jacobi>
Matrix jacobi(Matrix const& a, Matrix const& b, Symbolic const& symbolic, Jacobi const& step) {
  KernelHandle handle;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  auto const m = a.numRows();
  auto const k = b.numCols();
  Offsets const row_map("row map", static_cast<std::size_t>(m) + 1);
  symbolic(handle, m, k, row_map);
  auto const size = static_cast<std::size_t>(handle.get_spgemm_handle()->get_c_nnz());
  Kokkos::View<int*, Device> entries("entries", size);
  Kokkos::View<double*, Device> values("values", size);
  for (int call = 0; call < 2; ++call) step(handle, m, k, row_map, entries, values);
  Kokkos::fence();
  Matrix const c{"C", m, k, static_cast<int>(size), values, row_map, entries};
  handle.destroy_spgemm_handle();
  return c;
}

TEST(KokkosSparseJacobi, StepsAreThoseOfKokkosKernels) {
  auto const a = to_kokkos<Matrix>(with_integers<double>(full_pattern(20, 20), 3));
  auto const b = random(20, 15, 5);
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> const dinv("dinv", 20, 1);
  Kokkos::deep_copy(dinv, 0.5);
  auto const ours = jacobi<Handle>(
      a, b,
      [&](auto& handle, int m, int k, auto const& row_map) {
        ks::spgemm_symbolic(&handle, m, m, k, a.graph.row_map, a.graph.entries, false,
                            b.graph.row_map, b.graph.entries, false, row_map);
      },
      [&](auto& handle, int m, int k, auto const& row_map, auto& entries, auto& values) {
        ks::spgemm_jacobi(&handle, m, m, k, a.graph.row_map, a.graph.entries, a.values, false,
                          b.graph.row_map, b.graph.entries, b.values, false, row_map, entries,
                          values, 0.25, dinv);
      });
  auto const theirs = jacobi<Theirs>(
      a, b,
      [&](auto& handle, int m, int k, auto const& row_map) {
        KokkosSparse::Experimental::spgemm_symbolic(&handle, m, m, k, a.graph.row_map,
                                                    a.graph.entries, false, b.graph.row_map,
                                                    b.graph.entries, false, row_map);
      },
      [&](auto& handle, int m, int k, auto const& row_map, auto& entries, auto& values) {
        KokkosSparse::Experimental::spgemm_jacobi(
            &handle, m, m, k, a.graph.row_map, a.graph.entries, a.values, false, b.graph.row_map,
            b.graph.entries, b.values, false, row_map, entries, values, 0.25, dinv);
      });
  expect_same(ours, theirs);
}

TEST(KokkosSparseJacobi, WhatDoesNotFitIsNamed) {
  auto const a = to_kokkos<Matrix>(with_integers<double>(full_pattern(4, 4), 3));
  auto const without = to_kokkos<Matrix>(with_integers<double>(empty_pattern(4, 4), 3));
  Kokkos::View<double*, Device> const dinv("dinv", 4);
  auto const step = [&](Matrix const& left, bool transpose_a) {
    Handle handle;
    handle.create_spgemm_handle();
    Matrix c;
    ks::spgemm_symbolic(handle, left, false, a, false, c);
    Offsets const row_map("row map", 5);
    Kokkos::deep_copy(row_map, c.graph.row_map);
    ks::spgemm_jacobi(&handle, 4, 4, 4, left.graph.row_map, left.graph.entries, left.values,
                      transpose_a, a.graph.row_map, a.graph.entries, a.values, false, row_map,
                      c.graph.entries, c.values, 1.0, dinv);
  };
  EXPECT_TRUE(throws<std::invalid_argument>([&] { step(a, true); }, {"transposed"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { step(without, false); },
                                            {"row 0 of A has no entry on the diagonal"}));
}

}  // namespace
}  // namespace araios_test
