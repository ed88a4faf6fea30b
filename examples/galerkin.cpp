// SPDX-License-Identifier: BSD-3-Clause
// The coarse matrix of multigrid, R·A·P with R = Pᵀ, by a plan that stores neither A·P nor R·A.
// When the values of A change, only the numeric phase runs again. The result is right if (R·A·P)·x
// = R·(A·(P·x)).

#include "Example.hpp"
#include <Araios_Generators.hpp>
#include <Araios_Rap.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace example;
  Kokkos::ScopeGuard const kokkos{argc, argv};
  Space const exec;
  Matrix const a = on_device(araios::generate<double, int, int>("gen:lap3d7:20"));
  Matrix const p = on_device(araios::generate<double, int, int>("gen:lap3d7:20:P"));
  Matrix const r = on_device(araios::generate<double, int, int>("gen:lap3d7:20:R"));  // to check
  Vector const x = ramp(p.graph.num_cols);

  auto const plan = araios::rap_symbolic(exec, a, p);
  auto const rap = plan.allocate<double>(exec, "R·A·P");
  std::printf("A has %d rows, R·A·P has %d; %s\n", a.graph.num_rows, rap.graph.num_rows,
              to_string(plan.report()).c_str());

  bool right = true;
  for (double const value : {0.25, 1.75}) {
    Kokkos::deep_copy(exec, a.values, value);
    araios::rap_numeric(exec, plan, a, p, rap);
    exec.fence();
    right = check("R·A·P", times(rap, x), times(r, times(a, times(p, x)))) && right;
  }
  return right ? 0 : 1;
}
