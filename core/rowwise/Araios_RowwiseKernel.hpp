// SPDX-License-Identifier: BSD-3-Clause
// The row-wise kernel over accumulator, partitioning and phase, and its launch.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <Araios_Workspace.hpp>
#include <partitioning/Araios_Owners.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <rowwise/Araios_AccumulatorStorage.hpp>
#include <rowwise/Araios_LaunchTeams.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Enumerates the products of each row in the order of the traversal, inserts them into an
/// accumulator, and lets the phase emit the row.
template <class Ranges, class Partitioning, class Storage, class Phase>
struct RowwiseKernel {
  Phase phase;
  Storage storage;
  Ranges ranges;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const lanes = Partitioning::lanes(member);
    int const owner = Partitioning::owner_index(member);
    storage.with_accumulator(lanes, owner, [&](auto& accumulator) {
      ranges.template for_each<Partitioning>(lanes, [&](Rows const& rows) {
        for (std::int64_t place = rows.begin; place < rows.end; place += rows.stride) {
          process_row(lanes, owner, static_cast<ordinal_type>(ranges.row(place)), accumulator);
        }
      });
    });
  }

 private:
  using ordinal_type = typename Phase::ordinal_type;

  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void process_row(Lanes const& lanes, int owner, ordinal_type row,
                                   Accumulator& accumulator) const {
    accumulator.begin_row(lanes, phase.capacity(lanes, row));
    auto const insert_for = [&](auto a_entry) {
      auto const multiplier = phase.multiplier(a_entry);
      return [&accumulator, multiplier, row, this](auto b_entry) {
        auto const inserted =
            accumulator.insert(phase.key(b_entry), phase.value(multiplier, b_entry));
        if (inserted == Insert::full) phase.reject(row);
      };
    };
    Partitioning::for_each_product(lanes, phase.products, row, insert_for);
    lanes.barrier();
    phase.emit(lanes, owner, row, accumulator);
    lanes.barrier();
    accumulator.clear(lanes);
    lanes.barrier();
  }
};

/// The number of owners of a launch on hosts, `owners` of them in a team: as many as run
/// concurrently, but no more than there are ranges of rows.
///
/// Pre: num_ranges > 0.
template <class ExecutionSpace>
int num_host_owners(ExecutionSpace const& exec, int team_size, int owners,
                    std::int64_t num_ranges) {
  std::int64_t const teams = std::clamp<std::int64_t>(exec.concurrency() / team_size, 1,
                                                      (num_ranges + owners - 1) / owners);
  return static_cast<int>(teams) * owners;
}

/// Prepares the ranges of rows that the owners of a launch take, `owners` of them in a team.
///
/// Pre:    num_rows > 0.
/// Throws: OutOfMemory if the workspace may hold no more; std::overflow_error if the number of
///         teams does not fit int.
template <class ExecutionSpace, class Device>
RowRanges<ExecutionSpace, Device> take_row_ranges(ExecutionSpace const& exec,
                                                  Workspace<Device>& workspace,
                                                  Selection const& selection, int owners,
                                                  std::int64_t num_rows, std::size_t max_bytes) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    RowRanges<ExecutionSpace, Device> ranges{
        num_rows,
        std::max(selection.rows_per_team / owners, 1),
        0,
        selection.schedule,
        workspace.template take<std::int64_t>(exec, WorkspaceSlot::next_range, 1, max_bytes),
        selection.rows_by_work};
    ranges.num_owners = num_host_owners(exec, selection.team_size, owners, ranges.num_ranges());
    clear("araios::clear_next_range", exec, ranges.next_range);
    return ranges;
  } else {
    RowRanges<ExecutionSpace, Device> ranges{
        num_rows, selection.rows_per_team, 0, selection.schedule, {}};
    ranges.num_owners = checked_cast<int>(ranges.num_ranges(), "the number of teams") * owners;
    return ranges;
  }
}

/// The shape of a first level in the scratch that the options ask for.
///
/// Throws: std::invalid_argument if that is too little for an empty accumulator.
template <class Accumulator>
[[gnu::cold]] AccumulatorShape shape_in_scratch(std::size_t scratch_bytes,
                                                AccumulatorShape const& shape) {
  auto const first = largest_shape_within<Accumulator>(scratch_bytes, shape);
  ARAIOS_EXPECTS(Accumulator::bytes(first) <= scratch_bytes,
                 "options.scratch_bytes is " + std::to_string(scratch_bytes) +
                     ", expected 0 or at least " + std::to_string(Accumulator::bytes(first)));
  return first;
}

/// The launch of a phase over all rows. The accumulator and the partitioning come as types, the
/// rest of the selection as values. If selection.scratch_bytes is not 0, a first level in scratch
/// precedes the pool.
///
/// Pre: chunks of the pool hold `shape`; `ranges` covers the rows of the phase.
template <class ExecutionSpace, class Phase, class Pool, class Ranges>
struct RowwiseLaunch {
  ExecutionSpace const& exec;
  Selection const& selection;
  Phase const& phase;
  Pool const& pool;
  AccumulatorShape const& shape;
  Ranges const& ranges;
  char const* label;

  /// Throws: as shape_in_scratch; Unsupported if scratch is selected for an accumulator with a
  ///         single level, or as launch_teams.
  template <class Partitioning, class Accumulator>
  [[gnu::cold]] void run() const {
    constexpr bool is_host = is_host_space_v<ExecutionSpace>;
    std::size_t const scratch = selection.scratch_bytes;
    // Teams of hosts have one kernel for one and two levels: atomic inserts hide the difference.
    if constexpr (!(is_host && Partitioning::is_team)) {
      if (scratch == 0) return launch<Partitioning>(PoolStorage<Accumulator, Pool>{pool, shape}, 0);
    }
    if constexpr (Accumulator::allows_two_levels) {
      auto const first = scratch == 0 ? shape : shape_in_scratch<Accumulator>(scratch, shape);
      using Storage = std::conditional_t<is_host, HostLevelStorage<Accumulator, Pool>,
                                         ScratchStorage<Accumulator, Pool>>;
      launch<Partitioning>(Storage{pool, first, shape, scratch, Accumulator::clean_bytes(first)},
                           scratch == 0 ? 0 : scratch_bytes_with_slack(scratch));
    } else {
      throw Unsupported{"options.scratch_bytes is " + std::to_string(scratch) +
                        ", but this accumulator has a single level: expected 0"};
    }
  }

 private:
  template <class Partitioning, class Storage>
  [[gnu::cold]] void launch(Storage const& storage, std::size_t scratch_bytes) const {
    RowwiseKernel<Ranges, Partitioning, Storage, Phase> const kernel{phase, storage, ranges};
    launch_teams<Partitioning>(exec, selection, kernel, scratch_bytes, label);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
