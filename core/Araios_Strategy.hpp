// SPDX-License-Identifier: BSD-3-Clause
// The strategies of a sparse product by name, and the loops that a one-phase strategy may take.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// How a product C = A·B runs as a whole, in the order in which the table of strategies prefers
/// them.
enum class Strategy {
  small_serial,  ///< hosts: one phase by the calling thread
  one_phase,     ///< hosts: one phase by all threads
  bins,          ///< devices: rows by class, a kernel for each class
  rbsparse,      ///< rows by the size of their hash table
  bhsparse,      ///< rows by the upper bound of their size
  pattern,       ///< hosts: the pattern of C is recorded first, values are summed at it
  rowwise        ///< the row-wise kernel with the selected accumulator and partitioning
};

/// The loop that forms rows of C where a strategy has several.
enum class RowLoop {
  none,         ///< the strategy has no choice of loops
  registers,    ///< small_serial: rows of C stay in SIMD registers
  column_bits,  ///< small_serial: columns of C as bits of a register
  marks,        ///< small_serial: columns of C as bytes of an array
  row_blocks,   ///< one_phase: products of a block of rows side by side, then sorted
  dense_rows,   ///< one_phase: a dense SPA over all columns, read in ascending order
  indexed_spa,  ///< one_phase: SPA with an index array; rows are sorted afterwards where asked
  dense_spa     ///< one_phase: SPA with flags and a column list, rows unsorted
};

/// The name of the enumerator.
constexpr std::string_view name_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::small_serial:
      return "small_serial";
    case Strategy::one_phase:
      return "one_phase";
    case Strategy::bins:
      return "bins";
    case Strategy::rbsparse:
      return "rbsparse";
    case Strategy::bhsparse:
      return "bhsparse";
    case Strategy::pattern:
      return "pattern";
    case Strategy::rowwise:
      return "rowwise";
  }
  return "unknown";
}

/// The name of the enumerator.
constexpr std::string_view name_of(RowLoop loop) {
  switch (loop) {
    case RowLoop::none:
      return "none";
    case RowLoop::registers:
      return "registers";
    case RowLoop::column_bits:
      return "column_bits";
    case RowLoop::marks:
      return "marks";
    case RowLoop::row_blocks:
      return "row_blocks";
    case RowLoop::dense_rows:
      return "dense_rows";
    case RowLoop::indexed_spa:
      return "indexed_spa";
    case RowLoop::dense_spa:
      return "dense_spa";
  }
  return "unknown";
}

}  // namespace araios::inline ARAIOS_ISA
