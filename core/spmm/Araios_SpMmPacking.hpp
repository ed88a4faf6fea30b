// SPDX-License-Identifier: BSD-3-Clause
// Copies columns of a dense matrix to row-major order, so that kernels read its rows contiguously.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Copies an element of some neighbouring columns.
template <class B>
struct PackElement {
  using scalar_type = typename B::non_const_value_type;

  B b;
  std::int64_t first_column;
  scalar_type* packed;
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t column) const {
    packed[row * stride + column] = b(row, first_column + column);
  }
};

/// Enqueues the copy of `num_columns` columns from `first_column` on.
///
/// Shapes: b k×n; packed k rows of `num_columns` elements, which lie next to each other.
template <class ExecutionSpace, class B>
void pack_columns(ExecutionSpace const& exec, B const& b, std::int64_t first_column,
                  std::int64_t num_columns, typename B::non_const_value_type* packed) {
  using policy_type =
      Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<std::int64_t>>;
  // Square tiles: reads along columns and writes along rows both use whole parts of cache lines.
  constexpr std::int64_t tile = 16;
  Kokkos::parallel_for(
      "araios::spmm::pack_columns",
      policy_type(exec, {0, 0}, {static_cast<std::int64_t>(b.extent(0)), num_columns},
                  {tile, tile}),
      PackElement<B>{b, first_column, packed, num_columns});
}

}  // namespace araios::inline ARAIOS_ISA::impl
