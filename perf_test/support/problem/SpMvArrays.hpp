// SPDX-License-Identifier: BSD-3-Clause
// The operands that all methods of y = A·x share.
#pragma once

#include "problem/Operands.hpp"
#include "problem/SpMvProblem.hpp"
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace araios::perf {

/// A, x and y in the memory of an execution space.
template <class Space, class Offset>
struct SpMvArrays {
  using device_type = typename Space::device_type;

  /// Throws: std::overflow_error if the number of entries exceeds Offset.
  explicit SpMvArrays(SpMvProblem const& problem)
      : a{copy_to_space<Space, Offset>(problem.a(), "A")},
        x("x", problem.x().size()),
        y("y", static_cast<std::size_t>(problem.num_rows())) {
    Kokkos::View<double const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host_x(
        problem.x().data(), problem.x().size());
    Kokkos::deep_copy(x, host_x);
  }

  /// Sets every element of y to NaN, which each product must overwrite.
  void poison_result() const { Kokkos::deep_copy(y, std::numeric_limits<double>::quiet_NaN()); }

  std::vector<double> result() const {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
    return std::vector<double>(host.data(), host.data() + host.extent(0));
  }

  CrsMatrix<double, Offset, int, device_type> a;
  Kokkos::View<double*, device_type> x;
  Kokkos::View<double*, device_type> y;
};

}  // namespace araios::perf
