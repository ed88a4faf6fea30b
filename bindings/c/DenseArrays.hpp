// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices of the caller: what is wrong with them, and views of them.
#pragma once

#include "Arrays.hpp"
#include "araios.h"
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace araios_c {

/// How many rows or columns lie one after the other, and how long each is.
struct DenseLines {
  std::int64_t count;
  std::int64_t length;
};

/// Throws std::invalid_argument if the numbers of a dense matrix are out of range.
inline DenseLines lines_of(araios_dense const& m, std::size_t bytes_of_scalar,
                           std::string const& name) {
  check_size(m.num_rows, name + ".num_rows");
  check_size(m.num_cols, name + ".num_cols");
  bool const by_rows = m.order == ARAIOS_ROW_MAJOR;
  ARAIOS_EXPECTS(by_rows || m.order == ARAIOS_COLUMN_MAJOR,
                 name + ".order is " + std::to_string(m.order) + ", expected 1 or 2");
  DenseLines const lines =
      by_rows ? DenseLines{m.num_rows, m.num_cols} : DenseLines{m.num_cols, m.num_rows};
  auto const found = name + ".leading_dimension is " + std::to_string(m.leading_dimension);
  ARAIOS_EXPECTS(m.leading_dimension >= lines.length,
                 found + ", expected at least " + std::to_string(lines.length) + ", the " +
                     (by_rows ? "columns" : "rows") + " of " + name);
  auto const largest = std::numeric_limits<std::ptrdiff_t>::max() /
                       static_cast<std::ptrdiff_t>(bytes_of_scalar) /
                       std::max<std::int64_t>(lines.count, 1);
  ARAIOS_EXPECTS(m.leading_dimension <= largest, found + ", expected at most " +
                                                     std::to_string(largest) +
                                                     ": the address space holds no more");
  return lines;
}

/// Calls with a view of the caller's dense matrix, in its order and with its leading dimension.
///
/// Throws: std::invalid_argument naming what is wrong with it.
template <class T, class Call>
void with_dense(araios_dense const& m, std::string const& name, Call const& call) {
  auto const lines = lines_of(m, sizeof(T), name);
  bool const is_empty = lines.count == 0 || lines.length == 0;
  std::int64_t const num_elements =
      is_empty ? 0 : (lines.count - 1) * m.leading_dimension + lines.length;
  auto* const values = view_of<T>(m.values, num_elements, name + ".values").data();
  auto const count = static_cast<std::size_t>(lines.count);
  auto const distance = static_cast<std::size_t>(m.leading_dimension);
  auto const line = Kokkos::make_pair(std::size_t{0}, static_cast<std::size_t>(lines.length));
  if (m.order == ARAIOS_ROW_MAJOR) {
    using Rows = Kokkos::View<T**, Kokkos::LayoutRight, Device>;
    call(Rows{Kokkos::subview(Rows(values, count, distance), Kokkos::ALL, line)});
  } else {
    using Columns = Kokkos::View<T**, Kokkos::LayoutLeft, Device>;
    call(Columns{Kokkos::subview(Columns(values, distance, count), line, Kokkos::ALL)});
  }
}

}  // namespace araios_c
