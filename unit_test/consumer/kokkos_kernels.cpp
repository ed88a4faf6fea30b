// SPDX-License-Identifier: BSD-3-Clause
// A product as a program for Kokkos Kernels writes it: another include, and another namespace.

#include <Araios_KokkosSparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace kk = araios::kokkos_sparse;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos{argc, argv};
  using Space = Kokkos::DefaultHostExecutionSpace;
  using Memory = Space::memory_space;
  using Device = Kokkos::Device<Space, Memory>;
  using Matrix = KokkosSparse::CrsMatrix<double, int, Device, void, int>;

  // The cyclic shift of three elements.
  Matrix::row_map_type::non_const_type const row_map("row map", 4);
  Matrix::index_type const entries("entries", 3);
  Matrix::values_type const values("values", 3);
  for (int row = 0; row < 3; ++row) {
    row_map(row + 1) = row + 1;
    entries(row) = (row + 1) % 3;
    values(row) = 2 * row + 1;
  }
  Matrix const a{"A", 3, 3, 3, values, row_map, entries};

  kk::KokkosKernelsHandle<int, int, double, Space, Memory, Memory> kh;
  kh.create_spgemm_handle(kk::StringToSPGEMMAlgorithm("SPGEMM_DEFAULT"));
  Matrix c;
  kk::spgemm_symbolic(kh, a, false, a, false, c);
  kk::spgemm_numeric(kh, a, false, a, false, c);
  kh.destroy_spgemm_handle();

  bool const correct = c.graph.entries(0) == 2 && c.graph.entries(1) == 0 &&
                       c.graph.entries(2) == 1 && c.values(0) == 3 && c.values(1) == 15 &&
                       c.values(2) == 5;
  std::puts(correct ? "consumer: correct" : "consumer: WRONG");
  return correct ? 0 : 1;
}
