// SPDX-License-Identifier: BSD-3-Clause
// Ranges that each owner of a launch on hosts has for its own, and which others take over at the
// end.
#pragma once

#include <Araios_Workspace.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Hands ranges to the owners of a launch: each takes its own in order, and then what others have
/// not begun. From call to call an owner so meets memory that its core wrote, unless one is late.
///
/// Shapes: next counters_of_owner for each owner, all 0 before the launch.
template <class Device>
struct WorkStealingRanges {
  /// Each counter has a pair of lines of the cache.
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

/// Pre:    num_owners and ranges_of_owner are above 0.
/// Throws: OutOfMemory when the workspace may hold no more.
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
