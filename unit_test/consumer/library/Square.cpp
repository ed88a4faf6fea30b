// SPDX-License-Identifier: BSD-3-Clause
// Squares the cyclic shift of three elements, in one call and by a plan, and checks both results.

#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdio>

#ifndef CONSUMER_SCALAR
#define CONSUMER_SCALAR double
#endif
#ifndef CONSUMER_OFFSET
#define CONSUMER_OFFSET int
#endif
using Space = Kokkos::DefaultHostExecutionSpace;
#ifndef CONSUMER_DEVICE
#define CONSUMER_DEVICE Space::device_type
#endif

namespace {

template <class Matrix>
bool is_square(Matrix const& c) {
  return c.graph.columns(0) == 2 && c.graph.columns(1) == 0 && c.graph.columns(2) == 1 &&
         c.values(0) == 6 && c.values(1) == 15 && c.values(2) == 10;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos{argc, argv};
  using Device = CONSUMER_DEVICE;
  using Scalar = CONSUMER_SCALAR;
  using Offset = CONSUMER_OFFSET;

  std::array<Offset, 4> row_offsets{0, 1, 2, 3};
  std::array<int, 3> columns{1, 2, 0};
  std::array<Scalar, 3> values{2, 3, 5};
  araios::CrsMatrix<Scalar, Offset, int, Device> const a{
      {3, 3, Kokkos::View<Offset const*, Device>(row_offsets.data(), row_offsets.size()),
       Kokkos::View<int*, Device>(columns.data(), columns.size())},
      Kokkos::View<Scalar*, Device>(values.data(), values.size())};
  Space const exec;
  auto const c = araios::spgemm(exec, a, a);
  auto const plan = araios::spgemm_symbolic(exec, a, a);
  auto const d = plan.allocate<Scalar>(exec, "D");
  araios::spgemm_numeric(exec, plan, a, a, d);
  Kokkos::fence("consumer: the products are complete");
  bool const correct = is_square(c) && is_square(d);
  std::puts(correct ? "consumer: correct" : "consumer: WRONG");
  return correct ? 0 : 1;
}
