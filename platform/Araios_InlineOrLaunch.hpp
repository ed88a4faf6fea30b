// SPDX-License-Identifier: BSD-3-Clause
// Loops over a range: inline on the calling thread of a host if they are short, else launched.
#pragma once

#include <platform/Araios_AnnouncedLoop.hpp>
#include <platform/Araios_HostShares.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// An upper bound of the rows and entries that a loop over a pattern visits.
template <class Graph>
std::int64_t most_steps(Graph const& graph) {
  return static_cast<std::int64_t>(graph.num_rows) +
         static_cast<std::int64_t>(graph.columns.extent(0));
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

template <class ExecutionSpace, class Index>
auto range_of(ExecutionSpace const& exec, Index size) {
  return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Index>>(exec, 0, size);
}

/// Whether the calling thread of a host runs a loop: its steps cost less than a launch.
///
/// Units: steps: elements that the loop reads.
inline bool is_small_loop(std::int64_t steps) { return steps <= tuning::host_steps_without_launch; }

namespace range_detail {

/// One value for each share of a loop, in cache lines of their own. A single one needs no memory.
template <class T>
class ValueOfShare {
 public:
  explicit ValueOfShare(std::int64_t num_shares)
      : others_(num_shares > 1 ? static_cast<std::size_t>(num_shares) : 0) {}

  T& operator[](std::int64_t share) {
    return others_.empty() ? only_.value : others_[static_cast<std::size_t>(share)].value;
  }

 private:
  struct alignas(64) Line {
    T value{};
  };

  Line only_;
  std::vector<Line> others_;
};

template <class ExecutionSpace, class Index, class F>
void for_range_in_shares(char const* label, ExecutionSpace const& exec, Index size, bool alone,
                         F const& f) {
  auto const body = [&f](Share const& share) {
    auto const end = static_cast<Index>(share.end);
    for (auto i = static_cast<Index>(share.begin); i < end; ++i) f(i);
  };
  run_in_shares(label, exec, static_cast<std::int64_t>(size), alone, SharedLoop{body});
}

template <class ExecutionSpace, class Index, class F, class... Reducers>
void reduce_range_in_shares(char const* label, ExecutionSpace const& exec, Index size, bool alone,
                            F const& f, Reducers const&... reducers) {
  auto const count = static_cast<std::int64_t>(size);
  std::int64_t const shares = num_shares(exec, count, alone);
  ValueOfShare<std::tuple<typename Reducers::value_type...>> partials{shares};
  auto const body = [&](Share const& share) {
    auto const end = static_cast<Index>(share.end);
    // Copies keep the partial results in registers.
    [&](auto... sums) {
      (reducers.init(sums), ...);
      for (auto i = static_cast<Index>(share.begin); i < end; ++i) f(i, sums...);
      partials[share.index] = {sums...};
    }(typename Reducers::value_type{}...);
  };
  run_in_shares(label, exec, count, alone, SharedLoop{body});
  (reducers.init(reducers.reference()), ...);
  for (std::int64_t share = 0; share < shares; ++share) {
    std::apply([&](auto const&... parts) { (reducers.join(reducers.reference(), parts), ...); },
               partials[share]);
  }
}

template <class ExecutionSpace, class Index, class F>
void scan_range_in_shares(char const* label, ExecutionSpace const& exec, Index size, bool alone,
                          F const& f) {
  using Sum = typename F::value_type;
  auto const count = static_cast<std::int64_t>(size);
  std::int64_t const shares = num_shares(exec, count, alone);
  ValueOfShare<Sum> sums{shares};  // of a share, then of all shares before it
  bool is_final = false;
  auto const body = [&](Share const& share) {
    auto const begin = static_cast<Index>(share.begin);
    auto const end = static_cast<Index>(share.end);
    Sum sum = sums[share.index];
    if (is_final) {
      for (auto i = begin; i < end; ++i) f(i, sum, true);
    } else {
      for (auto i = begin; i < end; ++i) f(i, sum, false);
      sums[share.index] = sum;
    }
  };
  if (shares > 1) {
    run_in_shares(label, exec, count, alone, SharedLoop{body});
    Sum before{};
    for (std::int64_t share = 0; share < shares; ++share) {
      Sum const of_share = sums[share];
      sums[share] = before;
      before += of_share;
    }
  }
  is_final = true;
  run_in_shares(label, exec, count, alone, SharedLoop{body});
}

}  // namespace range_detail

/// Calls f(i) for i in [0, size); on hosts by the calling thread `alone`, or contiguous steps by
/// each thread.
template <class ExecutionSpace, class Index, class F>
void run_range(char const* label, ExecutionSpace const& exec, Index size, bool alone, F const& f) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    range_detail::for_range_in_shares(label, exec, size, alone, f);
  } else {
    Kokkos::parallel_for(label, range_of(exec, size), f);
  }
}

/// The same, by all threads.
template <class ExecutionSpace, class Index, class F>
void launch_range(char const* label, ExecutionSpace const& exec, Index size, F const& f) {
  run_range(label, exec, size, false, f);
}

/// The same; the calling thread of a host runs a small loop.
///
/// Units: steps: elements that the loop reads.
template <class ExecutionSpace, class Index, class F>
void for_range(char const* label, ExecutionSpace const& exec, Index size, std::int64_t steps,
               F const& f) {
  run_range(label, exec, size, is_small_loop(steps), f);
}

/// Calls f(i, partials...) for i in [0, size), and gives each reducer its result.
template <class ExecutionSpace, class Index, class F, class... Reducers>
void reduce_range(char const* label, ExecutionSpace const& exec, Index size, std::int64_t steps,
                  F const& f, Reducers const&... reducers) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    range_detail::reduce_range_in_shares(label, exec, size, is_small_loop(steps), f, reducers...);
  } else {
    Kokkos::parallel_reduce(label, range_of(exec, size), f, reducers...);
  }
}

/// Calls f(i, sum, is_final) for i in [0, size) as Kokkos::parallel_scan does.
template <class ExecutionSpace, class Index, class F>
void scan_range(char const* label, ExecutionSpace const& exec, Index size, std::int64_t steps,
                F const& f) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    range_detail::scan_range_in_shares(label, exec, size, is_small_loop(steps), f);
  } else {
    Kokkos::parallel_scan(label, range_of(exec, size), f);
  }
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

template <class To, class From>
struct CopyElement {
  To to;
  From from;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = from(i); }
};

/// Copies all elements of a view of one dimension, both in reach of `exec` or of its device.
template <class ExecutionSpace, class To, class From>
void copy_elements(char const* label, ExecutionSpace const& exec, To const& to, From const& from) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    auto const size = static_cast<std::int64_t>(from.extent(0));
    for_range(label, exec, size, size, CopyElement<To, From>{to, from});
  } else {
    Kokkos::deep_copy(exec, to, from);
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
