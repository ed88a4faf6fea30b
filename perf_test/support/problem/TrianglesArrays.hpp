// SPDX-License-Identifier: BSD-3-Clause
// The graph that all methods share, and the count of the last one.
#pragma once

#include "problem/Operands.hpp"
#include "problem/TrianglesProblem.hpp"
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace araios::perf {

/// L in the memory of an execution space. Its values are ones, which plus-pair does not read.
template <class Space>
struct TrianglesArrays {
  using device_type = typename Space::device_type;
  using scalar_type = std::uint8_t;

  /// Throws: std::overflow_error if the number of edges exceeds int.
  explicit TrianglesArrays(TrianglesProblem const& problem)
      : lower{copy_to_space<Space, int>(
            HostMatrixOf<scalar_type>{problem.lower(), ones_of(problem)}, "L")} {}

  CrsMatrix<scalar_type, int, int, device_type> lower;
  double count = std::numeric_limits<double>::quiet_NaN();

 private:
  static Kokkos::View<scalar_type*, HostDevice> ones_of(TrianglesProblem const& problem) {
    Kokkos::View<scalar_type*, HostDevice> const ones(
        "L.values", static_cast<std::size_t>(problem.num_edges()));
    Kokkos::deep_copy(ones, scalar_type{1});
    return ones;
  }
};

}  // namespace araios::perf
