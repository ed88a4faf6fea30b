// SPDX-License-Identifier: BSD-3-Clause
// y = 2·A·x + y by merge-path SpMV, and Y = A·X for a dense X with three columns: first with A in
// compressed rows, then with A in groups of rows. Column j of X is (j + 1)·x, so that column j of Y
// must be (j + 1)·A·x.

#include "Example.hpp"
#include <Araios_Generators.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace {

using Dense = Kokkos::View<double**, Kokkos::LayoutRight, example::Device>;

/// Whether each column of Y is its multiple of A·x.
bool check_columns(char const* what, Dense const& y, example::Vector const& ax) {
  auto const host_y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  bool right = true;
  for (std::size_t column = 0; column < y.extent(1); ++column) {
    example::Vector found(ax.size());
    for (std::size_t row = 0; row < ax.size(); ++row) {
      found[row] = host_y(row, column) / static_cast<double>(column + 1);
    }
    right = example::check(what, found, ax) && right;
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace example;
  Kokkos::ScopeGuard const kokkos{argc, argv};
  Space const exec;
  Matrix const a = on_device(araios::generate<double, int, int>("gen:rmat:10:8"));
  std::size_t const n = static_cast<std::size_t>(a.graph.num_cols);
  Vector const host_x = ramp(a.graph.num_cols);
  Vector const ax = times(a, host_x);

  Kokkos::View<double*, Device> const x("x", n);
  Kokkos::View<double*, Device> const y("y", ax.size());
  Dense const many_x("X", n, 3);
  Dense const many_y("Y", ax.size(), 3);
  auto const mirror_x = Kokkos::create_mirror_view(x);
  auto const mirror_many_x = Kokkos::create_mirror_view(many_x);
  for (std::size_t i = 0; i < n; ++i) {
    mirror_x(i) = host_x[i];
    for (std::size_t j = 0; j < 3; ++j)
      mirror_many_x(i, j) = static_cast<double>(j + 1) * host_x[i];
  }
  Kokkos::deep_copy(x, mirror_x);
  Kokkos::deep_copy(many_x, mirror_many_x);

  // Keep the workspace from call to call: then nothing is allocated.
  araios::Workspace<Device> const workspace;
  for (int call = 0; call < 2; ++call) araios::spmv(exec, 2.0, a, x, 1.0, y, workspace);
  auto const host_y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  Vector quarter(ax.size());
  for (std::size_t i = 0; i < ax.size(); ++i) quarter[i] = host_y(i) / 4;
  bool right = check("spmv", quarter, ax);

  araios::spmm(exec, 1.0, a, many_x, 0.0, many_y);
  right = check_columns("spmm", many_y, ax) && right;
  auto const grouped = araios::to_grouped_coo(exec, a);
  araios::spmm(exec, 1.0, grouped, many_x, 0.0, many_y);
  right = check_columns("spmm, rows in groups", many_y, ax) && right;
  return right ? 0 : 1;
}
