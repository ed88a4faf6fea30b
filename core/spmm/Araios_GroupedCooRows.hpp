// SPDX-License-Identifier: BSD-3-Clause
// Reads rows out of groups, and checks groups.
#pragma once

#include <Araios_GroupedCooMatrix.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Calls f(entry) for each entry of a row, in the order of its group.
template <class Matrix, class F>
KOKKOS_FUNCTION void for_each_entry_of_row(Matrix const& a, std::int64_t row, F const& f) {
  std::int64_t const group = row / a.rows_per_group;
  auto const end = a.group_offsets(group + 1);
  for (auto entry = a.group_offsets(group); entry < end; ++entry) {
    if (a.rows(entry) == row) f(entry);
  }
}

/// Where the entries of groups go: by place.
template <class Result>
struct GroupedEntries {
  Result result;

  template <class Scalar>
  KOKKOS_FUNCTION void operator()(std::int64_t place, std::int64_t row, std::int64_t column,
                                  Scalar const& value) const {
    using Ordinal = typename Result::ordinal_type;
    result.rows(place) = static_cast<Ordinal>(row);
    result.columns(place) = static_cast<Ordinal>(column);
    result.values(place) = value;
  }
};

/// Counts the entries of a row.
template <class Matrix, class Counts>
struct CountRowOfGroup {
  Matrix a;
  Counts counts;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t count = 0;
    for_each_entry_of_row(a, row, [&](auto) { ++count; });
    counts(row) = count;
  }
};

/// Writes the entries of a row.
template <class Matrix, class Result>
struct WriteRowOfGroup {
  Matrix a;
  Result result;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    auto next = result.graph.row_offsets(row);
    for_each_entry_of_row(a, row, [&](auto entry) {
      result.graph.columns(next) = a.columns(entry);
      result.values(next) = a.values(entry);
      ++next;
    });
  }
};

/// Finds the first group that breaks a precondition of GroupedCoo.
template <class Matrix>
struct CheckGroup {
  Matrix a;

  KOKKOS_FUNCTION void operator()(std::int64_t group, std::int64_t& first_bad) const {
    if (group < first_bad && !(offsets_are_valid(group) && entries_are_valid(group))) {
      first_bad = group;
    }
  }

 private:
  KOKKOS_FUNCTION bool offsets_are_valid(std::int64_t group) const {
    return offsets_within(a.values.extent(0), group == 0, a.group_offsets(group),
                          a.group_offsets(group + 1));
  }

  KOKKOS_FUNCTION bool entries_are_valid(std::int64_t group) const {
    std::int64_t const first_row = group * a.rows_per_group;
    auto const begin = a.group_offsets(group);
    auto const end = a.group_offsets(group + 1);
    for (auto entry = begin; entry < end; ++entry) {
      auto const row = a.rows(entry);
      auto const column = a.columns(entry);
      bool const is_inside = row >= first_row && row < first_row + a.rows_per_group &&
                             row < a.num_rows && column >= 0 && column < a.num_cols;
      if (!is_inside) return false;
      bool const ascends = entry == begin || a.columns(entry - 1) < column ||
                           (a.columns(entry - 1) == column && a.rows(entry - 1) <= row);
      if (!ascends) return false;
    }
    return true;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
