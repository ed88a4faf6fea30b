// SPDX-License-Identifier: BSD-3-Clause
// The columns of C as a plan keeps them.
#pragma once

#include <Araios_Workspace.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Where a product goes: the place of its column in its row of C.
using RecordedPlace = std::uint8_t;

/// Elements of a list of columns that so many places take.
template <class Ordinal>
constexpr std::int64_t elements_of_places(std::int64_t num_places) {
  constexpr auto places_of_element =
      static_cast<std::int64_t>(sizeof(Ordinal) / sizeof(RecordedPlace));
  return (num_places + places_of_element - 1) / places_of_element;
}

/// What is recorded of a row of C. A column of C is a recorded one plus the shift of its row: rows
/// may share what is recorded.
template <class Ordinal>
struct RecordedRow {
  std::int64_t position;  ///< of its first column
  Ordinal shift;
  std::int32_t num_places;  ///< its products if their places are known: these lie behind its
                            ///< columns; otherwise 0

  bool operator==(RecordedRow const&) const = default;
};

/// Columns of C, ascending in each row, in memory that a workspace lends to a plan.
///
/// Shapes: rows m or more; columns: those of all rows and their places, with gaps. Both are empty
///         where nothing was recorded.
template <class Ordinal, class Device>
struct PatternStore {
  Loan<RecordedRow<Ordinal>, Device> rows;
  Loan<Ordinal, Device> columns;

  std::size_t bytes() const { return rows.bytes() + columns.bytes(); }
};

/// The places of the products of a row that has so many columns. Pre: row.num_places > 0.
template <class Ordinal>
RecordedPlace const* places_of(RecordedRow<Ordinal> const& row, Ordinal const* columns,
                               std::int64_t size) {
  return reinterpret_cast<RecordedPlace const*>(columns + row.position + size);
}

}  // namespace araios::inline ARAIOS_ISA::impl
