// SPDX-License-Identifier: BSD-3-Clause
// The products that contribute to a row of C: pairs of an entry of A and an entry of B.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// Patterns of both operands; B may be compressed, its entries are column sets then.
///
/// Shapes: a m×k; b has k rows: row_offsets(k + 1) and what its entries stand for.
template <class GraphA, class GraphB>
struct RowProducts {
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;

  GraphA a;
  GraphB b;

  /// Number of products of a row, in 64 bits, on every lane.
  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t work(Lanes const& lanes, ordinal_type row) const {
    auto const begin = a.row_offsets(row);
    auto const length = a.row_offsets(row + 1) - begin;
    return lanes.template sum<std::int64_t>(length, [&](auto i, std::int64_t& partial) {
      auto const row_of_b = a.columns(begin + i);
      partial += static_cast<std::int64_t>(b.row_offsets(row_of_b + 1) - b.row_offsets(row_of_b));
    });
  }
};

}  // namespace araios
