// SPDX-License-Identifier: BSD-3-Clause
// The coarse matrix of multigrid, R·(A·P) with R = Pᵀ, by two plans. When the values of A change,
// only the numeric phases run again. The result is right if (R·A·P)·x = R·(A·(P·x)).

#include "Example.hpp"
#include <Araios_Generators.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace example;
  Kokkos::ScopeGuard const kokkos{argc, argv};
  Space const exec;
  Matrix const a = on_device(araios::generate<double, int, int>("gen:lap3d7:20"));
  Matrix const p = on_device(araios::generate<double, int, int>("gen:lap3d7:20:P"));
  Matrix const r = on_device(araios::generate<double, int, int>("gen:lap3d7:20:R"));
  Vector const x = ramp(p.graph.num_cols);

  // Both products take their temporary memory from one workspace, one after the other.
  araios::Workspace<Device> const workspace;
  auto const plan_ap = araios::spgemm_symbolic(exec, a, p, {}, workspace);
  auto const ap = plan_ap.allocate<double>(exec, "A·P");
  araios::spgemm_numeric(exec, plan_ap, a, p, ap, workspace);  // its columns are the next operand's
  auto const plan_rap = araios::spgemm_symbolic(exec, r, ap, {}, workspace);
  auto const rap = plan_rap.allocate<double>(exec, "R·A·P");
  std::printf("A has %d rows, R·A·P has %d\n", a.graph.num_rows, rap.graph.num_rows);

  bool right = true;
  for (double const value : {0.25, 1.75}) {
    Kokkos::deep_copy(exec, a.values, value);
    araios::spgemm_numeric(exec, plan_ap, a, p, ap, workspace);
    araios::spgemm_numeric(exec, plan_rap, r, ap, rap, workspace);
    exec.fence();
    right = check("R·A·P", times(rap, x), times(r, times(a, times(p, x)))) && right;
  }
  return right ? 0 : 1;
}
