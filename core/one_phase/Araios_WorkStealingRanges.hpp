// SPDX-License-Identifier: BSD-3-Clause
// Work stealing on hosts: each owner of a launch takes its own ranges first.
#pragma once

#include <Araios_Workspace.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Hands ranges to the owners of a launch. Each owner takes its own ranges in order, then those
/// that other owners have not begun. So an owner mostly gets memory that its core wrote in the call
/// before.
///
/// Shapes: next counters_of_owner for each owner.
/// Pre:    `next` is zero before the launch.
template <class Device>
struct WorkStealingRanges {
  /// Each counter has its own pair of cache lines, to avoid false sharing.
  static constexpr std::int64_t counters_of_owner =
      tuning::host_cache_line_pair / sizeof(std::int64_t);

  int num_owners;
  std::int64_t ranges_of_owner;
  Kokkos::View<std::int64_t*, Device> next;

  /// Calls f(range) for each range that `owner` takes.
  template <class F>
  void for_each(int owner, F const& f) const {
    for (int i = 0; i < num_owners; ++i) {
      std::int64_t const whose = (owner + i) % num_owners;
      std::int64_t& counter = next(whose * counters_of_owner);
      for (auto taken = take_one(counter); taken < ranges_of_owner; taken = take_one(counter)) {
        f(whose * ranges_of_owner + taken);
      }
    }
  }

 private:
  static std::int64_t take_one(std::int64_t& counter) {
    return Kokkos::atomic_fetch_add(&counter, std::int64_t{1});
  }
};

/// Takes the counters from the workspace and clears them.
///
/// Pre:    num_owners > 0; ranges_of_owner > 0.
/// Throws: OutOfMemory if the workspace would exceed max_bytes.
template <class ExecutionSpace, class Device>
WorkStealingRanges<Device> take_work_stealing_ranges(ExecutionSpace const& exec,
                                                     Workspace<Device>& workspace, int num_owners,
                                                     std::int64_t ranges_of_owner,
                                                     std::size_t max_bytes) {
  WorkStealingRanges<Device> ranges{num_owners, ranges_of_owner, {}};
  auto const counters =
      static_cast<std::size_t>(num_owners * WorkStealingRanges<Device>::counters_of_owner);
  ranges.next =
      workspace.template take<std::int64_t>(exec, WorkspaceSlot::next_range, counters, max_bytes);
  clear("araios::clear_next_range", exec, ranges.next);
  return ranges;
}

}  // namespace araios::inline ARAIOS_ISA::impl
