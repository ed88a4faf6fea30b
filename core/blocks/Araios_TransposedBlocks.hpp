// SPDX-License-Identifier: BSD-3-Clause
// The values of a transposed matrix of blocks.
#pragma once

#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Writes an element of a transposed block.
template <class Blocks, class Entries, class Values, class Change>
struct GatherTransposedBlocks {
  Blocks a;
  Entries entries;
  Values values;
  Change change;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const size = std::int64_t{a.block_rows} * a.block_cols;
    std::int64_t const element = i % size;
    std::int64_t const row = element / a.block_rows;
    std::int64_t const col = element % a.block_rows;
    auto const from = static_cast<std::int64_t>(entries(i / size));
    values(i) = change(a.values(from * size + col * a.block_cols + row));
  }
};

/// Writes the values of the transpose, plain or conjugate.
///
/// Shapes: entries: for each block of the transpose that of A; values: their elements.
template <class ExecutionSpace, class Blocks, class Entries, class Values>
void gather_transposed_blocks(ExecutionSpace const& exec, Blocks const& a, Entries const& entries,
                              Values const& values, bool conjugates) {
  auto const size = static_cast<std::int64_t>(entries.extent(0)) * a.block_rows * a.block_cols;
  with_change<typename Blocks::scalar_type>(conjugates, [&](auto const& change) {
    using Change = std::remove_cvref_t<decltype(change)>;
    for_range("araios::block_transpose", exec, size, size,
              GatherTransposedBlocks<Blocks, Entries, Values, Change>{a, entries, values, change});
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
