// SPDX-License-Identifier: BSD-3-Clause
// Builds a sorted compressed-row matrix from unordered entries; entries of one position add up.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Entries of a matrix as rows, columns and values, in any order; positions may repeat.
template <class Scalar, class Ordinal>
struct Triplets {
  std::vector<Ordinal> rows;
  std::vector<Ordinal> columns;
  std::vector<Scalar> values;
};

/// How the entry across the diagonal follows from an off-diagonal entry.
enum class Mirror { none, equal, negated, conjugated };

/// A matrix, and the number of triplets that were added to an earlier one of the same position.
template <class Scalar, class Offset, class Ordinal>
struct SummedTriplets {
  HostCrsMatrix<Scalar, Offset, Ordinal> matrix;
  std::int64_t duplicates = 0;
};

namespace crs_from_triplets_steps {

/// The value across the diagonal.
template <class Scalar>
Scalar mirrored(Mirror mirror, Scalar const& value) {
  if (mirror == Mirror::negated) return static_cast<Scalar>(-value);
  if constexpr (is_complex_scalar_v<Scalar>) {
    if (mirror == Mirror::conjugated) return Kokkos::conj(value);
  }
  return value;
}

/// Calls f(row, column, value) for each triplet and its mirror image.
template <class Scalar, class Ordinal, class F>
void for_each_entry(Triplets<Scalar, Ordinal> const& triplets, Mirror mirror, F const& f) {
  for (std::size_t i = 0; i < triplets.rows.size(); ++i) {
    Ordinal const row = triplets.rows[i];
    Ordinal const column = triplets.columns[i];
    f(row, column, triplets.values[i]);
    if (mirror != Mirror::none && row != column) {
      f(column, row, mirrored(mirror, triplets.values[i]));
    }
  }
}

/// Scatters the entries by row, in each row in the order of the triplets: a counting sort.
template <class Scalar, class Offset, class Ordinal>
void place_entries(HostCrsArrays<Scalar, Offset, Ordinal> const& arrays,
                   Triplets<Scalar, Ordinal> const& triplets, Mirror mirror) {
  auto const& offsets = arrays.row_offsets;
  for_each_entry(triplets, mirror, [&](Ordinal row, Ordinal, Scalar const&) {
    ++offsets(static_cast<std::size_t>(row) + 1);
  });
  for (std::size_t row = 1; row < offsets.extent(0); ++row) {
    offsets(row) = static_cast<Offset>(offsets(row) + offsets(row - 1));
  }
  std::vector<Offset> next(offsets.data(), offsets.data() + offsets.extent(0));
  for_each_entry(triplets, mirror, [&](Ordinal row, Ordinal column, Scalar const& value) {
    auto const entry = static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
    arrays.columns(entry) = column;
    arrays.values(entry) = value;
  });
}

/// Sorts part of a row by column. The sort is stable, so that sums of repeated entries do not
/// depend on it.
template <class Ordinal, class Scalar>
void sort_entries(Ordinal* columns, Scalar* values, std::size_t count,
                  std::vector<std::pair<Ordinal, Scalar>>& scratch) {
  if (std::is_sorted(columns, columns + count)) return;
  scratch.resize(count);
  for (std::size_t i = 0; i < count; ++i) scratch[i] = {columns[i], values[i]};
  std::stable_sort(scratch.begin(), scratch.end(),
                   [](auto const& left, auto const& right) { return left.first < right.first; });
  for (std::size_t i = 0; i < count; ++i) std::tie(columns[i], values[i]) = scratch[i];
}

/// Sorts each row and adds up entries of one position. Returns how many were added to an earlier
/// one; those above the diagonal count only if `count_upper`.
template <class Scalar, class Offset, class Ordinal>
std::int64_t sort_and_sum(HostCrsArrays<Scalar, Offset, Ordinal>& arrays, bool count_upper) {
  auto const& [num_rows, num_cols, offsets, columns, values] = arrays;
  std::vector<std::pair<Ordinal, Scalar>> scratch;
  std::int64_t duplicates = 0;
  std::size_t kept = 0;
  std::size_t begin = 0;
  for (Ordinal row = 0; row < num_rows; ++row) {
    auto& row_end = offsets(static_cast<std::size_t>(row) + 1);
    auto const end = static_cast<std::size_t>(row_end);
    sort_entries(columns.data() + begin, values.data() + begin, end - begin, scratch);
    std::size_t const row_begin = kept;
    for (std::size_t entry = begin; entry < end; ++entry) {
      if (kept > row_begin && columns(kept - 1) == columns(entry)) {
        values(kept - 1) += values(entry);
        if (count_upper || columns(entry) <= row) ++duplicates;
      } else {
        columns(kept) = columns(entry);
        values(kept) = values(entry);
        ++kept;
      }
    }
    row_end = static_cast<Offset>(kept);
    begin = end;
  }
  if (kept < begin) {
    Kokkos::resize(arrays.columns, kept);
    Kokkos::resize(arrays.values, kept);
  }
  return duplicates;
}

}  // namespace crs_from_triplets_steps

/// Builds a matrix whose rows are sorted by column and have each column once.
///
/// Shapes: triplets are inside num_rows × num_cols; with a mirror, num_rows == num_cols.
/// Post:   explicit zeros are kept; equal positions are added up in the order of the triplets.
/// Throws: std::overflow_error naming `what` if a dimension exceeds Ordinal, or if the number of
///         entries exceeds Offset. Mirror images count, and equal positions count repeatedly.
/// Cost:   O(rows + entries), and a sort of each row that is not sorted yet.
template <class Offset, class Scalar, class Ordinal>
SummedTriplets<Scalar, Offset, Ordinal> crs_from_triplets(Ordinal num_rows, Ordinal num_cols,
                                                          Triplets<Scalar, Ordinal> const& triplets,
                                                          Mirror mirror, std::string const& what) {
  namespace steps = crs_from_triplets_steps;
  std::int64_t num_entries = 0;
  steps::for_each_entry(triplets, mirror, [&](Ordinal, Ordinal, Scalar const&) { ++num_entries; });
  auto arrays = make_host_arrays<Scalar, Offset, Ordinal>(num_rows, num_cols, num_entries, what);
  steps::place_entries(arrays, triplets, mirror);
  std::int64_t const duplicates = steps::sort_and_sum(arrays, mirror == Mirror::none);
  return {arrays.matrix(), duplicates};
}

}  // namespace araios::inline ARAIOS_ISA::impl
