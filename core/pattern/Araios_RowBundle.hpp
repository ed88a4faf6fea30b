// SPDX-License-Identifier: BSD-3-Clause
// Register blocking over successive rows of C with equal or shifted columns, on hosts.
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

/// The shape of a bundle at compile time: the number of its rows, and how their columns differ.
template <int count, BundleKind step_of_columns>
struct RowBundle {
  static constexpr int lanes = count;
  static constexpr BundleKind step = step_of_columns;
};

using SingleRow = RowBundle<1, BundleKind::same>;

/// Cuts the rows of a range into bundles, and calls fill(row, RowBundle) for each. A bundle is a
/// row and the next rows for which is_like(row, other, shift) holds, by one of the given steps. It
/// has at most bundle_max_rows rows; a shifted one has exactly as many.
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
    // Bundles mostly come in runs of one step.
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

/// Places in a dense SPA for add_products: the columns of B that the first row of a bundle refers
/// to.
template <class Together, class Ordinal>
struct ColumnsOfB {
  Ordinal const* columns;
  bool are_as_expected = true;  ///< whether the rows of B of shifted rows are shifted too

  /// The places of `size` entries of B from `begin` on; null if the rows of B are not as expected.
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

/// Recorded places for add_products: taken in the order of the products, never more than planned.
template <class Place>
struct PlannedPlaces {
  Place const* next;
  std::int64_t num_left;  ///< -1 once more were requested

  /// The next `size` places; null if fewer are left.
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

/// The common size of num_rows successive rows, of which the first begins at `begin`; -1 if their
/// sizes differ.
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

/// Adds the products of a bundle of rows to interleaved sums: lane l has its sum of a place at
/// sums[place · sums_at_place<lanes, Scalar> + l].
///
/// places.take(begin, size) yields the places of the entries of B from `begin` on. `size` is -1
/// if shifted rows of B differ in size; null ends the loop. places.prefetch is called for each
/// entry of A. Returns the state of `places` after the last product.
///
/// Pre: the rows of A have equal columns, or columns shifted by one from row to row.
// Not inlined: in a larger function compilers run out of registers in its loop. Aligned, so that
// the position of the loop within cache lines does not depend on other code: it affects the speed.
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

/// Computes the sums of a bundle of rows of C with `size` entries each, interleaved as by
/// add_products. Returns whether the rows have as many products as planned.
///
/// Shapes: sums size · sums_at_place.
template <class Together, class MatrixA, class MatrixB, class Scalar, class Place>
bool sum_bundle_at_places(MatrixA const& a, MatrixB const& b, typename MatrixA::ordinal_type row,
                          Scalar* sums, std::int64_t size, PlannedPlaces<Place> const& places) {
  std::fill(sums, sums + size * sums_at_place<Together::lanes, Scalar>, Scalar{});
  return add_products<Together>(a, b, row, sums, places).num_left == 0;
}

/// Stores interleaved sums of rows with `size` entries each row by row.
///
/// Shapes: sums size · sums_at_place; values size · lanes.
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
