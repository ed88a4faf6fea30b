// SPDX-License-Identifier: BSD-3-Clause
// The operands that all methods of C = A·B share, in the memory of an execution space.
#pragma once

#include "problem/Operands.hpp"
#include "problem/SpMmProblem.hpp"
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace araios::perf {

template <class Space, class Scalar, class Layout>
struct SpMmArrays {
  using device_type = typename Space::device_type;
  using dense_type = Kokkos::View<Scalar**, Layout, device_type>;

  /// Throws: std::overflow_error if the number of entries exceeds int.
  explicit SpMmArrays(SpMmProblem const& problem)
      : b("B", static_cast<std::size_t>(problem.num_cols()),
          static_cast<std::size_t>(problem.num_columns())),
        c("C", static_cast<std::size_t>(problem.num_rows()),
          static_cast<std::size_t>(problem.num_columns())) {
    auto const in_double = copy_to_space<Space, int>(problem.a(), "A");
    Kokkos::View<Scalar*, device_type> const values("A.values", in_double.values.extent(0));
    Kokkos::deep_copy(values, in_double.values);
    a = {in_double.graph, values};
    auto const host_b = Kokkos::create_mirror_view(b);
    for (std::size_t row = 0; row < b.extent(0); ++row) {
      for (std::size_t column = 0; column < b.extent(1); ++column) {
        host_b(row, column) = static_cast<Scalar>(problem.b(row, column));
      }
    }
    Kokkos::deep_copy(b, host_b);
  }

  /// Sets every element of C to NaN, which each product must overwrite.
  void poison_result() const { Kokkos::deep_copy(c, std::numeric_limits<Scalar>::quiet_NaN()); }

  /// C in row-major order.
  std::vector<double> result() const {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
    std::vector<double> elements;
    elements.reserve(host.size());
    for (std::size_t row = 0; row < host.extent(0); ++row) {
      for (std::size_t column = 0; column < host.extent(1); ++column) {
        elements.push_back(static_cast<double>(host(row, column)));
      }
    }
    return elements;
  }

  std::int64_t dense_a_elements() const {
    return std::int64_t{a.graph.num_rows} * std::int64_t{a.graph.num_cols};
  }

  /// A as a dense matrix, in the layout of B and C.
  dense_type dense_a() const {
    dense_type const dense("dense A", static_cast<std::size_t>(a.graph.num_rows),
                           static_cast<std::size_t>(a.graph.num_cols));
    auto const mirror = Kokkos::create_mirror_view(dense);
    auto const offsets =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a.graph.row_offsets);
    auto const columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a.graph.columns);
    auto const values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a.values);
    for (std::size_t row = 0; row < dense.extent(0); ++row) {
      for (int entry = offsets(row); entry < offsets(row + 1); ++entry) {
        mirror(row, columns(entry)) += values(entry);
      }
    }
    Kokkos::deep_copy(dense, mirror);
    return dense;
  }

  CrsMatrix<Scalar, int, int, device_type> a;
  dense_type b;
  dense_type c;
};

}  // namespace araios::perf
