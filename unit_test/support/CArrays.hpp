// SPDX-License-Identifier: BSD-3-Clause
// Matrices of the tests as arrays for the C interface, and back.
#pragma once

#include "HostMatrix.hpp"

#include <Kokkos_Core.hpp>

#include <araios.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace araios_test {

template <class Scalar>
constexpr std::int32_t c_scalar() {
  if (std::is_same_v<Scalar, float>) return ARAIOS_FLOAT;
  if (std::is_same_v<Scalar, double>) return ARAIOS_DOUBLE;
  return std::is_same_v<Scalar, Kokkos::complex<float>> ? ARAIOS_COMPLEX_FLOAT
                                                        : ARAIOS_COMPLEX_DOUBLE;
}
template <class Index>
constexpr std::int32_t c_index() {
  return sizeof(Index) == sizeof(std::int32_t) ? ARAIOS_INT32 : ARAIOS_INT64;
}

/// The arrays of a matrix as a program in C holds them, counted from `base`.
template <class Scalar, class Offset = int, class Ordinal = int>
struct CArrays {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<Offset> row_offsets;
  std::vector<Ordinal> columns;
  std::vector<Scalar> values;
  std::int32_t base = 0;

  CArrays(HostMatrix<Scalar> const& a, std::int32_t counted_from)
      : num_rows{a.pattern.num_rows},
        num_cols{a.pattern.num_cols},
        values{a.values},
        base{counted_from} {
    for (auto const offset : a.pattern.row_offsets) {
      row_offsets.push_back(static_cast<Offset>(offset + base));
    }
    for (auto const column : a.pattern.columns) {
      columns.push_back(static_cast<Ordinal>(column + base));
    }
  }
  /// Room for a result, filled with what no result holds.
  CArrays(std::int64_t rows, std::int64_t cols, std::int64_t entries, std::int32_t counted_from)
      : num_rows{rows},
        num_cols{cols},
        row_offsets(static_cast<std::size_t>(rows) + 1, Offset{77}),
        columns(static_cast<std::size_t>(entries), Ordinal{77}),
        values(static_cast<std::size_t>(entries), Scalar(77)),
        base{counted_from} {}

  bool operator==(CArrays const&) const = default;

  araios_matrix matrix() {
    araios_matrix a{};
    a.num_rows = num_rows;
    a.num_cols = num_cols;
    a.row_offsets = row_offsets.data();
    a.columns = columns.data();
    a.values = values.data();
    a.scalar = c_scalar<Scalar>();
    a.offset = c_index<Offset>();
    a.ordinal = c_index<Ordinal>();
    a.base = base;
    return a;
  }
};

/// A result of the C interface as a matrix of the tests. Pre: it has these types.
template <class Scalar, class Offset = int, class Ordinal = int>
HostMatrix<Scalar> from_c(araios_matrix const& c) {
  HostMatrix<Scalar> host;
  host.pattern.num_rows = c.num_rows;
  host.pattern.num_cols = c.num_cols;
  host.pattern.row_offsets.clear();
  auto const* const offsets = static_cast<Offset const*>(c.row_offsets);
  for (std::int64_t row = 0; row <= c.num_rows; ++row) {
    host.pattern.row_offsets.push_back(static_cast<std::int64_t>(offsets[row]) - c.base);
  }
  for (std::int64_t entry = 0; entry < host.pattern.row_offsets.back(); ++entry) {
    host.pattern.columns.push_back(static_cast<Ordinal const*>(c.columns)[entry] - c.base);
    host.values.push_back(static_cast<Scalar const*>(c.values)[entry]);
  }
  return host;
}

}  // namespace araios_test
