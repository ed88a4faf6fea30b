// SPDX-License-Identifier: BSD-3-Clause
// The operands of y = alpha·A·x + beta·y for kernels, and the merge path over A.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// An unmanaged view of the same elements, which kernels copy without counting references.
template <class Element, class View>
using ElementsOf = Kokkos::View<Element*, typename View::array_layout, typename View::device_type,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Whether one-dimensional views in this layout are contiguous.
template <class Layout>
inline constexpr bool is_contiguous_layout_v =
    std::is_same_v<Layout, Kokkos::LayoutLeft> || std::is_same_v<Layout, Kokkos::LayoutRight>;

/// A matrix, two vectors and two scalars. The merge path has a step for each entry of A and for
/// each end of a row. Entries and steps are numbered as the row offsets number entries: rows of a
/// larger matrix begin at one that is not 0.
///
/// Shapes: A m×n, x n, y m; m > 0.
/// Source: Merrill, Garland 2016.
template <class Matrix, class X, class Y>
struct SpMvOperands {
  using scalar_type = typename Matrix::scalar_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using offset_type = typename Matrix::offset_type;
  using graph_type = typename Matrix::graph_type;
  using point_type = MergePathPoint<std::int64_t>;
  /// A and x are contiguous.
  static constexpr bool is_contiguous =
      is_contiguous_layout_v<typename decltype(Matrix::values)::array_layout> &&
      is_contiguous_layout_v<typename decltype(graph_type::columns)::array_layout> &&
      is_contiguous_layout_v<typename decltype(graph_type::row_offsets)::array_layout> &&
      is_contiguous_layout_v<typename X::array_layout>;
  static constexpr bool is_y_contiguous = is_contiguous_layout_v<typename Y::array_layout>;

  scalar_type alpha;
  scalar_type beta;
  ordinal_type num_rows_of_a;
  ElementsOf<typename Matrix::offset_type const, decltype(graph_type::row_offsets)> row_offsets;
  ElementsOf<ordinal_type const, decltype(graph_type::columns)> columns;
  ElementsOf<scalar_type const, decltype(Matrix::values)> values;
  ElementsOf<scalar_type const, X> x;
  ElementsOf<scalar_type, Y> y;

  SpMvOperands(scalar_type const& alpha_, Matrix const& a, X const& x_, scalar_type const& beta_,
               Y const& y_)
      : alpha{alpha_},
        beta{beta_},
        num_rows_of_a{a.graph.num_rows},
        row_offsets{a.graph.row_offsets},
        columns{a.graph.columns},
        values{a.values},
        x{x_},
        y{y_} {}

  bool operator==(SpMvOperands const&) const = default;

  KOKKOS_FUNCTION std::int64_t num_rows() const { return num_rows_of_a; }
  /// The first entry, and the first step.
  KOKKOS_FUNCTION std::int64_t path_begin() const { return row_begin(0); }
  /// The entry behind the last one.
  KOKKOS_FUNCTION std::int64_t entries_end() const { return row_end(num_rows() - 1); }
  KOKKOS_FUNCTION std::int64_t path_length() const {
    return num_rows() + entries_end() - path_begin();
  }

  /// The first entry of a row.
  KOKKOS_FUNCTION std::int64_t row_begin(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets(row));
  }
  /// The entry behind the last one of a row.
  KOKKOS_FUNCTION std::int64_t row_end(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets(row + 1));
  }

  /// The point of the path before a step, or its end.
  KOKKOS_FUNCTION point_type point_before(std::int64_t step) const {
    std::int64_t const entries = entries_end();
    std::int64_t const end_step = num_rows() + entries;
    return merge_path_search(step < end_step ? step : end_step, num_rows(), entries,
                             [this](std::int64_t row) { return row_end(row); });
  }

  /// The product of one entry with its element of x.
  scalar_type product(std::int64_t entry) const { return values(entry) * x(columns(entry)); }

  /// Writes y(row), given the row of A·x. Does not read y if beta is zero.
  KOKKOS_FORCEINLINE_FUNCTION void store(std::int64_t row, scalar_type const& sum) const {
    store_product(row, alpha * sum);
  }
  /// Writes y(row), given the row of alpha·A·x. Does not read y if beta is zero.
  KOKKOS_FORCEINLINE_FUNCTION void store_product(std::int64_t row,
                                                 scalar_type const& product) const {
    y(row) = beta == scalar_type{} ? product : product + beta * y(row);
  }
};

/// y = beta·y: the whole product if alpha is zero or A has no entries.
template <class Scalar, class Y>
struct ScaleVector {
  Scalar beta;
  Y y;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    y(row) = beta == Scalar{} ? Scalar{} : beta * y(row);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
