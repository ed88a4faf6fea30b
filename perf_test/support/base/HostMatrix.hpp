// SPDX-License-Identifier: BSD-3-Clause
// The types in which the driver keeps matrices on the host.
#pragma once

#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::perf {

/// Offsets have 64 bits, so that nothing is lost before --offset narrows them.
using HostMatrix =
    CrsMatrix<double, std::int64_t, int, Kokkos::DefaultHostExecutionSpace::device_type>;

/// A result on the host. It may share memory with the matrix of a library.
using HostResult = CrsMatrix<double const, std::int64_t, int const, HostMatrix::device_type>;

template <class Scalar, class Ordinal>
std::int64_t num_entries(
    CrsMatrix<Scalar, std::int64_t, Ordinal, HostMatrix::device_type> const& a) {
  auto const num_rows = static_cast<std::size_t>(a.graph.num_rows);
  return num_rows == 0 ? 0 : a.graph.row_offsets(num_rows);
}

}  // namespace araios::perf
