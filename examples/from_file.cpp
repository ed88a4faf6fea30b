// SPDX-License-Identifier: BSD-3-Clause
// Reads a matrix, bounds the memory of its square, and multiplies under a cap: with the least cap
// that suffices, then with one that does not. Without an argument it writes the file itself.
// C is right if C·x = A·(A·x).
//
// usage: from_file [file.mtx, file.mtx.gz or file.mtx.xz with a square matrix]

#include "Example.hpp"
#include <Araios_Errors.hpp>
#include <Araios_Generators.hpp>
#include <Araios_MatrixMarket.hpp>
#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

using namespace example;

bool multiply(std::string const& path) {
  Space const exec;
  araios::MatrixMarketReport report;
  Matrix const a = on_device(araios::read_matrix_market<double, int, int>(path, &report));
  std::printf("%s: %d rows, %s, %s\n", path.c_str(), a.graph.num_rows, report.field.c_str(),
              report.symmetry.c_str());

  auto const need = araios::spgemm_estimate(exec, a, a);
  std::printf("C has at most %lld entries in %zu bytes; the call needs %zu bytes\n",
              static_cast<long long>(need.max_nnz_c), need.max_bytes_c, need.min_workspace_bytes);

  araios::SpGemmOptions options;
  options.max_workspace_bytes = need.min_workspace_bytes;
  auto const c = araios::spgemm(exec, a, a, options);
  exec.fence();
  Vector const x = ramp(a.graph.num_cols);
  bool const right = check("least cap", times(c, x), times(a, times(a, x)));

  options.max_workspace_bytes = 1;
  try {
    araios::spgemm(exec, a, a, options);
  } catch (araios::OutOfMemory const& error) {
    std::printf("one byte: %s\n", error.what());
    return right && error.allowed() == 1 && error.needed() > 1;
  }
  std::puts("one byte: WRONG, it suffices");
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos{argc, argv};
  try {
    std::string const path = argc > 1 ? argv[1] : "laplacian.mtx.gz";
    if (argc == 1) {
      araios::write_matrix_market(path, araios::generate<double, int, int>("gen:lap3d27:12"));
    }
    return multiply(path) ? 0 : 1;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "from_file: %s\n", error.what());
    return 1;
  }
}
