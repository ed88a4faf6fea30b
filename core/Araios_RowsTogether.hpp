// SPDX-License-Identifier: BSD-3-Clause
// Successive rows of C with the same columns, filled together on hosts: each row on a lane.
#pragma once

#include <Araios_Owners.hpp>
#include <Araios_PrefetchAhead.hpp>
#include <Araios_RowMultipliers.hpp>
#include <Araios_ShiftedRows.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace araios {

/// Walks the rows of a range: a row and those behind it of which is_like(row, other) says that they
/// go together with it, at most max_lanes in all. Calls fill(row, lanes) with their number as an
/// integral constant.
template <class Ordinal, class IsLike, class Fill>
void for_each_rows_together(Rows const& rows, int max_lanes, IsLike const& is_like,
                            Fill const& fill) {
  int lanes = 1;
  for (std::int64_t begin = rows.begin; begin < rows.end; begin += lanes) {
    auto const row = static_cast<Ordinal>(begin);
    auto const most = static_cast<int>(std::min<std::int64_t>(rows.end - begin, max_lanes));
    lanes = 1;
    while (lanes < most && is_like(row, row + static_cast<Ordinal>(lanes))) ++lanes;
    switch (lanes) {
      case 1:
        fill(row, std::integral_constant<int, 1>{});
        break;
      case 2:
        fill(row, std::integral_constant<int, 2>{});
        break;
      case 3:
        fill(row, std::integral_constant<int, 3>{});
        break;
      default:
        static_assert(tuning::lanes_of_rows == 4);
        fill(row, std::integral_constant<int, 4>{});
    }
  }
}

/// Places of products in arrays over all columns.
template <class Ordinal>
struct ColumnsOfB {
  Ordinal const* columns;

  Ordinal const* take(std::int64_t begin, std::int64_t) const { return columns + begin; }

  template <class GraphA, class GraphB, class Entry, class Scalar>
  [[gnu::always_inline]] void prefetch(GraphA const& a, GraphB const& b, Entry entry,
                                       Scalar const* b_values) const {
    prefetch_ahead(a, b, entry, b_values, columns);
  }
};

/// The places of a row's products, taken in turn, and never more than were planned.
template <class Place>
struct PlannedPlaces {
  Place const* next;
  std::int64_t num_left;  ///< below zero once more were asked for

  Place const* take(std::int64_t, std::int64_t size) {
    if (size < 0 || size > num_left) {
      num_left = -1;
      return nullptr;
    }
    num_left -= size;
    return std::exchange(next, next + size);
  }

  template <class GraphA, class GraphB, class Entry, class Scalar>
  [[gnu::always_inline]] void prefetch(GraphA const& a, GraphB const& b, Entry entry,
                                       Scalar const* b_values) const {
    prefetch_ahead(a, b, entry, b_values);
  }
};

/// Adds the products of `lanes` successive rows, whose entries of A have the same columns, to sums
/// that lie side by side for all of them: that of lane l at a place is
/// sums[place · sums_at_place<lanes, Scalar> + l].
/// Places come from places.take(begin, size) for entries of B from `begin` on; null ends the work.
/// places.prefetch is called for each entry of A. Returns the places as they are left.
// Not inlined: among all the rest compilers run out of registers in its loop.
template <int lanes, class GraphA, class GraphB, class Values, class Scalar, class Places>
[[gnu::noinline]] Places add_products(GraphA const& a, GraphB const& b, Values const& a_values,
                                      Values const& b_values, typename GraphA::ordinal_type row,
                                      Scalar* KOKKOS_RESTRICT sums, Places places) {
  constexpr int num_sums = sums_at_place<lanes, Scalar>;
  auto const a_begin = a.row_offsets(row);
  auto const length = a.row_offsets(row + 1) - a_begin;
  for (auto entry = a_begin; entry < a_begin + length; ++entry) {
    RowMultipliers<lanes, Scalar> multipliers;
    for (int i = 0; i < num_sums; ++i) {
      multipliers.of_rows[i] = a_values(entry + std::min(i, lanes - 1) * length);
    }
    places.prefetch(a, b, entry, b_values.data());
    auto const row_of_b = a.columns(entry);
    auto const begin = static_cast<std::int64_t>(b.row_offsets(row_of_b));
    std::int64_t const size = static_cast<std::int64_t>(b.row_offsets(row_of_b + 1)) - begin;
    auto const* KOKKOS_RESTRICT const place = places.take(begin, size);
    if (place == nullptr) break;
    Scalar const* KOKKOS_RESTRICT const factors = b_values.data() + begin;
    for (std::int64_t i = 0; i < size; ++i) {
      multipliers.add_products(factors[i], sums + static_cast<std::size_t>(place[i]) * num_sums);
    }
  }
  return places;
}

/// Computes the sums of `lanes` rows of C of `size` entries each, side by side as add_products
/// leaves them. Returns whether the rows have as many products as were planned.
template <int lanes, class GraphA, class GraphB, class Values, class Scalar, class Place>
bool sum_at_places(GraphA const& a, GraphB const& b, Values const& a_values, Values const& b_values,
                   typename GraphA::ordinal_type row, Scalar* sums, std::int64_t size,
                   PlannedPlaces<Place> const& places) {
  std::fill(sums, sums + size * sums_at_place<lanes, Scalar>, Scalar{});
  return add_products<lanes>(a, b, a_values, b_values, row, sums, places).num_left == 0;
}

/// Whether two rows of a pattern have the same columns.
template <class Graph>
bool have_same_columns(Graph const& graph, typename Graph::ordinal_type row,
                       typename Graph::ordinal_type other) {
  auto const* const columns = graph.columns.data();
  auto const begin = graph.row_offsets(row);
  auto const end = graph.row_offsets(row + 1);
  auto const begin_of_other = graph.row_offsets(other);
  return end - begin == graph.row_offsets(other + 1) - begin_of_other &&
         are_shifted(columns + begin, columns + begin_of_other,
                     static_cast<std::int64_t>(end - begin), typename Graph::ordinal_type{0});
}

}  // namespace araios
