// SPDX-License-Identifier: BSD-3-Clause
// The rows of C that a launch of one bin handles.
#pragma once

#include <bins/Araios_Supernodes.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowBin.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows of one bin, and what is known of them before the launch.
///
/// Shapes: lists as BinnedRows::rows; first_columns, marked_widths and work one for each row of C.
template <class Ordinal, class Device>
struct RowsOfBin {
  Kokkos::View<Ordinal const*, Device> lists;  ///< of this bin and of the bins before it
  Kokkos::View<Ordinal const*, Device> first_columns;
  Kokkos::View<Ordinal const*, Device> marked_widths;
  Kokkos::View<std::int32_t const*, Device> work;  ///< symbolic phase only
  std::int64_t num_rows;
  BinLists from;
  int lanes_of_thread;
  std::size_t scratch_bytes;  ///< of one owner
  bool handles_supernode;     ///< the owner of a row handles its whole supernode

  /// A row of the bin, or of an earlier bin that shares the launch.
  KOKKOS_FUNCTION Ordinal row(std::int64_t index) const {
    std::int64_t begin = from.begin;
    for (int i = 0; i + 1 < from.num_lists && index >= from.rows[i]; ++i) {
      index -= from.rows[i];
      begin -= from.stride;
    }
    return lists(begin + index);
  }

  KOKKOS_FUNCTION Ordinal width(Ordinal row) const {
    return MarkedWidth<Ordinal>::width(marked_widths(row));
  }

  /// The number of rows that the owner of this row handles: those of its supernode, or one.
  KOKKOS_FUNCTION int num_rows_handled(Ordinal row) const {
    return handles_supernode ? num_supernode_rows(marked_widths, row) : 1;
  }

  /// The maximum size of a row, before it is known.
  KOKKOS_FUNCTION std::int64_t capacity(Ordinal row) const {
    auto const most = static_cast<std::int64_t>(width(row));
    return work(row) < most ? work(row) : most;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
