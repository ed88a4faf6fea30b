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
/// Shapes: positions m or more: where the columns of each row begin; columns: all, with gaps. Both
///         are empty where nothing was recorded.
template <class Ordinal, class Device>
struct RecordedPattern {
  Loan<std::int64_t, Device> positions;
  Loan<Ordinal, Device> columns;

  std::size_t bytes() const { return positions.bytes() + columns.bytes(); }
};

}  // namespace araios
