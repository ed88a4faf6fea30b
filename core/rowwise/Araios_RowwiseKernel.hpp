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

/// The number of owners of a launch on hosts: as many as run concurrently, but no more than there
/// are ranges of rows.
///
/// Pre: num_ranges > 0.
template <class Partitioning, class ExecutionSpace>
int num_host_owners(ExecutionSpace const& exec, int team_size, std::int64_t num_ranges) {
  int const owners = Partitioning::owners_per_team(team_size);
  std::int64_t const teams = std::clamp<std::int64_t>(exec.concurrency() / team_size, 1,
                                                      (num_ranges + owners - 1) / owners);
  return static_cast<int>(teams) * owners;
}

/// Prepares the ranges of rows that the owners of a launch take.
///
/// Pre:    num_rows > 0.
/// Throws: OutOfMemory if the workspace may hold no more; std::overflow_error if the number of
///         teams does not fit int.
template <class Partitioning, class ExecutionSpace, class Device>
RowRanges<ExecutionSpace, Device> take_row_ranges(ExecutionSpace const& exec,
                                                  Workspace<Device>& workspace,
                                                  Selection const& selection, std::int64_t num_rows,
                                                  std::size_t max_bytes) {
  int const owners = Partitioning::owners_per_team(selection.team_size);
  if constexpr (is_host_space_v<ExecutionSpace>) {
    RowRanges<ExecutionSpace, Device> ranges{
        num_rows,
        std::max(selection.rows_per_team / owners, 1),
        0,
        selection.schedule,
        workspace.template take<std::int64_t>(exec, WorkspaceSlot::next_range, 1, max_bytes),
        selection.rows_by_work};
    ranges.num_owners =
        num_host_owners<Partitioning>(exec, selection.team_size, ranges.num_ranges());
    clear("araios::clear_next_range", exec, ranges.next_range);
    return ranges;
  } else {
    RowRanges<ExecutionSpace, Device> ranges{
        num_rows, selection.rows_per_team, 0, selection.schedule, {}};
    ranges.num_owners = checked_cast<int>(ranges.num_ranges(), "the number of teams") * owners;
    return ranges;
  }
}

/// Enqueues a kernel with the team shape of the selection.
///
/// Units:  scratch_bytes per owner.
/// Throws: Unsupported if this execution space cannot run such teams.
template <class Partitioning, class Kernel, class ExecutionSpace>
void launch_teams(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                  std::size_t scratch_bytes, std::string const& label) {
  // Static, since the ranges balance the load on hosts.
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>>;
  auto const bytes = checked_cast<int>(scratch_bytes, "the scratch of an owner in bytes");
  auto const request = Partitioning::scratch_request(bytes);
  // Query with the smallest team first. Depending on the version of Kokkos, a team that is too
  // large ends the process when the policy is made, or leaks a scratch slot when it is launched.
  policy_type smallest{exec, 1, 1, selection.vector_length};
  smallest.set_scratch_size(0, request);
  int const largest_team = smallest.team_size_max(kernel, Kokkos::ParallelForTag{});
  if (selection.team_size > largest_team) {
    throw Unsupported{"team size " + std::to_string(selection.team_size) + ": " +
                      ExecutionSpace::name() + " runs this kernel with at most " +
                      std::to_string(largest_team)};
  }
  int const league = kernel.ranges.num_owners / Partitioning::owners_per_team(selection.team_size);
  policy_type policy{exec, league, selection.team_size, selection.vector_length};
  policy.set_scratch_size(0, request);
  Kokkos::parallel_for(label, policy, kernel);
}

/// Runs a phase over all rows, with the accumulator and the partitioning as types and the rest of
/// the selection as values. If selection.scratch_bytes is not 0, a first level in scratch precedes
/// `storage`.
///
/// Pre:    chunks of the pool hold storage.shape; `ranges` covers the rows of the phase.
/// Throws: std::invalid_argument if selection.scratch_bytes is too small for an empty first level;
///         Unsupported if scratch is selected for an accumulator with a single level, or as
///         launch_teams.
template <class Partitioning, class Accumulator, class Phase, class Pool, class Ranges,
          class ExecutionSpace>
void launch_rowwise(ExecutionSpace const& exec, Selection const& selection, Phase const& phase,
                    PoolStorage<Accumulator, Pool> const& storage, Ranges const& ranges,
                    std::string const& label) {
  auto const launch = [&](auto const& of_owners, std::size_t scratch_bytes) {
    RowwiseKernel<Ranges, Partitioning, std::decay_t<decltype(of_owners)>, Phase> const kernel{
        phase, of_owners, ranges};
    launch_teams<Partitioning>(exec, selection, kernel, scratch_bytes, label);
  };
  if (selection.scratch_bytes == 0) return launch(storage, 0);
  if constexpr (Accumulator::allows_two_levels) {
    auto const first = largest_shape_within<Accumulator>(selection.scratch_bytes, storage.shape);
    ARAIOS_EXPECTS(Accumulator::bytes(first) <= selection.scratch_bytes,
                   "options.scratch_bytes is " + std::to_string(selection.scratch_bytes) +
                       ", expected 0 or at least " + std::to_string(Accumulator::bytes(first)));
    launch(
        ScratchStorage<Accumulator, Pool>{storage.pool, first, storage.shape,
                                          selection.scratch_bytes, Accumulator::clean_bytes(first)},
        scratch_bytes_with_slack(selection.scratch_bytes));
  } else {
    throw Unsupported{"options.scratch_bytes is " + std::to_string(selection.scratch_bytes) +
                      ", but this accumulator has a single level: expected 0"};
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
