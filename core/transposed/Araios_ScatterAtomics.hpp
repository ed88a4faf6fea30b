// SPDX-License-Identifier: BSD-3-Clause
// Products by a transpose on devices: entries are added to y by atomic operations.
#pragma once

#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <transposed/Araios_ScatterParts.hpp>
#include <transposed/Araios_TransposedOperands.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Adds to an element that others add to. The parts of a complex one are added one by one: there
/// are no reads before the launch ends.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void add_atomically(Scalar& sum, Scalar const& value) {
  if constexpr (std::is_floating_point_v<Scalar>) {
    Kokkos::atomic_add(&sum, value);
  } else {
    Kokkos::atomic_add(&sum.real(), value.real());
    Kokkos::atomic_add(&sum.imag(), value.imag());
  }
}

/// Scatters the entries of a group, an entry for each lane.
template <class Operands>
struct ScatterGroupAtomically {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t group) const {
    constexpr int rows = decltype(Operands::a)::rows_per_group;
    std::int64_t const begin = operands.a.begin(group);
    lanes.for_each(operands.a.end(group) - begin, [&](std::int64_t i) {
      std::int64_t const entry = begin + i;
      std::int64_t const row = group * rows + operands.a.row_in_group(entry);
      auto const column = static_cast<std::int64_t>(operands.a.columns(entry));
      scalar_type const factor = operands.alpha * operands.value(entry);
      for (std::int64_t j = 0; j < operands.width(); ++j) {
        add_atomically(operands.y(column, j), factor * operands.x(row, j));
      }
    });
  }
};

/// Enqueues the product. Pre: there are groups.
template <class ExecutionSpace, class Operands>
void scatter_atomically(ExecutionSpace const& exec, Operands const& operands) {
  using RowEnd = EndOfGroup<decltype(operands.a)>;
  auto const most_entries = static_cast<std::int64_t>(operands.a.columns.extent(0));
  scale_block(exec, operands.beta, operands.y);
  for_each_row("araios::transposed::scatter", exec,
               RowsByEntries<RowEnd>{operands.a.num_groups(), most_entries, RowEnd{operands.a}},
               ScatterGroupAtomically<Operands>{operands});
}

}  // namespace araios::inline ARAIOS_ISA::impl
