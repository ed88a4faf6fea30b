// SPDX-License-Identifier: BSD-3-Clause
// The operands of a product in the memory of an execution space.
#pragma once

#include "problem/HostOperands.hpp"
#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::perf {

/// Copies the first `size` elements of a view to another.
template <class From, class To>
void copy_elements(From const& from, To const& to, std::size_t size) {
  auto const range = Kokkos::make_pair(std::size_t{0}, size);
  Kokkos::deep_copy(Kokkos::subview(to, range), Kokkos::subview(from, range));
}

/// A matrix in the memory of an execution space. Copied even if the host's memory would do, so that
/// the threads of the execution space touch its pages first.
///
/// Throws: std::overflow_error if the number of entries exceeds Offset.
template <class Space, class Offset, class Scalar>
CrsMatrix<Scalar, Offset, int, typename Space::device_type> copy_to_space(
    HostMatrixOf<Scalar> const& host, std::string const& name) {
  using device_type = typename Space::device_type;
  auto const size = static_cast<std::size_t>(num_entries(host));
  impl::checked_cast<Offset>(num_entries(host), "the number of entries of " + name);
  auto const num_offsets = host.graph.row_offsets.extent(0);
  Kokkos::View<Offset*, Kokkos::HostSpace> const host_offsets(name + ".host_row_offsets",
                                                              num_offsets);
  for (std::size_t row = 0; row < num_offsets; ++row) {
    host_offsets(row) = static_cast<Offset>(host.graph.row_offsets(row));
  }
  Kokkos::View<Offset*, device_type> const row_offsets(name + ".row_offsets", num_offsets);
  Kokkos::View<int*, device_type> const columns(name + ".columns", size);
  Kokkos::View<Scalar*, device_type> const values(name + ".values", size);
  copy_elements(host_offsets, row_offsets, num_offsets);
  copy_elements(host.graph.columns, columns, size);
  copy_elements(host.values, values, size);
  return {{host.graph.num_rows, host.graph.num_cols, row_offsets, columns}, values};
}

/// A and B as every library gets them. If B is A, both share their arrays, as in an application.
template <class Space, class Offset, class Scalar = double>
struct Operands {
  using device_type = typename Space::device_type;
  using matrix_type = CrsMatrix<Scalar, Offset, int, device_type>;

  /// Throws: std::overflow_error if the number of entries exceeds Offset.
  explicit Operands(HostOperands<Scalar> const& host)
      : a{copy_to_space<Space, Offset>(host.a, "A")},
        b{host.b_is_a ? a : copy_to_space<Space, Offset>(host.b, "B")} {}

  /// Copies the values of A from the host.
  void update_values(HostOperands<Scalar> const& host) {
    copy_elements(host.a.values, a.values, a.values.size());
  }

  matrix_type a;
  matrix_type b;
};

}  // namespace araios::perf
