// SPDX-License-Identifier: BSD-3-Clause
// Builds compressed-row matrices on the host, counted in 64 bits before their sizes are narrowed.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// True for Kokkos::complex.
template <class Scalar>
inline constexpr bool is_complex_scalar_v = false;
template <class Real>
inline constexpr bool is_complex_scalar_v<Kokkos::complex<Real>> = true;
}  // namespace impl

namespace impl {
/// The type of the real part of a scalar.
template <class Scalar>
using real_part_t = decltype(Kokkos::real(Scalar{}));
}  // namespace impl

/// A matrix in the memory of the default host execution space.
template <class Scalar, class Offset, class Ordinal>
using HostCrsMatrix =
    CrsMatrix<Scalar, Offset, Ordinal, Kokkos::DefaultHostExecutionSpace::device_type>;

namespace impl {
/// The arrays of a matrix under construction: those of HostCrsMatrix with writable row offsets.
template <class Scalar, class Offset, class Ordinal>
struct HostCrsArrays {
  using device_type = Kokkos::DefaultHostExecutionSpace::device_type;

  Ordinal num_rows;
  Ordinal num_cols;
  Kokkos::View<Offset*, device_type> row_offsets;
  Kokkos::View<Ordinal*, device_type> columns;
  Kokkos::View<Scalar*, device_type> values;

  HostCrsMatrix<Scalar, Offset, Ordinal> matrix() const {
    return {{num_rows, num_cols, row_offsets, columns}, values};
  }
};

/// Allocates the arrays of a matrix, filled with zeros.
///
/// Throws: std::overflow_error if a dimension exceeds Ordinal or the number of entries exceeds
///         Offset, before any memory is taken; it names `what`, the number and the type.
///         std::invalid_argument if Kokkos is not initialized; OutOfMemory.
template <class Scalar, class Offset, class Ordinal>
HostCrsArrays<Scalar, Offset, Ordinal> make_host_arrays(std::int64_t num_rows,
                                                        std::int64_t num_cols,
                                                        std::int64_t num_entries,
                                                        std::string const& what) {
  expect_kokkos_initialized();
  HostCrsArrays<Scalar, Offset, Ordinal> arrays;
  arrays.num_rows = checked_cast<Ordinal>(num_rows, what + ": the number of rows");
  arrays.num_cols = checked_cast<Ordinal>(num_cols, what + ": the number of columns");
  checked_cast<Offset>(num_entries, what + ": the number of entries");
  // Kokkos multiplies an extent by the size of an element without a check.
  auto const rows = static_cast<std::size_t>(num_rows);
  auto const entries = static_cast<std::size_t>(num_entries);
  constexpr std::size_t most_bytes = std::numeric_limits<std::ptrdiff_t>::max();
  if (rows >= most_bytes / sizeof(Offset) || entries > most_bytes / sizeof(Ordinal) ||
      entries > most_bytes / sizeof(Scalar)) {
    throw std::overflow_error{what + ": " + std::to_string(num_rows) + " rows and " +
                              std::to_string(num_entries) +
                              " entries are more than the address space holds"};
  }
  // Kokkos fills them with zeros in parallel: first touch spreads their pages as kernels read them.
  using Device = typename HostCrsArrays<Scalar, Offset, Ordinal>::device_type;
  auto const allocate = [&]<class T>(Kokkos::View<T*, Device>& view, std::string const& part,
                                     std::size_t size) {
    view = allocate_view<T, Device>(Kokkos::view_alloc(what + ": " + part), size);
  };
  allocate(arrays.row_offsets, "row offsets", rows + 1);
  allocate(arrays.columns, "columns", entries);
  allocate(arrays.values, "values", entries);
  return arrays;
}
}  // namespace impl

}  // namespace araios::inline ARAIOS_ISA
