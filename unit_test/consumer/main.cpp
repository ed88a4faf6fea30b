// SPDX-License-Identifier: BSD-3-Clause
// Squares the cyclic shift of three elements with an installed Araios and checks the result.

#include <Araios_SpGemm.hpp>
#ifdef CONSUMER_READS_FILES
#include <Araios_MatrixMarket.hpp>
#endif

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos{argc, argv};
  using Space = Kokkos::DefaultHostExecutionSpace;
  using Device = Space::device_type;

  std::array<int, 4> row_offsets{0, 1, 2, 3};
  std::array<int, 3> columns{1, 2, 0};
  std::array<double, 3> values{2, 3, 5};
  araios::CrsMatrix<double, int, int, Space> const a{
      {3, 3, Kokkos::View<int const*, Device>(row_offsets.data(), row_offsets.size()),
       Kokkos::View<int*, Device>(columns.data(), columns.size())},
      Kokkos::View<double*, Device>(values.data(), values.size())};
  auto const c = araios::spgemm(Space{}, a, a);
  Kokkos::fence("consumer: the product is complete");

  bool const correct = c.graph.columns(0) == 2 && c.graph.columns(1) == 0 &&
                       c.graph.columns(2) == 1 && c.values(0) == 6 && c.values(1) == 15 &&
                       c.values(2) == 10;
  std::puts(correct ? "consumer: correct" : "consumer: WRONG");
  return correct ? 0 : 1;
}
