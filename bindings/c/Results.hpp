// SPDX-License-Identifier: BSD-3-Clause
// Results in memory of Araios: who holds their arrays, and which number their indices count from.
#pragma once

#include "Arrays.hpp"
#include "Types.hpp"
#include "araios.h"
#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <string>

namespace araios_c {

/// Holds the views of a result until araios_free or the end of Kokkos.
using Owner = araios::impl::DropAtFinalize<std::any>;

/// Throws std::overflow_error if row offsets that count from `base` do not fit their type.
template <class Offset>
void expect_offsets_fit(std::int64_t num_entries, std::int32_t base) {
  araios::impl::checked_cast<Offset>(num_entries + base, "the last row offset of C");
}

/// Hands a result to the caller. Its arrays are its own, with room for num_rows + 1 offsets.
template <class Scalar, class Offset, class Ordinal>
araios_matrix hand_over(araios::CrsMatrix<Scalar, Offset, Ordinal, Device> const& c,
                        Kokkos::View<Offset*, Device> const& row_offsets, std::int32_t base) {
  constexpr Types types = types_of_v<Scalar, Offset, Ordinal>;
  araios_matrix given{};
  given.num_rows = c.graph.num_rows;
  given.num_cols = c.graph.num_cols;
  given.row_offsets = row_offsets.data();
  given.columns = c.graph.columns.data();
  given.values = c.values.data();
  given.scalar = types.scalar;
  given.offset = types.offset;
  given.ordinal = types.ordinal;
  given.base = base;
  auto held = c;
  held.graph.row_offsets = row_offsets;
  given.owner = araios::impl::or_out_of_memory("a result", sizeof(Owner), [&] {
    araios::impl::ListedForFinalize::drop_at_finalize();
    return new Owner{std::any{held}};
  });
  return given;
}

/// Writes row offsets of the library, which count from 0, to offsets that count from `base`.
template <class Offset>
void write_row_offsets(Space const& exec, Kokkos::View<Offset const*, Device> const& from,
                       Offset* to, std::int32_t base) {
  // A matrix without rows may have no offset, where C has one.
  to[0] = static_cast<Offset>(base);
  shift_indices<Offset>(exec, {to, from.data(), static_cast<Offset>(base)},
                        static_cast<std::int64_t>(from.extent(0)));
}

/// A copy of row offsets that counts from `base`.
template <class Offset>
Kokkos::View<Offset*, Device> copy_of_row_offsets(Space const& exec,
                                                  Kokkos::View<Offset const*, Device> const& from,
                                                  std::int64_t num_rows, std::int32_t base) {
  auto const copy = araios::impl::allocate_touched<Offset, Device>(
      exec, "row offsets of C", static_cast<std::size_t>(num_rows) + 1);
  write_row_offsets(exec, from, copy.data(), base);
  return copy;
}

/// Hands a result that counts from 0 to a caller who counts from `base`.
///
/// Throws: std::overflow_error if row offsets do not fit their type; OutOfMemory. Fences: at the
///         end.
template <class Scalar, class Offset, class Ordinal>
araios_matrix give(Space const& exec, araios::CrsMatrix<Scalar, Offset, Ordinal, Device> const& c,
                   std::int32_t base) {
  auto const& graph = c.graph;
  auto const num_entries = static_cast<std::int64_t>(graph.columns.extent(0));
  expect_offsets_fit<Offset>(num_entries, base);
  if (base != 0) {
    auto* const columns = graph.columns.data();
    shift_indices<Ordinal>(exec, {columns, columns, static_cast<Ordinal>(base)}, num_entries);
  }
  auto const row_offsets =
      copy_of_row_offsets<Offset>(exec, graph.row_offsets, graph.num_rows, base);
  exec.fence();
  return hand_over(c, row_offsets, base);
}

}  // namespace araios_c
