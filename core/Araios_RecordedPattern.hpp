// SPDX-License-Identifier: BSD-3-Clause
// The columns of C as a plan keeps them.
#pragma once

#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios {

/// Columns of C, ascending in each row, in memory that a workspace lends to a plan.
///
/// A column of C is a recorded one plus the shift of its row: rows may share what is recorded.
/// Shapes: positions m or more: where the columns of each row begin; shifts m or more; columns:
/// all,
///         with gaps. All are empty where nothing was recorded.
template <class Ordinal, class Device>
struct RecordedPattern {
  Loan<std::int64_t, Device> positions;
  Loan<Ordinal, Device> shifts;
  Loan<Ordinal, Device> columns;

  std::size_t bytes() const { return positions.bytes() + shifts.bytes() + columns.bytes(); }
};

}  // namespace araios
