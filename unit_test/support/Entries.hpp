// SPDX-License-Identifier: BSD-3-Clause
// The entries of a matrix in a form that tests can write down and compare.
#pragma once

#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

namespace araios_test {

/// Row, column and value, counted from 0.
using Entry = std::tuple<std::int64_t, std::int64_t, std::complex<double>>;

/// The entries of a matrix on the host, in its order.
template <class Scalar, class Offset, class Ordinal, class Device>
std::vector<Entry> entries_of(araios::CrsMatrix<Scalar, Offset, Ordinal, Device> const& matrix) {
  std::vector<Entry> entries;
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.graph.num_rows); ++row) {
    auto const end = static_cast<std::size_t>(matrix.graph.row_offsets(row + 1));
    for (auto i = static_cast<std::size_t>(matrix.graph.row_offsets(row)); i < end; ++i) {
      Kokkos::complex<double> const value{matrix.values(i)};
      entries.emplace_back(static_cast<std::int64_t>(row),
                           static_cast<std::int64_t>(matrix.graph.columns(i)),
                           std::complex<double>{value.real(), value.imag()});
    }
  }
  return entries;
}

/// True when every row has strictly ascending columns within the matrix, and the offsets fit.
template <class Scalar, class Offset, class Ordinal, class Device>
bool is_sorted_and_valid(araios::CrsMatrix<Scalar, Offset, Ordinal, Device> const& matrix) {
  auto const rows = static_cast<std::size_t>(matrix.graph.num_rows);
  auto const& offsets = matrix.graph.row_offsets;
  auto const& columns = matrix.graph.columns;
  if (offsets.extent(0) != rows + 1 || offsets(0) != 0) return false;
  for (std::size_t row = 0; row < rows; ++row) {
    if (offsets(row + 1) < offsets(row)) return false;
    for (auto i = static_cast<std::size_t>(offsets(row));
         i < static_cast<std::size_t>(offsets(row + 1)); ++i) {
      bool const ascends =
          i == static_cast<std::size_t>(offsets(row)) || columns(i - 1) < columns(i);
      if (!ascends || columns(i) < 0 || columns(i) >= matrix.graph.num_cols) return false;
    }
  }
  auto const num_entries = static_cast<std::size_t>(offsets(rows));
  return columns.extent(0) == num_entries && matrix.values.extent(0) == num_entries;
}

}  // namespace araios_test
