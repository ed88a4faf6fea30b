// SPDX-License-Identifier: BSD-3-Clause
// Loops over rows by work: owners of hosts take ranges of equal work on demand, each with memory of
// its own; on devices several lanes own a row.
#pragma once

#include <Araios_Workspace.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <semirings/Araios_SemiringsTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// The work up to the end of each row.
template <class Device>
struct WorkEnds {
  Kokkos::View<std::int64_t const*, Device> ends;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const { return ends(row); }
};

/// The rows of a product by their work.
template <class Device>
using RowsByWork = RowsByEntries<WorkEnds<Device>>;

/// The ranges that an owner takes, on a host.
template <class Device, class Call>
struct CallForOwner {
  RowsByWork<Device> rows;
  std::int64_t num_ranges;
  Kokkos::View<std::int64_t*, Device> next_range;
  Call call;

  void operator()(std::int64_t owner) const {
    for (auto range = take_one(); range < num_ranges; range = take_one()) {
      std::int64_t const end = first_row(range + 1);
      for (std::int64_t row = first_row(range); row < end; ++row) call(owner, row);
    }
  }

 private:
  std::int64_t take_one() const {
    return Kokkos::atomic_fetch_add(&next_range(0), std::int64_t{1});
  }
  std::int64_t first_row(std::int64_t range) const {
    return first_row_of_share(range, num_ranges, rows.num_rows, rows.num_entries, rows.row_end);
  }
};

/// Calls call(owner, row) for each row, on a host, whose owners count from 0.
///
/// Pre:    this call has not taken the slot next_range.
/// Throws: OutOfMemory.
template <class ExecutionSpace, class Device, class Call>
void for_each_owned_row(char const* label, ExecutionSpace const& exec, Workspace<Device>& workspace,
                        std::int64_t num_owners, RowsByWork<Device> const& rows, Call const& call) {
  auto const next = workspace.template take<std::int64_t>(exec, WorkspaceSlot::next_range, 1,
                                                          std::numeric_limits<std::size_t>::max());
  clear("araios::clear_next_range", exec, next);
  std::int64_t const ranges = std::min(num_owners * tuning::ranges_per_owner, rows.num_rows);
  for_range(label, exec, num_owners, rows.num_rows + rows.num_entries,
            CallForOwner<Device, Call>{rows, ranges, next, call});
}

}  // namespace araios::inline ARAIOS_ISA::impl
