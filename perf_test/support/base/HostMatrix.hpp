// SPDX-License-Identifier: BSD-3-Clause
// The types in which the driver keeps matrices on the host.
#pragma once

#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <variant>

namespace araios::perf {

using HostDevice = Kokkos::DefaultHostExecutionSpace::device_type;
using Complex = Kokkos::complex<double>;

/// Offsets have 64 bits, so that nothing is lost before --offset narrows them.
template <class Scalar>
using HostMatrixOf = CrsMatrix<Scalar, std::int64_t, int, HostDevice>;
using HostMatrix = HostMatrixOf<double>;
using HostGraph = HostMatrix::graph_type;

/// A result on the host. It may share memory with the matrix of a library.
template <class Scalar>
using HostResultOf = CrsMatrix<Scalar const, std::int64_t, int const, HostDevice>;
using HostResult = HostResultOf<double>;
using AnyHostResult = std::variant<HostResult, HostResultOf<Complex>>;

template <class Ordinal>
std::int64_t num_entries(CrsGraph<std::int64_t, Ordinal, HostDevice> const& graph) {
  auto const num_rows = static_cast<std::size_t>(graph.num_rows);
  return num_rows == 0 ? 0 : graph.row_offsets(num_rows);
}
template <class Scalar, class Ordinal>
std::int64_t num_entries(CrsMatrix<Scalar, std::int64_t, Ordinal, HostDevice> const& a) {
  return num_entries(a.graph);
}

}  // namespace araios::perf
