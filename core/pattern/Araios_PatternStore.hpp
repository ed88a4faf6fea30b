// SPDX-License-Identifier: BSD-3-Clause
// The recorded columns of C in a plan.
#pragma once

#include <Araios_Workspace.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The place of a product: the index of its column within its row of C.
using RecordedPlace = std::uint8_t;

/// The elements of an array of columns that num_places places occupy.
template <class Ordinal>
constexpr std::int64_t elements_of_places(std::int64_t num_places) {
  constexpr auto places_of_element =
      static_cast<std::int64_t>(sizeof(Ordinal) / sizeof(RecordedPlace));
  return (num_places + places_of_element - 1) / places_of_element;
}

/// The record of a row of C. Its columns are the recorded ones plus `shift`, so that shifted rows
/// can share them.
template <class Ordinal>
struct RecordedRow {
  std::int64_t position;  ///< of its first column in the array of all rows
  Ordinal shift;
  std::int32_t num_places;  ///< its products if their places follow its columns; otherwise 0

  bool operator==(RecordedRow const&) const = default;
};

/// The recorded columns of C, ascending in each row, in memory that a workspace lends to a plan.
///
/// Shapes: rows at least m; columns: the columns and places of all records, with gaps. Both are
///         empty if nothing was recorded.
template <class Ordinal, class Device>
struct PatternStore {
  Loan<RecordedRow<Ordinal>, Device> rows;
  Loan<Ordinal, Device> columns;

  std::size_t bytes() const { return rows.bytes() + columns.bytes(); }
};

/// The places of the products of a row with `size` columns.
///
/// Pre: row.num_places > 0.
template <class Ordinal>
RecordedPlace const* places_of(RecordedRow<Ordinal> const& row, Ordinal const* columns,
                               std::int64_t size) {
  return reinterpret_cast<RecordedPlace const*>(columns + row.position + size);
}

}  // namespace araios::inline ARAIOS_ISA::impl
