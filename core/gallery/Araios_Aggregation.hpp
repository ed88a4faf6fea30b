// SPDX-License-Identifier: BSD-3-Clause
// Smoothed aggregation on regular grids: the prolongator from aggregates of points to the points.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Aggregates of 3 points a side on a square or cubic grid, counted from the first point. The last
/// aggregates of a side are smaller if 3 does not divide it.
///
/// Each unknown of an aggregate has its own column: the piecewise-constant prolongator T is one at
/// (row, column_of(row)).
struct GridAggregates {
  static constexpr std::int64_t side = 3;

  int dimensions;  ///< 2 or 3
  int unknowns;    ///< unknowns of a point
  std::int64_t n;  ///< points a side

  std::int64_t aggregates_a_side() const { return (n + side - 1) / side; }

  std::int64_t num_columns() const {
    std::int64_t const m = aggregates_a_side();
    return unknowns * m * m * (dimensions == 3 ? m : 1);
  }

  std::int64_t column_of(std::int64_t row) const {
    std::int64_t const point = row / unknowns;
    std::int64_t const x = point % n / side;
    std::int64_t const y = point / n % n / side;
    std::int64_t const z = point / n / n / side;
    std::int64_t const m = aggregates_a_side();
    return ((z * m + y) * m + x) * unknowns + row % unknowns;
  }
};

namespace aggregation {

/// One row at a time of P = (I - ω·D⁻¹·A)·T with ω = 2/3, one step of damped Jacobi.
template <class Matrix>
class SmoothedRow {
 public:
  struct Entry {
    std::int64_t column;
    double value;
  };

  SmoothedRow(Matrix a, GridAggregates const& aggregates)
      : a_{std::move(a)}, aggregates_{aggregates} {}

  /// The entries of a row by ascending column, including those that cancel to zero.
  std::vector<Entry> const& compute(std::int64_t row) {
    gather(row);
    std::int64_t const own = aggregates_.column_of(row);
    for (auto& [column, value] : entries_) {
      // The sums are whole numbers, so P is the same on every machine.
      value = (column == own ? 1 : 0) - 2 * value / (3 * diagonal_);
    }
    return entries_;
  }

 private:
  /// Sums the row of A over each aggregate.
  void gather(std::int64_t row) {
    entries_.clear();
    auto const i = static_cast<std::size_t>(row);
    auto const end = static_cast<std::size_t>(a_.graph.row_offsets(i + 1));
    for (auto e = static_cast<std::size_t>(a_.graph.row_offsets(i)); e < end; ++e) {
      auto const a_column = static_cast<std::int64_t>(a_.graph.columns(e));
      auto const value = static_cast<double>(Kokkos::real(a_.values(e)));
      if (a_column == row) diagonal_ = value;
      std::int64_t const column = aggregates_.column_of(a_column);
      auto const place = std::lower_bound(
          entries_.begin(), entries_.end(), column,
          [](Entry const& entry, std::int64_t wanted) { return entry.column < wanted; });
      if (place != entries_.end() && place->column == column) {
        place->value += value;
      } else {
        entries_.insert(place, {column, value});
      }
    }
  }

  Matrix a_;
  GridAggregates aggregates_;
  std::vector<Entry> entries_;
  double diagonal_ = 0;
};

}  // namespace aggregation

/// The smoothed-aggregation prolongator P = (I - 2/3·D⁻¹·A)·T of a matrix A on a grid with diagonal
/// D.
///
/// Shapes: A N×N with a row for each unknown of each point; P N×num_columns(), rows sorted, zeros
///         kept.
/// Pre:    A has whole real values, and a diagonal that is stored and nowhere zero.
/// Throws: std::overflow_error naming `what` if P has more entries than Offset counts.
/// Source: Vaněk, Mandel, Brezina, Computing 56 (1996), with fixed ω in place of one from the
///         spectral radius, and geometric aggregates.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make_prolongator(
    HostCrsMatrix<Scalar, Offset, Ordinal> const& a, GridAggregates const& aggregates,
    std::string const& what) {
  aggregation::SmoothedRow row_of_p{a, aggregates};
  std::int64_t num_entries = 0;
  for (Ordinal row = 0; row < a.graph.num_rows; ++row) {
    num_entries += static_cast<std::int64_t>(row_of_p.compute(row).size());
  }
  auto const arrays = make_host_arrays<Scalar, Offset, Ordinal>(
      a.graph.num_rows, aggregates.num_columns(), num_entries, what);
  std::size_t filled = 0;
  for (Ordinal row = 0; row < a.graph.num_rows; ++row) {
    for (auto const& [column, value] : row_of_p.compute(row)) {
      arrays.columns(filled) = static_cast<Ordinal>(column);
      arrays.values(filled++) = static_cast<real_part_t<Scalar>>(value);
    }
    arrays.row_offsets(static_cast<std::size_t>(row) + 1) = static_cast<Offset>(filled);
  }
  return arrays.matrix();
}

}  // namespace araios::inline ARAIOS_ISA::impl
