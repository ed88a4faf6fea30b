// SPDX-License-Identifier: BSD-3-Clause
// Loops over a range: inline on the calling thread of a host if they are short, else launched.
#pragma once

#include <platform/Araios_AnnouncedLoop.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// An upper bound of the rows and entries that a loop over a pattern visits.
template <class Graph>
std::int64_t most_steps(Graph const& graph) {
  return static_cast<std::int64_t>(graph.num_rows) +
         static_cast<std::int64_t>(graph.columns.extent(0));
}

/// Waits for work already enqueued before the calling thread works itself.
template <class ExecutionSpace>
void fence_small_work(ExecutionSpace const& exec) {
  // Constructed once: a small product fences often, and building the label would cost more than the
  // fences.
  static std::string const label = "araios: small work of the calling thread";
  exec.fence(label);
}

/// Runs call() on the calling thread after a fence, if the space is a host's and `alone` is set;
/// otherwise runs launch(). Tools see call() as a loop `araios::alone`, which starts no other.
template <class ExecutionSpace, class Call, class Launch>
void call_or_launch(ExecutionSpace const& exec, bool alone, Call const& call,
                    Launch const& launch) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (alone) {
      fence_small_work(exec);
      AnnouncedLoop const announced{exec, "araios::alone"};
      return call();
    }
  }
  launch();
}

/// The same for a loop: the calling thread runs it if its steps cost less than a launch.
///
/// Units: steps: elements that the loop reads.
template <class ExecutionSpace, class Loop, class Launch>
void loop_or_launch(ExecutionSpace const& exec, std::int64_t steps, Loop const& loop,
                    Launch const& launch) {
  call_or_launch(exec, steps <= tuning::host_steps_without_launch, loop, launch);
}

template <class ExecutionSpace, class Index>
auto range_of(ExecutionSpace const& exec, Index size) {
  return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Index>>(exec, 0, size);
}

/// The same with 64-bit indices; on hosts threads get equal contiguous shares.
template <class ExecutionSpace>
auto shared_range_of(ExecutionSpace const& exec, std::int64_t size) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>,
                                     Kokkos::IndexType<std::int64_t>>;
  return Policy(exec, 0, size);
}

/// Calls f(i) for i in [0, size).
template <class ExecutionSpace, class Index, class F>
void for_range(char const* label, ExecutionSpace const& exec, Index size, std::int64_t steps,
               F const& f) {
  loop_or_launch(
      exec, steps,
      [&] {
        for (Index i = 0; i < size; ++i) f(i);
      },
      [&] { Kokkos::parallel_for(label, range_of(exec, size), f); });
}

/// Calls f(i, partials...) for i in [0, size), and gives each reducer its result.
template <class ExecutionSpace, class Index, class F, class... Reducers>
void reduce_range(char const* label, ExecutionSpace const& exec, Index size, std::int64_t steps,
                  F const& f, Reducers const&... reducers) {
  loop_or_launch(
      exec, steps,
      [&] {
        // Copies keep the partial results in registers; the reducers' references live in memory.
        [&](auto... partials) {
          (reducers.init(partials), ...);
          for (Index i = 0; i < size; ++i) f(i, partials...);
          ((reducers.reference() = partials), ...);
        }(reducers.reference()...);
      },
      [&] { Kokkos::parallel_reduce(label, range_of(exec, size), f, reducers...); });
}

/// Calls f(i, sum, is_final) for i in [0, size) as Kokkos::parallel_scan does.
template <class ExecutionSpace, class Index, class F>
void scan_range(char const* label, ExecutionSpace const& exec, Index size, std::int64_t steps,
                F const& f) {
  loop_or_launch(
      exec, steps,
      [&] {
        typename F::value_type sum{};
        for (Index i = 0; i < size; ++i) f(i, sum, true);
      },
      [&] { Kokkos::parallel_scan(label, range_of(exec, size), f); });
}

template <class View>
struct ClearElement {
  View view;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { view(i) = 0; }
};

/// Sets all elements of a view of one dimension to zero.
template <class ExecutionSpace, class View>
void clear(char const* label, ExecutionSpace const& exec, View const& view) {
  auto const size = static_cast<std::int64_t>(view.extent(0));
  for_range(label, exec, size, size, ClearElement<View>{view});
}

}  // namespace araios::inline ARAIOS_ISA::impl
