// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase on hosts where the columns of C are known: sums in an array over all columns.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_MemoryPool.hpp>
#include <Araios_Partitioning.hpp>
#include <Araios_RecordedPattern.hpp>
#include <Araios_RowMultipliers.hpp>
#include <Araios_RowRanges.hpp>
#include <Araios_RowsTogether.hpp>
#include <Araios_ShiftedRows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios {

/// Fills the rows of C: adds each product at its place where places were recorded; otherwise adds
/// up the products of a row at their columns, then reads the sums at the columns that were
/// recorded.
///
/// Rows that share their columns are filled together, each on a lane of its own: every entry of B
/// is then read once for all of them. Sums elsewhere come from a pattern of A or B that is not the
/// recorded one: they set `mismatch`.
///
/// Shapes: a m×k, b k×n; row_offsets m + 1; pool chunks of n · max_lanes scalars, all bytes zero,
///         and again at the end.
template <class ExecutionSpace, class GraphA, class GraphB, class Scalar, class Offset>
struct SumAtPattern {
  using Ordinal = typename GraphA::ordinal_type;
  using Device = typename GraphA::device_type;

  GraphA a;
  GraphB b;
  Kokkos::View<Scalar const*, Device> a_values;
  Kokkos::View<Scalar const*, Device> b_values;
  Kokkos::View<RecordedRow<Ordinal> const*, Device> recorded_rows;
  Kokkos::View<Ordinal const*, Device> recorded_columns;
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Ordinal*, Device> columns;
  Kokkos::View<Scalar*, Device> values;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  int max_lanes;  ///< most rows that are filled together: 1, or lanes_of_rows
  MemoryPool<Device> pool;
  RowRanges<ExecutionSpace, Device> ranges;

  template <class Member>
  void operator()(Member const& member) const {
    auto const owner_lanes = ThreadSequential::lanes(member);
    int const owner = ThreadSequential::owner_index(member);
    pool.with_chunk(owner_lanes, owner, [&](Chunk const& chunk) {
      auto* const sums = reinterpret_cast<Scalar*>(chunk.data);
      ranges.template for_each_by_work<ThreadSequential>(
          owner_lanes, a.row_offsets, [&](Rows const& rows) {
            for_each_rows_together<Ordinal>(
                rows, max_lanes, [&](Ordinal row, Ordinal other) { return is_like(row, other); },
                [&](Ordinal row, auto lanes) {
                  if (lanes == 1 && recorded_rows(row).num_places > 0) return fill_at_places(row);
                  add_products<lanes>(a, b, a_values, b_values, row, sums,
                                      ColumnsOfB<Ordinal>{b.columns.data()});
                  write_rows<lanes>(row, sums);
                });
          });
      if (clear_strays(sums)) raise_flag(&mismatch());
    });
  }

 private:
  /// Two rows share their columns of C and have the same of A. The columns of a row without any may
  /// begin where those of the next one do.
  bool is_like(Ordinal row, Ordinal other) const {
    if (recorded_rows(row) != recorded_rows(other)) return false;
    if (row_offsets(row + 1) - row_offsets(row) != row_offsets(other + 1) - row_offsets(other)) {
      return false;
    }
    return have_same_columns(a, row, other);
  }

  /// Sums a row in C itself, each product at its place.
  void fill_at_places(Ordinal row) const {
    RecordedRow<Ordinal> const recorded = recorded_rows(row);
    auto const begin = row_offsets(row);
    auto const size = static_cast<std::int64_t>(row_offsets(row + 1) - begin);
    copy_shifted(recorded_columns.data() + recorded.position, size, recorded.shift,
                 columns.data() + begin);
    PlannedPlaces<RecordedPlace> const places{places_of(recorded, recorded_columns.data(), size),
                                              recorded.num_places};
    if (!sum_at_places<1>(a, b, a_values, b_values, row, values.data() + begin, size, places)) {
      raise_flag(&mismatch());
    }
  }

  // Not inlined: among all the rest compilers run out of registers in its loop.
  template <int lanes>
  [[gnu::noinline]] void write_rows(Ordinal row, Scalar* sums) const {
    constexpr int num_sums = sums_at_place<lanes, Scalar>;
    auto const begin = row_offsets(row);
    auto const size = static_cast<std::int64_t>(row_offsets(row + 1) - begin);
    Ordinal const* const recorded = recorded_columns.data() + recorded_rows(row).position;
    Ordinal const shift = recorded_rows(row).shift;
    Ordinal* const row_columns = columns.data() + begin;
    Scalar* const row_values = values.data() + begin;
    for (std::int64_t i = 0; i < size; ++i) {
      Ordinal const column = recorded[i] + shift;
      Scalar* const sum = sums + static_cast<std::size_t>(column) * num_sums;
      for (int lane = 0; lane < lanes; ++lane) {
        row_columns[lane * size + i] = column;
        row_values[lane * size + i] = sum[lane];
      }
      std::fill(sum, sum + num_sums, Scalar{});
    }
  }

  /// Whether a sum is left that no row has taken; none is, afterwards, not even a negative zero.
  bool clear_strays(Scalar* sums) const {
    std::size_t const size =
        static_cast<std::size_t>(b.num_cols) * static_cast<std::size_t>(max_lanes);
    auto const* const bytes = reinterpret_cast<std::byte const*>(sums);
    std::byte left{};
    for (std::size_t i = 0; i < size * sizeof(Scalar); ++i) left |= bytes[i];
    bool const found = left != std::byte{};
    if (found) std::fill(sums, sums + size, Scalar{});
    return found;
  }
};

}  // namespace araios
