// SPDX-License-Identifier: BSD-3-Clause
// The kernel of every sparse product, and its launch.
#pragma once

#include <Araios_AccumulatorStorage.hpp>
#include <Araios_Expects.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_Owners.hpp>
#include <Araios_Selection.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace araios {

/// Numbers the owners that are active at once: on hosts by their thread, on devices by their place
/// in the launch.
template <class ExecutionSpace>
class OwnerIndex {
 public:
  explicit OwnerIndex(ExecutionSpace const& exec) : token_{exec} {}

  template <class Owner, class Lanes>
  KOKKOS_FUNCTION int get(Lanes const& lanes) const {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      // On host spaces the token of an instance is the rank of the thread: nothing is locked.
      int index = 0;
      lanes.single([&](int& rank) { rank = token_.acquire(); }, index);
      return index;
    } else {
      return Owner::owner_index(lanes.member);
    }
  }

 private:
  struct NoToken {
    explicit NoToken(ExecutionSpace const&) {}
  };
  std::conditional_t<is_host_space_v<ExecutionSpace>,
                     Kokkos::Experimental::UniqueToken<ExecutionSpace>, NoToken>
      token_;
};

/// For each row, held by an owner: enumerates its products in the order of the traversal, inserts
/// them into an accumulator, and lets the phase emit the row.
template <class ExecutionSpace, class Partitioning, class Storage, class Phase>
struct RowwiseKernel {
  Phase phase;
  Storage storage;
  OwnerIndex<ExecutionSpace> owner_index;
  std::int64_t num_rows;
  int rows_per_team;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const begin = static_cast<std::int64_t>(member.league_rank()) * rows_per_team;
    std::int64_t const end = begin + rows_per_team < num_rows ? begin + rows_per_team : num_rows;
    Partitioning::for_each_owner(member, begin, end, [&](auto const& lanes, Rows const& rows) {
      if (rows.begin >= rows.end) return;
      int const owner = owner_index.template get<Partitioning>(lanes);
      storage.with_accumulator(lanes, owner, [&](auto& accumulator) {
        for (std::int64_t row = rows.begin; row < rows.end; row += rows.stride) {
          process_row(lanes, owner, static_cast<ordinal_type>(row), accumulator);
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

/// Enqueues a kernel with the team shape and schedule of the selection.
///
/// Pre:    scratch_bytes is per owner.
/// Throws: Unsupported when this execution space cannot run such teams.
template <class Partitioning, class Schedule, class Kernel, class ExecutionSpace>
void launch_teams(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                  std::size_t scratch_bytes, std::string const& label) {
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::Schedule<Schedule>>;
  auto const bytes = checked_cast<int>(scratch_bytes, "the scratch of an owner in bytes");
  auto const request = Partitioning::scratch_request(bytes);
  // Ask with the smallest team first: a team that the space cannot run ends the process when its
  // policy is made, or leaks a scratch slot when it is launched, by the version of Kokkos.
  policy_type smallest{exec, 1, 1, selection.vector_length};
  smallest.set_scratch_size(0, request);
  int const largest_team = smallest.team_size_max(kernel, Kokkos::ParallelForTag{});
  if (selection.team_size > largest_team) {
    throw Unsupported{"team size " + std::to_string(selection.team_size) + ": " +
                      ExecutionSpace::name() + " runs this kernel with at most " +
                      std::to_string(largest_team)};
  }
  std::int64_t const league = (kernel.num_rows + kernel.rows_per_team - 1) / kernel.rows_per_team;
  policy_type policy{exec, checked_cast<int>(league, "the number of teams"), selection.team_size,
                     selection.vector_length};
  policy.set_scratch_size(0, request);
  Kokkos::parallel_for(label, policy, kernel);
}

/// Chooses the schedule of the launch. Devices place teams themselves, whatever the schedule says.
template <class Partitioning, class Kernel, class ExecutionSpace>
void launch_scheduled(ExecutionSpace const& exec, Selection const& selection, Kernel const& kernel,
                      std::size_t scratch_bytes, std::string const& label) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (selection.schedule == ScheduleKind::static_chunks) {
      launch_teams<Partitioning, Kokkos::Static>(exec, selection, kernel, scratch_bytes, label);
      return;
    }
  }
  launch_teams<Partitioning, Kokkos::Dynamic>(exec, selection, kernel, scratch_bytes, label);
}

/// Runs a phase over all rows with the accumulator and partitioning given as types, and the rest of
/// the selection as values.
///
/// Pre:    pool has chunks for `shape`.
/// Throws: std::invalid_argument when selection.scratch_bytes (0: a single level) holds not even an
///         empty first level; Unsupported when the accumulator has a single level.
template <class Accumulator, class Partitioning, class Phase, class Pool, class ExecutionSpace>
void launch_rowwise(ExecutionSpace const& exec, Selection const& selection, Phase const& phase,
                    Pool const& pool, AccumulatorShape const& shape, std::string const& label) {
  auto const num_rows = static_cast<std::int64_t>(phase.products.a.num_rows);
  if (num_rows == 0) return;
  auto const launch = [&](auto const& storage, std::size_t scratch_bytes) {
    RowwiseKernel<ExecutionSpace, Partitioning, std::decay_t<decltype(storage)>, Phase> const
        kernel{phase, storage, OwnerIndex<ExecutionSpace>{exec}, num_rows, selection.rows_per_team};
    launch_scheduled<Partitioning>(exec, selection, kernel, scratch_bytes, label);
  };
  if (selection.scratch_bytes == 0) return launch(PoolStorage<Accumulator, Pool>{pool, shape}, 0);
  if constexpr (Accumulator::allows_two_levels) {
    auto const first = largest_shape_within<Accumulator>(selection.scratch_bytes, shape);
    ARAIOS_EXPECTS(Accumulator::bytes(first) <= selection.scratch_bytes,
                   "options.scratch_bytes is " + std::to_string(selection.scratch_bytes) +
                       ", expected 0 or at least " + std::to_string(Accumulator::bytes(first)));
    // Kokkos hands scratch out with less alignment than the accumulator asks for.
    constexpr std::size_t alignment_slack = 16;
    launch(ScratchStorage<Accumulator, Pool>{pool, first, shape, selection.scratch_bytes,
                                             Accumulator::clean_bytes(first)},
           selection.scratch_bytes + alignment_slack);
  } else {
    throw Unsupported{"options.scratch_bytes is " + std::to_string(selection.scratch_bytes) +
                      ", but this accumulator has a single level: expected 0"};
  }
}

}  // namespace araios
