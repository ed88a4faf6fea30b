// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase on hosts where the plan knows where the products of C go.
#pragma once

#include <host_simd/Araios_WriteCombiningBuffer.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowRanges.hpp>
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
/// Rows that share destinations, and have the same columns of A or columns moved by one from row to
/// row, are summed together, each on a lane of its own: every destination, and every entry of B
/// where columns are the same, is then read once for all of them. A row with another number of
/// products than planned sets `mismatch`, and nothing is written beyond its end.
///
/// Shapes: a m×k, b k×n; rows m, row_offsets m + 1; pool chunks of the largest row's entries ·
///         steps.max_lanes() scalars where that is above 1, contents undefined.
template <class ExecutionSpace, class MatrixA, class MatrixB, class Offset, class Place>
struct ScatterNumeric {
  using Scalar = typename MatrixA::scalar_type;
  using Ordinal = typename MatrixA::ordinal_type;
  using Device = typename MatrixA::device_type;

  MatrixA a;
  MatrixB b;
  Kokkos::View<RowOfScatterMap const*, Device> rows_of_c;
  Kokkos::View<Place const*, Device> places;
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Scalar*, Device> values;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  BundleKinds steps;  ///< of rows that are summed together
  bool streams;       ///< C does not stay there in any case
  MemoryPool<Device> pool;
  RowRanges<ExecutionSpace, Device> ranges;

  template <class Member>
  void operator()(Member const& member) const {
    auto const owner_lanes = ThreadSequential::lanes(member);
    int const owner = ThreadSequential::owner_index(member);
    pool.with_chunk(owner_lanes, owner, [&](Chunk const& chunk) {
      auto* const sums = reinterpret_cast<Scalar*>(chunk.data);
      WriteCombiningBuffer<Scalar> values_of_c{values.data(), streams};
      ranges.template for_each_by_work<ThreadSequential>(
          owner_lanes, a.graph.row_offsets, [&](Rows const& rows) {
            for_each_bundle<Ordinal>(
                rows, steps,
                [&](Ordinal row, Ordinal other, Ordinal shift) {
                  return is_like(row, other, shift);
                },
                [&](Ordinal row, auto together) { fill(row, together, sums, values_of_c); });
          });
    });
  }

 private:
  /// Two rows share destinations, and the columns of A of one are those of the other, moved by
  /// `shift`. The destinations of a row without products may begin where those of the next one do.
  bool is_like(Ordinal row, Ordinal other, Ordinal shift) const {
    return rows_of_c(row).first == rows_of_c(other).first &&
           rows_of_c(row).num_products == rows_of_c(other).num_products &&
           are_columns_shifted(a.graph, row, other, shift);
  }

  /// A single row is summed where it is written, several entry by entry side by side.
  template <class Together>
  void fill(Ordinal row, Together, Scalar* sums, WriteCombiningBuffer<Scalar>& values_of_c) const {
    auto const size = static_cast<std::int64_t>(row_offsets(row + 1) - row_offsets(row));
    Scalar* const row_values = values_of_c.place_of(row_offsets(row), size * Together::lanes);
    if constexpr (Together::lanes == 1) sums = row_values;
    RowOfScatterMap const planned = rows_of_c(row);
    PlannedPlaces<Place> const of_row{places.data() + planned.first, planned.num_products};
    if (!sum_bundle_at_places<Together>(a, b, row, sums, size, of_row)) {
      raise_flag(&mismatch());
    }
    if constexpr (Together::lanes > 1) store_row_by_row<Together::lanes>(sums, size, row_values);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
