// SPDX-License-Identifier: BSD-3-Clause
// C = A·A for the Laplacian of a cube: by one call, then by a plan that serves several sets of
// values. Each C is right if C·x = A·(A·x).

#include "Example.hpp"
#include <Araios_Generators.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmReport.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace example;
  Kokkos::ScopeGuard const kokkos{argc, argv};
  Space const exec;
  Matrix const a = on_device(araios::generate<double, int, int>("gen:lap3d7:20"));
  Vector const x = ramp(a.graph.num_cols);

  // The whole product; options, workspace and report may be left out. C is ready after the fence.
  araios::SpGemmReport report;
  auto const whole = araios::spgemm(exec, a, a, {}, {}, &report);
  exec.fence();
  std::printf("ran %s\n", to_string(report).c_str());
  bool right = check("whole call", times(whole, x), times(a, times(a, x)));

  // Two-phase: the plan holds what depends on the patterns alone.
  auto const plan = araios::spgemm_symbolic(exec, a, a);
  auto const c = plan.allocate<double>(exec, "C");
  std::printf("C has %lld entries from %lld products\n", static_cast<long long>(plan.nnz()),
              static_cast<long long>(plan.stats().work));
  for (double const value : {1.0, 3.0}) {
    Kokkos::deep_copy(exec, a.values, value);
    araios::spgemm_numeric(exec, plan, a, a, c);
    exec.fence();
    right = check("plan, new values", times(c, x), times(a, times(a, x))) && right;
  }
  return right ? 0 : 1;
}
