// SPDX-License-Identifier: BSD-3-Clause
// The values of M = I − omega·D⁻¹·A, for D of A or inverses of any other D.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <jacobi/Araios_JacobiPattern.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Stands for the inverses where D is that of A.
struct DiagonalOfA {};

/// The factor of a row from an inverse.
template <class Scalar, class Inverses, class Factors>
struct FactorOfInverse {
  Scalar omega;
  Inverses inverses;
  Factors factors;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const { factors(row) = omega * inverses(row); }
};

/// The factor of a row from the diagonal of A. Keeps the first row whose diagonal is zero.
template <class Scalar, class Matrix, class Places, class Factors>
struct FactorOfDiagonal {
  Scalar omega;
  Matrix a;
  Places places;
  Factors factors;
  bool has_repeats;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& first_zero) const {
    auto const end = static_cast<std::int64_t>(a.graph.row_offsets(row + 1));
    auto entry = static_cast<std::int64_t>(a.graph.row_offsets(row)) +
                 static_cast<std::int64_t>(places(row));
    Scalar sum = a.values(entry);
    if (has_repeats) {
      for (++entry; entry < end; ++entry) {
        if (std::int64_t{a.graph.columns(entry)} == row) sum += a.values(entry);
      }
    }
    factors(row) = omega / sum;
    if (sum == Scalar{} && row < first_zero) first_zero = row;
  }
};

/// Writes the values of a row of M: −factor·A, and one more on the diagonal.
template <class Matrix, class RowOffsets, class Places, class Factors, class Values>
struct JacobiRow {
  Matrix a;
  RowOffsets offsets_of_m;
  Places places;
  Factors factors;
  Values values;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    using Scalar = typename Values::value_type;
    auto const from = static_cast<std::int64_t>(a.graph.row_offsets(row));
    auto const to = static_cast<std::int64_t>(offsets_of_m(row));
    auto const size = static_cast<std::int64_t>(offsets_of_m(row + 1)) - to;
    auto const place = static_cast<std::int64_t>(places(row));
    bool const is_inserted = static_cast<std::int64_t>(a.graph.row_offsets(row + 1)) - from < size;
    Scalar const factor = factors(row);
    lanes.for_each(size, [&](std::int64_t i) {
      bool const is_alone = is_inserted && i == place;
      std::int64_t const entry = from + i - (is_inserted && i > place ? 1 : 0);
      Scalar const product = is_alone ? Scalar{} : factor * a.values(entry);
      values(to + i) = i == place ? Scalar{1} - product : -product;
    });
  }
};

/// M and its parts in the memory of the caller.
///
/// Shapes: A m×m with offsets from 0, factors m; values as many as M has entries.
template <class ExecutionSpace, class Matrix, class Pattern>
struct JacobiValues {
  using scalar_type = typename Matrix::scalar_type;
  using values_type = Kokkos::View<scalar_type*, typename Matrix::device_type>;

  ExecutionSpace const& exec;
  Matrix const& a;
  Pattern const& pattern;
  values_type factors;
  values_type values;

  /// Throws: std::invalid_argument: a missing or zero diagonal where it is that of A.
  /// Fences: once where D is that of A.
  template <class Inverses>
  void form(scalar_type const& omega, Inverses const& inverses) const {
    std::int64_t const num_rows = a.graph.num_rows;
    if constexpr (std::is_same_v<Inverses, DiagonalOfA>) {
      find_factors(omega);
    } else {
      for_range("araios::jacobi::scale_inverses", exec, num_rows, num_rows,
                FactorOfInverse<scalar_type, Inverses, values_type>{omega, inverses, factors});
    }
    using RowOffsets = decltype(Matrix::graph_type::row_offsets);
    RowOffsets const offsets =
        pattern.is_that_of_a() ? a.graph.row_offsets : RowOffsets{pattern.graph.row_offsets};
    for_each_row(
        "araios::jacobi::form_rows", exec, rows_by_entries(a.graph, pattern.a.nnz),
        JacobiRow<Matrix, RowOffsets, decltype(pattern.diagonal), values_type, values_type>{
            a, offsets, pattern.diagonal, factors, values});
  }

 private:
  void find_factors(scalar_type const& omega) const {
    std::int64_t const num_rows = a.graph.num_rows;
    ARAIOS_EXPECTS(pattern.is_that_of_a(),
                   "row " + std::to_string(pattern.first_row_without) +
                       " of A has no entry on the diagonal: D has no inverse; pass the inverses of "
                       "another D");
    std::int64_t first_zero = num_rows;
    if (num_rows == 0) return;
    reduce_range("araios::jacobi::find_factors", exec, num_rows, num_rows,
                 FactorOfDiagonal<scalar_type, Matrix, decltype(pattern.diagonal), values_type>{
                     omega, a, pattern.diagonal, factors, pattern.has_repeats},
                 Kokkos::Min<std::int64_t>(first_zero));
    ARAIOS_EXPECTS(first_zero >= num_rows,
                   "the diagonal of A is zero in row " + std::to_string(first_zero) +
                       ": D has no inverse; pass the inverses of another D");
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
