// SPDX-License-Identifier: BSD-3-Clause
// Successive rows of C with the same columns, or with columns moved by one from row to row, filled
// together on hosts: each row on a lane.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_PrefetchAhead.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <partitioning/Araios_Owners.hpp>
#include <pattern/Araios_RowMultipliers.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_BundleKinds.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Successive rows that go together, known to the compiler.
template <int count, BundleKind step_of_columns>
struct RowBundle {
  static constexpr int lanes = count;
  static constexpr BundleKind step = step_of_columns;
};

using SingleRow = RowBundle<1, BundleKind::same>;

/// Walks the rows of a range: a row and those behind it of which is_like(row, other, shift) says
/// that they go together with it, by one of these steps: at most bundle_max_rows in all, and
/// exactly as many shifted ones. Calls fill(row, RowBundle).
template <class Ordinal, class IsLike, class Fill>
void for_each_bundle(Rows const& rows, BundleKinds steps, IsLike const& is_like, Fill const& fill) {
  if (!steps.has_any()) {
    for (auto row = rows.begin; row < rows.end; ++row) fill(static_cast<Ordinal>(row), SingleRow{});
    return;
  }
  constexpr int all = tuning::bundle_max_rows;
  auto const count_rows = [&](Ordinal row, BundleKind step) {
    if (!steps.has(step)) return 1;
    auto const most = static_cast<int>(std::min<std::int64_t>(rows.end - row, all));
    int count = 1;
    for (; count < most; ++count) {
      Ordinal const other = row + static_cast<Ordinal>(count);
      if (!is_like(row, other, shift_of(step, row, other))) break;
    }
    return step == BundleKind::same || count == all ? count : 1;
  };
  BundleKind step = steps.same ? BundleKind::same : BundleKind::shifted;
  for (std::int64_t begin = rows.begin; begin < rows.end;) {
    auto const row = static_cast<Ordinal>(begin);
    // Rows mostly go on as those before.
    int lanes = count_rows(row, step);
    if (lanes == 1) {
      lanes = count_rows(row, other_than(step));
      if (lanes > 1) step = other_than(step);
    }
    begin += lanes;
    static_assert(all == 4);
    if (lanes == 1) {
      fill(row, SingleRow{});
    } else if (step == BundleKind::shifted) {
      fill(row, RowBundle<all, BundleKind::shifted>{});
    } else if (lanes == 2) {
      fill(row, RowBundle<2, BundleKind::same>{});
    } else if (lanes == 3) {
      fill(row, RowBundle<3, BundleKind::same>{});
    } else {
      fill(row, RowBundle<all, BundleKind::same>{});
    }
  }
}

/// Places of products in arrays over all columns: those of the first of rows that go together.
template <class Together, class Ordinal>
struct ColumnsOfB {
  Ordinal const* columns;
  bool are_as_expected = true;  ///< the columns of rows that are shifted are shifted

  Ordinal const* take(std::int64_t begin, std::int64_t size) {
    Ordinal const* const first = columns + begin;
    if constexpr (Together::step == BundleKind::shifted) {
      are_as_expected = size >= 0;
      for (int lane = 1; are_as_expected && lane < Together::lanes; ++lane) {
        are_as_expected = are_shifted(first + lane * size, first, size, static_cast<Ordinal>(lane));
      }
      if (!are_as_expected) return nullptr;
    }
    return first;
  }

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

/// Entries of each of so many successive rows, of which the first begins at `begin`; -1 where they
/// have not as many each.
template <int num_rows, class Graph>
std::int64_t common_size(Graph const& graph, typename Graph::ordinal_type first_row,
                         std::int64_t begin) {
  auto const end = [&](int i) {
    return static_cast<std::int64_t>(graph.row_offsets(first_row + i + 1));
  };
  std::int64_t const size = end(0) - begin;
  bool is_common = true;
  for (int i = 1; i < num_rows; ++i) is_common &= end(i) == begin + size * (i + 1);
  return is_common ? size : -1;
}

/// Adds the products of successive rows, whose entries of A have the same columns, or columns and
/// rows of B that are moved by one, to sums that lie side by side for all of them: that of lane l
/// at a place is sums[place · sums_at_place<lanes, Scalar> + l].
/// Places come from places.take(begin, size) for entries of B from `begin` on, of size -1 where
/// rows of B that are moved differ in size; null ends the work. places.prefetch is called for each
/// entry of A. Returns the places as they are left.
// Not inlined: among all the rest compilers run out of registers in its loop. Where that lies does
// not depend on other code: across two lines of the cache it takes up to 1.18 times as long.
template <class Together, class MatrixA, class MatrixB, class Scalar, class Places>
[[gnu::noinline, gnu::aligned(tuning::host_cache_line)]] Places add_products(
    MatrixA const& a, MatrixB const& b, typename MatrixA::ordinal_type row,
    Scalar* KOKKOS_RESTRICT sums, Places places) {
  constexpr int lanes = Together::lanes;
  constexpr bool is_shifted = Together::step == BundleKind::shifted;
  constexpr int rows_of_b = is_shifted ? lanes : 1;
  constexpr int num_sums = sums_at_place<lanes, Scalar>;
  auto const a_begin = a.graph.row_offsets(row);
  auto const length = a.graph.row_offsets(row + 1) - a_begin;
  for (auto entry = a_begin; entry < a_begin + length; ++entry) {
    RowMultipliers<lanes, Scalar> multipliers;
    for (int i = 0; i < num_sums; ++i) {
      multipliers.of_rows[i] = a.values(entry + std::min(i, lanes - 1) * length);
    }
    places.prefetch(a.graph, b.graph, entry, b.values.data());
    auto const row_of_b = a.graph.columns(entry);
    auto const begin = static_cast<std::int64_t>(b.graph.row_offsets(row_of_b));
    std::int64_t const size = common_size<rows_of_b>(b.graph, row_of_b, begin);
    auto const* KOKKOS_RESTRICT const place = places.take(begin, size);
    if (place == nullptr) break;
    Scalar const* KOKKOS_RESTRICT const factors = b.values.data() + begin;
    for (std::int64_t i = 0; i < size; ++i) {
      Scalar* const sums_of_place = sums + static_cast<std::size_t>(place[i]) * num_sums;
      if constexpr (is_shifted) {
        multipliers.add_products(factors + i, static_cast<std::size_t>(size), sums_of_place);
      } else {
        multipliers.add_products(factors[i], sums_of_place);
      }
    }
  }
  return places;
}

/// Computes the sums of rows of C of `size` entries each, side by side as add_products leaves them.
/// Returns whether the rows have as many products as were planned.
template <class Together, class MatrixA, class MatrixB, class Scalar, class Place>
bool sum_bundle_at_places(MatrixA const& a, MatrixB const& b, typename MatrixA::ordinal_type row,
                          Scalar* sums, std::int64_t size, PlannedPlaces<Place> const& places) {
  std::fill(sums, sums + size * sums_at_place<Together::lanes, Scalar>, Scalar{});
  return add_products<Together>(a, b, row, sums, places).num_left == 0;
}

/// Stores sums of rows of `size` entries each, side by side as add_products leaves them, row by
/// row.
template <int lanes, class Scalar>
void store_row_by_row(Scalar const* KOKKOS_RESTRICT sums, std::int64_t size,
                      Scalar* KOKKOS_RESTRICT values) {
  for (std::int64_t i = 0; i < size; ++i) {
    for (int lane = 0; lane < lanes; ++lane) {
      values[lane * size + i] = sums[i * sums_at_place<lanes, Scalar> + lane];
    }
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
