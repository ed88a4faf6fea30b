// SPDX-License-Identifier: BSD-3-Clause
// The arrays of a matrix in host memory, and serial checks of them.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_ExamineColumns.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The arrays of a CrsMatrix as plain pointers, without the reference counts of its views.
///
/// Shapes: num_rows and num_cols above 0; row_offsets num_rows + 1; columns and values at least
///         row_offsets[num_rows].
template <class Scalar, class Offset, class Ordinal>
struct PlainArrays {
  using scalar_type = Scalar;
  using ordinal_type = Ordinal;

  Ordinal num_rows;
  Ordinal num_cols;
  Offset const* row_offsets;
  Ordinal const* columns;
  Scalar const* values;

  std::int64_t num_entries() const { return static_cast<std::int64_t>(row_offsets[num_rows]); }
};

template <class Matrix>
using PlainArraysOf = PlainArrays<typename Matrix::scalar_type, typename Matrix::offset_type,
                                  typename Matrix::ordinal_type>;

/// The arrays of a matrix; nothing if it has no rows or columns, or if its views are too small.
///
/// Pre: no work in flight writes the matrix.
template <class Matrix>
std::optional<PlainArraysOf<Matrix>> plain_arrays_of(Matrix const& matrix) {
  auto const& graph = matrix.graph;
  if (graph.num_rows <= 0 || graph.num_cols <= 0) return {};
  auto const num_rows = static_cast<std::size_t>(graph.num_rows);
  auto const* const row_offsets = graph.row_offsets.data();
  if (graph.row_offsets.extent(0) != num_rows + 1 || row_offsets == nullptr) return {};
  auto const num_entries = row_offsets[num_rows];
  auto const holds_entries = [&](auto const& view) {
    return std::cmp_less_equal(num_entries, view.extent(0)) &&
           (view.data() != nullptr || view.extent(0) == 0);
  };
  if (!holds_entries(graph.columns) || !holds_entries(matrix.values)) return {};
  return PlainArraysOf<Matrix>{graph.num_rows, graph.num_cols, row_offsets, graph.columns.data(),
                               matrix.values.data()};
}

/// Whether row offsets begin at zero and do not decrease, and all columns are in range.
template <class Scalar, class Offset, class Ordinal>
bool has_valid_pattern(PlainArrays<Scalar, Offset, Ordinal> const& x) {
  return x.row_offsets[0] == 0 &&
         are_offsets_in_order(x.row_offsets, 0, static_cast<std::int64_t>(x.num_rows)) &&
         are_in_range(x.columns, x.num_entries(), x.num_cols);
}

/// Whether the columns of every row ascend strictly.
///
/// Pre: has_valid_pattern; the number of entries fits Ordinal.
template <class Scalar, class Offset, class Ordinal>
bool has_ascending_rows(PlainArrays<Scalar, Offset, Ordinal> const& x) {
  return do_rows_ascend(x.row_offsets, x.columns, 0, static_cast<std::int64_t>(x.num_rows));
}

/// Calls f(column, multiplier, factor) for each product of a row of A·B, in the order of A's
/// entries.
///
/// Pre: as count_products.
template <class Scalar, class OffsetA, class OffsetB, class Ordinal, class F>
[[gnu::always_inline]] inline void for_each_product(PlainArrays<Scalar, OffsetA, Ordinal> const& a,
                                                    PlainArrays<Scalar, OffsetB, Ordinal> const& b,
                                                    Ordinal row, F const& f) {
  Ordinal const* KOKKOS_RESTRICT const columns_of_b = b.columns;
  Scalar const* KOKKOS_RESTRICT const values_of_b = b.values;
  OffsetB const* KOKKOS_RESTRICT const row_offsets_of_b = b.row_offsets;
  auto const a_end = a.row_offsets[row + 1];
  for (auto entry = a.row_offsets[row]; entry < a_end; ++entry) {
    Scalar const multiplier = a.values[entry];
    auto const row_of_b = a.columns[entry];
    auto const end = row_offsets_of_b[row_of_b + 1];
    for (auto i = row_offsets_of_b[row_of_b]; i < end; ++i) {
      f(columns_of_b[i], multiplier, values_of_b[i]);
    }
  }
}

/// Estimates the products of A·B from `samples` entries of A. The patterns may be invalid.
///
/// Pre: B has as many rows as A has columns.
template <class Scalar, class OffsetA, class OffsetB, class Ordinal>
std::int64_t estimate_products(PlainArrays<Scalar, OffsetA, Ordinal> const& a,
                               PlainArrays<Scalar, OffsetB, Ordinal> const& b, int samples) {
  std::int64_t const num_entries = a.num_entries();
  // The last offset may be invalid, hence negative.
  std::int64_t const most = std::max<std::int64_t>(b.num_entries(), 0);
  std::int64_t products = 0;
  for (int i = 0; i < samples; ++i) {
    auto const row = a.columns[num_entries * i / samples];
    if (row < 0 || row >= b.num_rows) continue;
    auto const begin = std::max<std::int64_t>(static_cast<std::int64_t>(b.row_offsets[row]), 0);
    auto const end = static_cast<std::int64_t>(b.row_offsets[row + 1]);
    if (end > begin) products += std::min(end - begin, most);
  }
  return products * num_entries / samples;
}

/// The number of products of A·B.
///
/// Pre: both patterns are valid; B has as many rows as A has columns.
template <class Scalar, class OffsetA, class OffsetB, class Ordinal>
std::int64_t count_products(PlainArrays<Scalar, OffsetA, Ordinal> const& a,
                            PlainArrays<Scalar, OffsetB, Ordinal> const& b) {
  std::int64_t const num_entries = a.num_entries();
  std::int64_t products = 0;
  for (std::int64_t i = 0; i < num_entries; ++i) {
    auto const row = a.columns[i];
    products += static_cast<std::int64_t>(b.row_offsets[row + 1] - b.row_offsets[row]);
  }
  return products;
}

}  // namespace araios::inline ARAIOS_ISA::impl
