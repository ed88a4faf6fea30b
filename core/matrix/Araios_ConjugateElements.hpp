// SPDX-License-Identifier: BSD-3-Clause
// Conjugated copies of the elements of a view.
#pragma once

#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

template <class From, class To>
struct ConjugateElements {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if constexpr (From::rank() == 1) {
      to(i) = ConjugateElement{}(from(i));
    } else {
      auto const num_columns = static_cast<std::int64_t>(from.extent(1));
      std::int64_t const row = i / num_columns;
      std::int64_t const column = i % num_columns;
      to(row, column) = ConjugateElement{}(from(row, column));
    }
  }
};

/// to = conjugate of from, element by element; both may be the same view.
///
/// Shapes: views of one or of two dimensions, alike.
template <class ExecutionSpace, class From, class To>
void conjugate_into(ExecutionSpace const& exec, From const& from, To const& to) {
  auto const size = static_cast<std::int64_t>(from.size());
  for_range("araios::conjugate", exec, size, size, ConjugateElements<From, To>{from, to});
}

}  // namespace araios::inline ARAIOS_ISA::impl
