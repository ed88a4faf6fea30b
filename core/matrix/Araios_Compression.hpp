// SPDX-License-Identifier: BSD-3-Clause
// Bit compression: the columns of B packed into column sets of 32.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// B with its columns packed: an entry is a block of 32 columns, with a bit for each present
/// column.
///
/// Shapes: graph num_rows × ⌈n/32⌉ with blocks as its columns; bits has one set for each entry.
/// Post:   sorted rows of B give distinct ascending blocks. An unsorted row may repeat a block:
///         unions of bit sets stay correct, but compress less.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.2, figure 4a: `columns` is the column set index,
///         `bits` the column set.
template <class Offset, class Ordinal, class Device>
struct CompressedGraph {
  CrsGraph<Offset, Ordinal const, Device> graph;
  Kokkos::View<std::uint32_t const*, typename Device::device_type> bits;
};

/// The number of blocks that `num_cols` columns are packed into.
template <class Ordinal>
KOKKOS_FUNCTION constexpr Ordinal num_blocks(Ordinal num_cols) {
  return static_cast<Ordinal>(num_cols / tuning::columns_per_block +
                              (num_cols % tuning::columns_per_block != 0));
}

/// Calls f(block, bits) for every run of entries of one row of B that are in the same block.
template <class Graph, class F>
KOKKOS_FUNCTION void for_each_column_set(Graph const& b, typename Graph::ordinal_type row,
                                         F const& f) {
  using Ordinal = typename Graph::ordinal_type;
  auto entry = b.row_offsets(row);
  auto const end = b.row_offsets(row + 1);
  while (entry < end) {
    Ordinal const block = b.columns(entry) / tuning::columns_per_block;
    std::uint32_t bits = 0;
    for (; entry < end && b.columns(entry) / tuning::columns_per_block == block; ++entry) {
      bits |= std::uint32_t{1} << (b.columns(entry) % tuning::columns_per_block);
    }
    f(block, bits);
  }
}

/// Packs each row of B into its range of the compressed matrix.
template <class Graph>
struct CompressRow {
  using offset_type = typename Graph::offset_type;
  using ordinal_type = typename Graph::ordinal_type;
  // Not named `device_type`: Kokkos would take that for the execution space of the launch.
  using Device = typename Graph::device_type;

  Graph b;
  Kokkos::View<offset_type const*, Device> row_offsets;
  Kokkos::View<ordinal_type*, Device> blocks;
  Kokkos::View<std::uint32_t*, Device> bits;

  KOKKOS_FUNCTION void operator()(ordinal_type row) const {
    offset_type entry = row_offsets(row);
    for_each_column_set(b, row, [&](ordinal_type block, std::uint32_t set) {
      blocks(entry) = block;
      bits(entry) = set;
      ++entry;
    });
  }
};

/// Compresses B, given the row offsets of the result.
///
/// Shapes: row_offsets num_rows + 1; blocks and bits row_offsets(num_rows) elements.
/// Pre:    the columns of B are valid.
template <class ExecutionSpace, class Graph, class Offsets, class Blocks, class Bits>
CompressedGraph<typename Graph::offset_type, typename Graph::ordinal_type,
                typename Graph::device_type>
compress(ExecutionSpace const& exec, Graph const& b, Offsets const& row_offsets,
         Blocks const& blocks, Bits const& bits) {
  for_range("araios::spgemm_symbolic::compress", exec, b.num_rows, most_steps(b),
            CompressRow<Graph>{b, row_offsets, blocks, bits});
  return {{b.num_rows, num_blocks(b.num_cols), row_offsets, blocks}, bits};
}

}  // namespace araios::inline ARAIOS_ISA::impl
