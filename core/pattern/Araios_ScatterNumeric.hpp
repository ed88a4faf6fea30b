// SPDX-License-Identifier: BSD-3-Clause
// The numeric kernel on hosts with a scatter map.
#pragma once

#include <host_simd/Araios_WriteCombiningBuffer.hpp>
#include <pattern/Araios_BundleLoop.hpp>
#include <pattern/Araios_RowBundle.hpp>
#include <pattern/Araios_RowMultipliers.hpp>
#include <pattern/Araios_ScatterMap.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Computes the values of C: adds each product at its place in its row.
///
/// Rows that share places, with equal or shifted columns of A, are bundled, one row in each lane
/// (register blocking). Each place, and each entry of B that they have in common, is then read once
/// for the bundle. A row with another number of products than planned sets `mismatch`; nothing is
/// written beyond its end.
///
/// Shapes: a m×k, b k×n; map.rows m; row_offsets m + 1; if steps.max_lanes() > 1, pool
/// chunks of
///         that many scalars for each entry of the longest row, contents undefined.
template <class ExecutionSpace, class MatrixA, class MatrixB, class Offset>
struct ScatterNumeric : BundleLoop<ExecutionSpace, typename MatrixA::device_type> {
  using Scalar = typename MatrixA::scalar_type;
  using Ordinal = typename MatrixA::ordinal_type;
  using Device = typename MatrixA::device_type;

  MatrixA a;
  MatrixB b;
  ScatterMap<Device> const& map;  ///< narrow or wide places
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Scalar*, Device> values;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  bool streams;  ///< C is so large that non-temporal stores pay

  template <class Member>
  void operator()(Member const& member) const {
    if (map.is_wide()) {
      run_at(member, map.wide.elements.data());
    } else {
      run_at(member, map.narrow.elements.data());
    }
  }

 private:
  template <class Member, class Place>
  void run_at(Member const& member, Place const* places) const {
    auto const body = [&](Scalar* sums, auto const& for_each) {
      WriteCombiningBuffer<Scalar> values_of_c{values.data(), streams};
      for_each(
          [&](Ordinal row, Ordinal other, Ordinal shift) { return is_like(row, other, shift); },
          [&](Ordinal row, auto together) { fill(row, together, places, sums, values_of_c); });
    };
    this->template run<Scalar, Ordinal>(member, a.graph.row_offsets, body);
  }

  RowOfScatterMap const& row_of_c(Ordinal row) const { return map.rows.elements(row); }

  /// Whether two rows can be bundled: they share places, and the columns of `other` in A are those
  /// of `row` plus `shift`. Numbers of products are compared too, since the places of an empty row
  /// may begin where those of the next one do.
  bool is_like(Ordinal row, Ordinal other, Ordinal shift) const {
    return row_of_c(row).first == row_of_c(other).first &&
           row_of_c(row).num_products == row_of_c(other).num_products &&
           are_columns_shifted(a.graph, row, other, shift);
  }

  /// Sums a single row in C itself, and a bundle interleaved in the chunk.
  template <class Together, class Place>
  void fill(Ordinal row, Together, Place const* places, Scalar* sums,
            WriteCombiningBuffer<Scalar>& values_of_c) const {
    auto const size = static_cast<std::int64_t>(row_offsets(row + 1) - row_offsets(row));
    Scalar* const row_values = values_of_c.place_of(row_offsets(row), size * Together::lanes);
    if constexpr (Together::lanes == 1) sums = row_values;
    RowOfScatterMap const planned = row_of_c(row);
    PlannedPlaces<Place> const of_row{places + planned.first, planned.num_products};
    if (!sum_bundle_at_places<Together>(a, b, row, sums, size, of_row)) {
      raise_flag(&mismatch());
    }
    if constexpr (Together::lanes > 1) store_row_by_row<Together::lanes>(sums, size, row_values);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
