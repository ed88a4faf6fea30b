// SPDX-License-Identifier: BSD-3-Clause
// The numeric kernel on hosts for a recorded pattern: sums at recorded places, or in a dense SPA.
#pragma once

#include <host_simd/Araios_GatherAndClear.hpp>
#include <host_simd/Araios_WriteCombiningBuffer.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <pattern/Araios_BundleLoop.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_RowBundle.hpp>
#include <pattern/Araios_RowMultipliers.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Fills the rows of C. A row with recorded places adds each product at its place. Other rows add
/// products in a dense SPA, and gather the sums at the recorded columns.
///
/// Rows that share a record are bundled, one row in each lane (register blocking). Each column, and
/// each entry of B that they have in common, is then read once for the bundle.
///
/// `mismatch` is set if products do not fit the record: another number of products, or a sum at a
/// column that was not recorded. Then the pattern of A or B is not the planned one.
///
/// Shapes: a m×k, b k×n; recorded_rows m; row_offsets m + 1; pool chunks of size_of_sums scalars.
/// Pre:    all bytes of the pool are zero.
/// Post:   all bytes of the pool are zero.
template <class ExecutionSpace, class MatrixA, class MatrixB, class Offset>
struct PatternNumeric : BundleLoop<ExecutionSpace, typename MatrixA::device_type> {
  using Scalar = typename MatrixA::scalar_type;
  using Ordinal = typename MatrixA::ordinal_type;
  using Device = typename MatrixA::device_type;

  MatrixA a;
  MatrixB b;
  Kokkos::View<RecordedRow<Ordinal> const*, Device> recorded_rows;
  Kokkos::View<Ordinal const*, Device> recorded_columns;
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Ordinal*, Device> columns;
  Kokkos::View<Scalar*, Device> values;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  std::int64_t size_of_sums;  ///< num_sums_of_columns; if 0, all rows have recorded places
  bool streams;               ///< C is so large that non-temporal stores pay

  template <class Member>
  void operator()(Member const& member) const {
    auto const body = [&](Scalar* sums, auto const& for_each) {
      EntriesOfC entries{{columns.data(), streams}, {values.data(), streams}};
      for_each(
          [&](Ordinal row, Ordinal other, Ordinal shift) { return is_like(row, other, shift); },
          [&](Ordinal row, auto together) { fill(row, together, sums, entries); });
      if (clear_strays(sums)) raise_flag(&mismatch());
    };
    this->template run<Scalar, Ordinal>(member, a.graph.row_offsets, body);
  }

 private:
  /// The buffers by which an owner writes C.
  struct EntriesOfC {
    WriteCombiningBuffer<Ordinal> columns;
    WriteCombiningBuffer<Scalar> values;
  };

  /// Whether two rows can be bundled: they share a record, and the columns of `other` in A and in C
  /// are those of `row` plus `shift`. Sizes are compared too, since an empty row may have the
  /// position of the next one. Shifted rows with recorded places are faster one by one, in C
  /// itself.
  bool is_like(Ordinal row, Ordinal other, Ordinal shift) const {
    RecordedRow<Ordinal> expected = recorded_rows(row);
    expected.shift += shift;
    if (recorded_rows(other) != expected) return false;
    if (shift != 0 && expected.num_places > 0) return false;
    if (row_offsets(row + 1) - row_offsets(row) != row_offsets(other + 1) - row_offsets(other)) {
      return false;
    }
    return are_columns_shifted(a.graph, row, other, shift);
  }

  template <class Together>
  void fill(Ordinal row, Together, Scalar* sums, EntriesOfC& entries) const {
    if (Together::lanes == 1 && (size_of_sums == 0 || recorded_rows(row).num_places > 0)) {
      return fill_at_places(row, entries);
    }
    ColumnsOfB<Together, Ordinal> const expected{b.graph.columns.data()};
    auto const found = add_products<Together>(a, b, row, sums, expected);
    if (!found.are_as_expected) raise_flag(&mismatch());
    if constexpr (Together::lanes == 1) {
      write_row(row_of_c(row), sums, entries);
    } else {
      write_rows<Together>(row_of_c(row), sums, entries);
    }
  }

  /// Sums a row in C, each product at its recorded place.
  void fill_at_places(Ordinal row, EntriesOfC& entries) const {
    RecordedRow<Ordinal> const recorded = recorded_rows(row);
    auto const begin = row_offsets(row);
    auto const size = static_cast<std::int64_t>(row_offsets(row + 1) - begin);
    copy_shifted(recorded_columns.data() + recorded.position, size, recorded.shift,
                 entries.columns.place_of(begin, size));
    PlannedPlaces<RecordedPlace> const places{places_of(recorded, recorded_columns.data(), size),
                                              recorded.num_places};
    if (!sum_bundle_at_places<SingleRow>(a, b, row, entries.values.place_of(begin, size), size,
                                         places)) {
      raise_flag(&mismatch());
    }
  }

  /// A row of C: its begin, its size, and its recorded columns with their shift.
  struct RowOfC {
    Offset begin;
    std::int64_t size;
    Ordinal const* recorded;
    Ordinal shift;
  };

  RowOfC row_of_c(Ordinal row) const {
    RecordedRow<Ordinal> const& recorded = recorded_rows(row);
    auto const begin = row_offsets(row);
    return {begin, static_cast<std::int64_t>(row_offsets(row + 1) - begin),
            recorded_columns.data() + recorded.position, recorded.shift};
  }

  // These are not inlined: in a larger function compilers run out of registers in their loops.

  /// Gathers a row from the SPA, in pieces that fit the write-combining buffer.
  [[gnu::noinline]] void write_row(RowOfC const& row, Scalar* sums, EntriesOfC& entries) const {
    constexpr std::int64_t piece = std::min(staged_piece<Scalar>, staged_piece<Ordinal>);
    for (std::int64_t done = 0; done < row.size; done += piece) {
      std::int64_t const size = std::min(row.size - done, piece);
      Ordinal* const row_columns = entries.columns.place_of(row.begin + done, size);
      copy_shifted(row.recorded + done, size, row.shift, row_columns);
      gather_and_clear(sums, row_columns, row_columns + size,
                       entries.values.place_of(row.begin + done, size));
    }
  }

  /// Gathers the rows of a bundle from the SPA.
  template <class Together>
  [[gnu::noinline]] void write_rows(RowOfC const& row, Scalar* sums, EntriesOfC& entries) const {
    constexpr int lanes = Together::lanes;
    constexpr Ordinal step = Together::step == BundleKind::shifted ? 1 : 0;
    constexpr int num_sums = sums_at_place<lanes, Scalar>;
    std::int64_t const size = row.size;
    Ordinal* const row_columns = entries.columns.place_of(row.begin, size * lanes);
    Scalar* const row_values = entries.values.place_of(row.begin, size * lanes);
    for (std::int64_t i = 0; i < size; ++i) {
      Ordinal const column = row.recorded[i] + row.shift;
      Scalar* const sum = sums + static_cast<std::size_t>(column) * num_sums;
      for (int lane = 0; lane < lanes; ++lane) {
        row_columns[lane * size + i] = column + lane * step;
        row_values[lane * size + i] = sum[lane];
      }
      std::fill(sum, sum + num_sums, Scalar{});
    }
  }

  /// Clears sums that no row has gathered. Returns whether there were any; compares bytes, so that
  /// a sum of -0 counts.
  bool clear_strays(Scalar* sums) const {
    auto const size = static_cast<std::size_t>(size_of_sums);
    auto const* const bytes = reinterpret_cast<std::byte const*>(sums);
    std::byte left{};
    for (std::size_t i = 0; i < size * sizeof(Scalar); ++i) left |= bytes[i];
    bool const found = left != std::byte{};
    if (found) std::fill(sums, sums + size, Scalar{});
    return found;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
