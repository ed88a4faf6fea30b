// SPDX-License-Identifier: BSD-3-Clause
// Rows of a larger matrix: as a copy, and without one.
#pragma once

#include "HostMatrix.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {

/// Rows [first, end).
struct RowRange {
  std::int64_t first;
  std::int64_t end;
};

template <class Scalar>
HostMatrix<Scalar> copy_of_rows(HostMatrix<Scalar> const& a, RowRange const& rows) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(rows.end - rows.first));
  std::iota(order.begin(), order.end(), rows.first);
  auto copy = with_rows(a, order);
  copy.pattern.label = "rows " + std::to_string(rows.first) + " to " + std::to_string(rows.end) +
                       " of " + a.pattern.label;
  return copy;
}

/// The same rows in the arrays of the whole matrix: the row offsets alone are a part of theirs.
template <class Matrix>
Matrix rows_of(Matrix const& a, RowRange const& rows) {
  return {
      {static_cast<typename Matrix::ordinal_type>(rows.end - rows.first), a.graph.num_cols,
       Kokkos::subview(a.graph.row_offsets, std::pair{rows.first, rows.end + 1}), a.graph.columns},
      a.values};
}

}  // namespace araios_test
