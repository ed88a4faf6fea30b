// SPDX-License-Identifier: BSD-3-Clause
// What the examples share: their types, a copy to the device, and a plain product as a check.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_HostCrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace example {

using Space = Kokkos::DefaultExecutionSpace;
using Device = Space::device_type;
using Matrix = araios::CrsMatrix<double, int, int, Device>;
using Vector = std::vector<double>;

/// A matrix of the host in the memory of the device. On a host nothing is copied.
inline Matrix on_device(araios::HostCrsMatrix<double, int, int> const& a) {
  Device::memory_space const memory;
  return {{a.graph.num_rows, a.graph.num_cols,
           Kokkos::create_mirror_view_and_copy(memory, a.graph.row_offsets),
           Kokkos::create_mirror_view_and_copy(memory, a.graph.columns)},
          Kokkos::create_mirror_view_and_copy(memory, a.values)};
}

/// A·x, row by row on the host.
template <class Ordinal>
Vector times(araios::CrsMatrix<double, int, Ordinal, Device> const& a, Vector const& x) {
  Kokkos::HostSpace const host;
  auto const row_offsets = Kokkos::create_mirror_view_and_copy(host, a.graph.row_offsets);
  auto const columns = Kokkos::create_mirror_view_and_copy(host, a.graph.columns);
  auto const values = Kokkos::create_mirror_view_and_copy(host, a.values);
  Vector y(static_cast<std::size_t>(a.graph.num_rows), 0.0);
  for (int row = 0; row < a.graph.num_rows; ++row) {
    for (int entry = row_offsets(row); entry < row_offsets(row + 1); ++entry) {
      y[static_cast<std::size_t>(row)] +=
          values(entry) * x[static_cast<std::size_t>(columns(entry))];
    }
  }
  return y;
}

/// A vector of n small numbers.
inline Vector ramp(int n) {
  Vector x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1 + static_cast<double>(i % 7);
  return x;
}

/// Prints and returns whether both vectors are equal but for rounding.
inline bool check(char const* what, Vector const& found, Vector const& expected) {
  double largest = 0;
  for (double const value : expected) largest = std::max(largest, std::abs(value));
  bool right = found.size() == expected.size();
  // Written so that a NaN is wrong.
  for (std::size_t i = 0; right && i < expected.size(); ++i) {
    right = std::abs(found[i] - expected[i]) <= 1e-12 * largest;
  }
  std::printf("%s: %s\n", what, right ? "right" : "WRONG");
  return right;
}

}  // namespace example
